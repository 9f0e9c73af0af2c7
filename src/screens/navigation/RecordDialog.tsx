import { Drawer, Modal } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import { lazyFace } from '../../runtime/node/LazyFace.tsx';
import { NodeBoundary } from '../../runtime/node/NodeBoundary.tsx';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { NodeLoading } from '../../runtime/node/Placeholders.tsx';
import { PageNavigationContext, type PageNavigation, type Query } from './pageNavigation.ts';
import { useLeaveHandlers } from './useLeaveHandlers.ts';

// loaded on demand, because a list alone does not need the code of forms
const DetailBlock = lazyFace(async () => (await import('../detail/DetailBlock.tsx')).DetailBlock);

interface Props {
  query: Query;
  presentation: 'dialog' | 'drawer';
  title: string;
  onClose(): void;
  /**
   * Called when the record has been stored. The caller then closes the dialog; without this handler the dialog stays
   * open.
   */
  onSaved?(record: FormRecord): void;
}

/**
 * A record in a dialog or drawer above its list. The detail block reads its query from the state of this component, not
 * from the address of the page.
 */
export function RecordDialog({ query: initialQuery, presentation, title, onClose, onSaved }: Props) {
  useReturnedFocus();
  const [query, setQuery] = useState(initialQuery);
  const { leave, register } = useLeaveHandlers();
  const navigation = useMemo<PageNavigation>(
    () => ({
      kind: 'dialog',
      query,
      setQuery,
      go: (_to, onClosed) =>
        leave(() => {
          onClose();
          onClosed?.();
        }),
      back: () => leave(onClose),
      openRecord: (next) => leave(() => setQuery(next)),
      registerLeaveHandler: register,
      ...(onSaved ? { onSaved } : {}),
    }),
    [query, onClose, onSaved, leave, register],
  );
  const close = (): void => leave(onClose);
  const body = (
    <PageNavigationContext value={navigation}>
      <NodeBoundary tag="detail" path={[]}>
        <Suspense fallback={<NodeLoading height={240} />}>
          <DetailBlock node={{ tag: 'detail', formKey: query.formKey ?? initialQuery.formKey ?? '' }} path={[]} />
        </Suspense>
      </NodeBoundary>
    </PageNavigationContext>
  );
  if (presentation === 'drawer')
    return (
      <Drawer open width="min(960px, 100vw)" title={title} onClose={close} destroyOnHidden>
        {body}
      </Drawer>
    );
  return (
    <Modal
      open
      width="min(1080px, 96vw)"
      title={title}
      footer={null}
      onCancel={close}
      maskClosable={false}
      destroyOnHidden
      centered
    >
      {body}
    </Modal>
  );
}
