import { Button, Modal } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { registerLeaveHandler } from '../../runtime/screen/leaveGuard.ts';
import { usePage } from '../../runtime/screen/page.ts';
import { usePlace } from './place.ts';
import { useRouteBlock } from './useRouteBlock.ts';

interface LeaveGuardProps {
  /** Read at the moment of leaving. Keep its identity, or the guard starts anew. */
  isBlocked(): boolean;
  /** The person leaves; what is typed is to be kept as a draft. It is waited for, but not long. Absent: nothing is kept. */
  onKeep?(): Promise<unknown>;
  /** The person chose to give up what is typed. */
  onDiscard?(): Promise<unknown>;
  /** What becomes of what is typed, where it is kept. */
  keptNote?: string;
}

/** Milliseconds that leaving waits for a draft to reach the server; the browser has it by then. */
const PATIENCE = 3000;
/** Milliseconds that an agreement to leave holds. */
const FREE = 5000;
const atMost = (work: Promise<unknown> | undefined): Promise<unknown> =>
  Promise.race([
    work,
    new Promise((done) => {
      setTimeout(done, PATIENCE);
    }),
  ]);

/**
 * Asks before unsaved values are left behind: by the router, by closing a tab or a dialog, by signing out, by closing
 * the window. On a page that stays alive in its tab, going to another tab loses nothing and asks nothing.
 */
export function LeaveGuard({
  isBlocked,
  onKeep,
  onDiscard,
  keptNote = '填写的内容还没有保存。离开后会作为草稿保留，下次打开时可以恢复；也可以放弃填写。',
}: LeaveGuardProps) {
  const { setGuard } = usePlace();
  const page = usePage();
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** Set once the person has agreed to leave: nothing asks a second time. */
  const isFree = useRef(false);
  const handler = useMemo(
    () => ({
      hasUnsaved: () => !isFree.current && isBlocked(),
      ask: (proceed: () => void) =>
        setLeave(() => () => {
          isFree.current = true;
          // somebody else may still hold the person back
          setTimeout(() => {
            isFree.current = false;
          }, FREE);
          proceed();
        }),
    }),
    [isBlocked],
  );
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (handler.hasUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [handler]);
  useEffect(
    () =>
      registerLeaveHandler(
        page === null
          ? handler
          : {
              ...handler,
              survives: page.isKept,
              ask: (proceed) => {
                page.show();
                handler.ask(proceed);
              },
            },
      ),
    [handler, page],
  );
  useEffect(() => page?.registerLeaveHandler(handler), [page, handler]);
  const wasBlocked = useRef(false);
  // what is around is rendered when it was saved, however long that took
  useEffect(() => {
    const isNow = isBlocked();
    if (isNow === wasBlocked.current) return;
    wasBlocked.current = isNow;
    page?.updateUnsavedMark();
  });
  useEffect(() => {
    setGuard?.(handler);
    return () => setGuard?.(null);
  }, [setGuard, handler]);
  const isLost = useCallback(
    (to: string | null) => handler.hasUnsaved() && (page === null || (to !== null && page.isLostBy(to))),
    [handler, page],
  );
  useRouteBlock(isLost, handler.ask);

  const go = (work: (() => Promise<unknown>) | undefined): void => {
    setBusy(true);
    void atMost(work?.())
      .catch(() => undefined)
      .finally(() => {
        setBusy(false);
        setLeave(null);
        leave?.();
      });
  };
  return (
    <Modal
      open={leave !== null}
      title="尚未保存"
      onCancel={() => setLeave(null)}
      maskClosable={false}
      footer={[
        <Button key="stay" onClick={() => setLeave(null)} disabled={isBusy} data-action="stay">
          继续填写
        </Button>,
        ...(onKeep
          ? [
              <Button
                key="discard"
                danger
                onClick={() => go(onDiscard)}
                disabled={isBusy}
                data-action="discard-and-leave"
              >
                放弃填写
              </Button>,
            ]
          : []),
        <Button
          key="leave"
          type="primary"
          danger={!onKeep}
          onClick={() => go(onKeep)}
          loading={isBusy}
          data-action="leave"
        >
          离开
        </Button>,
      ]}
    >
      {onKeep ? keptNote : '填写的内容还没有保存，离开后将不再保留。'}
    </Modal>
  );
}
