import { Button } from 'antd';
import { useServices } from '../../runtime/contexts.ts';
import type { MailBox } from '../../runtime/services/messageServices.ts';
import { useOneAtATime } from '../../runtime/host/useOneAtATime.ts';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';

interface Props {
  box: MailBox;
  ids: string[];
  /** Called after a successful action, so that the list is loaded again. */
  onDone(): void;
}

/** Buttons for the selected mails of a box. Deleting permanently requires confirmation. */
export function MailBoxButtons({ box, ids, onDone }: Props) {
  const { mail } = useServices();
  const { message, confirm } = useFeedback();
  const { isBusy, run: runExclusive } = useOneAtATime();
  const run = (call: () => Promise<unknown>, successText: string): Promise<void> =>
    runExclusive(async () => {
      try {
        await call();
        message.success(successText);
        onDone();
      } catch (error) {
        message.error(messageOf(error));
      }
    });
  const isDisabled = ids.length === 0 || isBusy;
  const remove = (): void => {
    if (box !== 'deleted') {
      void run(() => mail.remove(ids, '0'), box === 'drafts' ? '草稿已删除' : '已移到“已删除”');
      return;
    }
    confirm({
      title: `彻底删除 ${ids.length} 封邮件？`,
      content: '彻底删除后无法恢复。',
      okText: '彻底删除',
      isDanger: true,
      onOk: () => run(() => mail.remove(ids, '1'), '已彻底删除'),
    });
  };
  return (
    <>
      {box === 'inbox' ? (
        <Button
          disabled={isDisabled}
          onClick={() => void run(() => mail.change(ids, { readStatus: '1' }), '已标为已读')}
          data-action="mark-read"
        >
          标为已读
        </Button>
      ) : null}
      {box === 'inbox' ? (
        <Button
          disabled={isDisabled}
          onClick={() => void run(() => mail.change(ids, { readStatus: '0' }), '已标为未读')}
          data-action="mark-unread"
        >
          标为未读
        </Button>
      ) : null}
      {box === 'inbox' ? (
        <Button
          disabled={isBusy}
          onClick={() => void run(() => mail.markAllRead(), '已全部标为已读')}
          data-action="read-all"
        >
          全部已读
        </Button>
      ) : null}
      {box === 'deleted' ? (
        <Button
          disabled={isDisabled}
          onClick={() => void run(() => mail.change(ids, { delStatus: '0' }), '已恢复')}
          data-action="restore"
        >
          恢复
        </Button>
      ) : null}
      <Button danger disabled={isDisabled} onClick={remove} data-action="delete">
        {box === 'deleted' ? '彻底删除' : '删除'}
      </Button>
    </>
  );
}
