import { Modal } from 'antd';
import { useEffect, useState } from 'react';
import { usePlace } from './place.ts';
import { useRouteBlock } from './useRouteBlock.ts';

interface LeaveGuardProps {
  /** Read at the moment of leaving. Keep its identity, or the guard starts anew. */
  isBlocked(): boolean;
  /** The person chose to leave without saving. */
  onDiscard?(): void;
}

/** Asks before unsaved values are left behind: by the router, by closing a dialog, by closing the window. */
export function LeaveGuard({ isBlocked, onDiscard }: LeaveGuardProps) {
  const place = usePlace();
  const { setGuard } = place;
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent): void => { if (isBlocked()) event.preventDefault(); };
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [isBlocked]);
  useEffect(() => {
    setGuard?.(isBlocked);
    return () => setGuard?.(null);
  }, [setGuard, isBlocked]);
  useRouteBlock(isBlocked, (proceed) => setLeave(() => proceed));
  return (
    <Modal
      open={leave !== null} title="尚未保存" okText="离开" cancelText="继续填写" okButtonProps={{ danger: true }}
      onOk={() => { onDiscard?.(); leave?.(); setLeave(null); }} onCancel={() => setLeave(null)}
    >
      填写的内容还没有保存，离开后将不再保留。
    </Modal>
  );
}
