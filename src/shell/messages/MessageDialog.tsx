import { Modal } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import type { LeaveHandler } from '../../runtime/screen/leaveGuard.ts';
import { Screen } from '../../runtime/screen/Screen.tsx';
import { PlaceContext, type Place, type Query } from '../../screens/place/place.ts';
import { MESSAGE_DIALOGS } from './dialogState.ts';
import type { DialogKind } from './readMessage.ts';

interface Props {
  kind: DialogKind;
  query: Query;
  onClose(): void;
}

/** A dialog that an embedding page asked for: a screen document like any other, over whatever page is open. */
export function MessageDialog({ kind, query: first, onClose }: Props) {
  useReturnedFocus();
  const { title, list, detail } = MESSAGE_DIALOGS[kind];
  const [query, setQuery] = useState(first);
  const keeper = useRef<LeaveHandler | null>(null);
  const place = useMemo<Place>(
    () => ({
      kind: 'dialog',
      query,
      setQuery,
      go: onClose,
      back: onClose,
      setGuard: (given) => {
        keeper.current = given;
      },
    }),
    [query, onClose],
  );
  const close = (): void => {
    if (keeper.current?.hasUnsaved()) keeper.current.ask(onClose);
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
      <PlaceContext value={place}>
        <Screen screenKey={first.id ? detail : list} />
      </PlaceContext>
    </Modal>
  );
}
