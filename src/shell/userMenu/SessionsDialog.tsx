import { Button, Skeleton, Tag } from 'antd';
import { Dialog } from '../../runtime/host/Dialog.tsx';
import { useServices } from '../../runtime/contexts.ts';
import type { OpenSession } from '../../runtime/services/people.ts';
import { useOneAtATime } from '../../runtime/host/useOneAtATime.ts';
import { Failure } from '../../screens/shared/Failure.tsx';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';

const deviceNameOf = ({ device }: OpenSession): string => device || '未知设备';

/** Lists the open sessions of this person; ends a single session or all others. */
export function SessionsDialog({ onClose }: { onClose(): void }) {
  const { session: calls } = useServices();
  const { message, confirm } = useFeedback();
  const { load, reload } = useLoad(() => calls.sessions(), [calls]);
  const { isBusy, run } = useOneAtATime();
  const sessions = load.value ?? [];
  const otherSessions = sessions.filter(({ isCurrent }) => !isCurrent);

  const runAndReload = (endSessions: () => Promise<unknown>, successText: string): Promise<void> =>
    run(async () => {
      await endSessions().then(
        () => message.success(successText),
        (error: unknown) => message.error(messageOf(error)),
      );
      reload();
    });
  const confirmEnd = (openSession: OpenSession): void =>
    confirm({
      title: `退出“${deviceNameOf(openSession)}”上的登录？`,
      content: '该设备需要重新登录才能继续使用，未保存的内容会留在该设备上。',
      okText: '退出',
      isDanger: true,
      onOk: () => runAndReload(() => calls.endSession(openSession.id), '已退出该设备'),
    });
  const confirmEndOthers = (): void =>
    confirm({
      title: '退出其他设备上的登录？',
      content: `将退出除当前设备外的 ${otherSessions.length} 处登录。如果其中有不是您本人的登录，请随后修改密码。`,
      okText: '全部退出',
      isDanger: true,
      onOk: () => runAndReload(calls.endOtherSessions, '已退出其他设备'),
    });

  return (
    <Dialog
      title="登录设备"
      isOpen
      onClose={onClose}
      width={560}
      footer={
        <>
          {otherSessions.length > 0 ? (
            <Button danger onClick={confirmEndOthers} disabled={isBusy} data-action="end-other-sessions">
              退出其他设备
            </Button>
          ) : null}
          <Button onClick={onClose} data-action="close-sessions">
            关闭
          </Button>
        </>
      }
    >
      <p className="sc-note">这里是您的账号目前登录着的设备。发现不是您本人的登录，请退出它并修改密码。</p>
      {load.state === 'error' ? <Failure error={load.error} onRetry={reload} /> : null}
      {load.state === 'loading' && sessions.length === 0 ? (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      ) : null}
      <ul className="sf-sessions" aria-label="登录设备">
        {sessions.map((openSession) => (
          <li key={openSession.id} data-session={openSession.id}>
            <span>
              <strong>{deviceNameOf(openSession)}</strong>
              {openSession.isCurrent ? <Tag className="sc-tag sc-tag-good">当前设备</Tag> : null}
              <span>
                {openSession.address ? `地址 ${openSession.address}，` : ''}登录于 {openSession.signedIn.slice(0, 16)}
                ，最近使用 {openSession.lastSeen.slice(0, 16)}
              </span>
            </span>
            {openSession.isCurrent ? null : (
              <Button
                size="small"
                danger
                disabled={isBusy}
                aria-label={`退出${deviceNameOf(openSession)}`}
                onClick={() => confirmEnd(openSession)}
                data-action="end-session"
              >
                退出
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
