import { Button, Modal } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { registerLeaveHandler } from '../../runtime/screen/leaveGuard.ts';
import { usePage } from '../../runtime/screen/page.ts';
import { usePageNavigation } from './pageNavigation.ts';
import { useRouteBlock } from './useRouteBlock.ts';

interface LeaveGuardProps {
  /** Returns true if there is unsaved input; called when the user leaves. Must be stable across renders. */
  hasUnsavedInput(): boolean;
  /**
   * Stores the input as a draft when the user leaves; leaving waits for it at most `MAX_WAIT_MS`. Absent: drafts are
   * not stored.
   */
  onKeep?(): Promise<unknown>;
  /** Called when the user discards the input. */
  onDiscard?(): Promise<unknown>;
  /** Text of the confirmation if `onKeep` is given. */
  keptNote?: string;
}

/** Maximum time in ms that leaving waits for a draft to reach the server; the browser has already stored it. */
const MAX_WAIT_MS = 3000;
/** Time in ms for which a confirmation to leave stays valid. */
const CONFIRMATION_MS = 5000;
const withTimeout = (work: Promise<unknown> | undefined): Promise<unknown> =>
  Promise.race([
    work,
    new Promise((resolve) => {
      setTimeout(resolve, MAX_WAIT_MS);
    }),
  ]);

/**
 * Asks for confirmation before unsaved input is lost by navigation, by closing a page tab of the shell, a dialog or the
 * window, or by a sign-out. Switching to another page tab asks for no confirmation if the page stays mounted.
 */
export function LeaveGuard({
  hasUnsavedInput,
  onKeep,
  onDiscard,
  keptNote = '填写的内容还没有保存。离开后会作为草稿保留，下次打开时可以恢复；也可以放弃填写。',
}: LeaveGuardProps) {
  const { registerLeaveHandler: registerInDialog } = usePageNavigation();
  const page = usePage();
  const [proceed, setProceed] = useState<(() => void) | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** True after the user has confirmed leaving, to avoid a second confirmation. */
  const hasConfirmed = useRef(false);
  const handler = useMemo(
    () => ({
      hasUnsaved: () => !hasConfirmed.current && hasUnsavedInput(),
      ask: (leave: () => void) =>
        setProceed(() => () => {
          hasConfirmed.current = true;
          // another guard may still prevent leaving, so the confirmation expires
          setTimeout(() => {
            hasConfirmed.current = false;
          }, CONFIRMATION_MS);
          leave();
        }),
    }),
    [hasUnsavedInput],
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
              staysMounted: page.isKept,
              ask: (proceed) => {
                page.show();
                handler.ask(proceed);
              },
            },
      ),
    [handler, page],
  );
  useEffect(() => page?.registerLeaveHandler(handler), [page, handler]);
  const hadUnsavedInput = useRef(false);
  // without dependencies, because `hasUnsavedInput()` changes without notice. A save always renders the surrounding
  // component, and so this one
  useEffect(() => {
    const hasUnsavedInputNow = hasUnsavedInput();
    if (hasUnsavedInputNow === hadUnsavedInput.current) return;
    hadUnsavedInput.current = hasUnsavedInputNow;
    page?.updateUnsavedMark();
  });
  useEffect(() => registerInDialog?.(handler), [registerInDialog, handler]);
  const losesInput = useCallback(
    (to: string | null) => handler.hasUnsaved() && (page === null || (to !== null && page.isLostBy(to))),
    [handler, page],
  );
  useRouteBlock(losesInput, handler.ask);

  const runAndLeave = (call: (() => Promise<unknown>) | undefined): void => {
    setBusy(true);
    void withTimeout(call?.())
      .catch(() => undefined)
      .finally(() => {
        setBusy(false);
        setProceed(null);
        proceed?.();
      });
  };
  return (
    <Modal
      open={proceed !== null}
      title="尚未保存"
      onCancel={() => setProceed(null)}
      maskClosable={false}
      footer={[
        <Button key="stay" onClick={() => setProceed(null)} disabled={isBusy} data-action="stay">
          继续填写
        </Button>,
        ...(onKeep
          ? [
              <Button
                key="discard"
                danger
                onClick={() => runAndLeave(onDiscard)}
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
          onClick={() => runAndLeave(onKeep)}
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
