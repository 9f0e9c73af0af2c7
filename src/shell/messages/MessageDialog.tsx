import { Modal } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import type { LeaveHandler } from '../../runtime/screen/leaveGuard.ts';
import { Screen } from '../../runtime/screen/Screen.tsx';
import { PageNavigationContext, type PageNavigation, type Query } from '../../screens/navigation/pageNavigation.ts';
import { useLeaveHandlers } from '../../screens/navigation/useLeaveHandlers.ts';
import { MESSAGE_DIALOGS } from './dialogState.ts';
import type { DialogKind } from './readMessage.ts';

interface Props {
  kind: DialogKind;
  query: Query;
  onClose(): void;
  /** Registers the handler of unsaved input in the dialog; null when the dialog is closed. */
  onLeaveHandler(kind: DialogKind, handler: LeaveHandler | null): void;
}

/** A dialog that an embedding page requested by a message: shows a screen document above the open page. */
export function MessageDialog({ kind, query: initialQuery, onClose, onLeaveHandler }: Props) {
  useReturnedFocus();
  const { title, list, detail } = MESSAGE_DIALOGS[kind];
  const [query, setQuery] = useState(initialQuery);
  const { leave, register, hasUnsaved } = useLeaveHandlers();
  useEffect(() => {
    onLeaveHandler(kind, { hasUnsaved, ask: leave });
    return () => onLeaveHandler(kind, null);
  }, [onLeaveHandler, kind, hasUnsaved, leave]);
  const dialogNavigation = useMemo<PageNavigation>(
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
      registerLeaveHandler: register,
    }),
    [query, onClose, leave, register],
  );
  return (
    <Modal
      open
      width="min(1180px, 96vw)"
      title={title}
      footer={null}
      onCancel={() => leave(onClose)}
      maskClosable={false}
      destroyOnHidden
      centered
      data-message-dialog={kind}
    >
      <PageNavigationContext value={dialogNavigation}>
        <Screen screenKey={initialQuery.id ? detail : list} />
      </PageNavigationContext>
    </Modal>
  );
}
