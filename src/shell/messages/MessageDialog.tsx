import { Modal } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import type { LeaveHandler } from '../../runtime/screen/leaveGuard.ts';
import { Screen } from '../../runtime/screen/Screen.tsx';
import { PageNavigationContext, type PageNavigation, type Query } from '../../screens/navigation/pageNavigation.ts';
import { MESSAGE_DIALOGS } from './dialogState.ts';
import type { DialogKind } from './readMessage.ts';

interface Props {
  kind: DialogKind;
  query: Query;
  onClose(): void;
  /** Called with the handler of the unsaved input; null when there is none any more. */
  onLeaveHandler(kind: DialogKind, handler: LeaveHandler | null): void;
}

/** A dialog that an embedding page requested by a message: shows a screen document above the open page. */
export function MessageDialog({ kind, query: initialQuery, onClose, onLeaveHandler }: Props) {
  useReturnedFocus();
  const { title, list, detail } = MESSAGE_DIALOGS[kind];
  const [query, setQuery] = useState(initialQuery);
  const leaveHandler = useRef<LeaveHandler | null>(null);
  const dialogNavigation = useMemo<PageNavigation>(
    () => ({
      kind: 'dialog',
      query,
      setQuery,
      go: onClose,
      back: onClose,
      setGuard: (handler) => {
        leaveHandler.current = handler;
        onLeaveHandler(kind, handler);
      },
    }),
    [query, onClose, onLeaveHandler, kind],
  );
  const close = (): void => {
    if (leaveHandler.current?.hasUnsaved()) leaveHandler.current.ask(onClose);
    else onClose();
  };
  return (
    <Modal
      open
      width="min(1180px, 96vw)"
      title={title}
      footer={null}
      onCancel={close}
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
