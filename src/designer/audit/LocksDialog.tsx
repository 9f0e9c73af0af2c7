import { Button, Empty, Modal, Spin } from 'antd';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { SignInLock } from '../../runtime/services/audit.ts';
import { Failure } from '../../screens/shared/Failure.tsx';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';

/** The accounts and addresses that are locked after too many failed sign-ins; an administrator can unlock them. */
export function LocksDialog({ onClose }: { onClose(): void }) {
  useReturnedFocus();
  const { audit } = useServices();
  const { message, confirm } = useFeedback();
  const { load, reload } = useLoad(() => audit.locks(), [audit]);
  const release = ({ subject, text }: SignInLock): void =>
    confirm({
      title: `解除“${text}”的登录锁定？`,
      content: '解除后可以马上重新登录。请先确认是本人忘记了密码，而不是有人在猜密码。',
      okText: '解除锁定',
      onOk: async () => {
        await audit.unlock(subject).then(
          () => message.success('已解除锁定'),
          (error: unknown) => message.error(messageOf(error)),
        );
        reload();
      },
    });
  const locks = load.value ?? [];
  return (
    <Modal open title="登录锁定" footer={<Button onClick={onClose}>关闭</Button>} onCancel={onClose} width={560}>
      <p className="sc-note">短时间内同一账号或同一来源地址登录失败次数过多，会被锁定，到时自动解除。</p>
      {load.state === 'error' ? <Failure error={load.error} onRetry={reload} /> : null}
      {load.state === 'loading' && locks.length === 0 ? <Spin className="dz-audit-wait" /> : null}
      {load.state === 'ready' && locks.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="目前没有被锁定的账号或地址" />
      ) : null}
      <ul className="dz-audit-locks">
        {locks.map((lock) => (
          <li key={lock.subject} data-lock={lock.subject}>
            <span>
              <strong>{lock.kind === 'account' ? lock.userName || lock.text : lock.text}</strong>
              <span className="sc-note">
                {lock.kind === 'account' ? `账号 ${lock.text}` : '来源地址'}，失败 {lock.failures} 次，{lock.minutes}{' '}
                分钟后自动解除
              </span>
            </span>
            <Button size="small" onClick={() => release(lock)} data-action="unlock">
              解除锁定
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
