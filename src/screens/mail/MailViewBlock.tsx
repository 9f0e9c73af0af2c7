import { Alert, Button, Descriptions, Skeleton } from 'antd';
import type { MailViewNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import type { Mail } from '../../runtime/services/messageServices.ts';
import { useOneAtATime } from '../../runtime/host/useOneAtATime.ts';
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { Failure } from '../shared/Failure.tsx';
import { plainText } from '../shared/plainText.ts';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { useLoad } from '../shared/useLoad.ts';
import { MailFiles } from './MailFiles.tsx';
import { INBOX_ADDRESS, SENT_ADDRESS, mailFormAddress } from './addresses.ts';
import '../screens.css';

/** Value of `Mail.place` for a mail in the box of deleted mails. */
const DELETED_PLACE = '1';

const joinNames = (people: Mail['to']): string => people.map(({ name }) => name).join('、');

/** A mail with its attachments and read receipts, and buttons to reply, forward, delete and restore. */
export function MailViewBlock({ node }: BlockProps<MailViewNode>) {
  const { mail: service } = useServices();
  const navigation = usePageNavigation();
  const { message } = useFeedback();
  const { isBusy, run } = useOneAtATime();
  const { id = '' } = navigation.query;
  const box = navigation.query.box === 'send' ? 'send' : 'receive';
  const { load, reload } = useLoad(async () => {
    if (id === '') throw new ServiceError('404', '地址中缺少邮件编号');
    return service.open(box, id);
  }, [service, box, id]);
  const leave = (): void => navigation.back(box === 'send' ? SENT_ADDRESS : INBOX_ADDRESS);
  if (load.state === 'error')
    return (
      <div className="sc-record">
        <Failure error={load.error} title={node.title ?? '邮件打不开'} onRetry={reload} />
      </div>
    );
  const mail = load.value;
  if (!mail)
    return (
      <div className="sc-record">
        <Skeleton active />
      </div>
    );

  const callAndLeave = (call: () => Promise<void>, text: string): Promise<void> =>
    run(async () => {
      try {
        await call();
        message.success(text);
        leave();
      } catch (error) {
        message.error(messageOf(error));
      }
    });
  const openWritePage = (kind: 'reply' | 'replyAll' | 'forward'): void =>
    navigation.go(mailFormAddress({ source: id, box, act: kind }));
  const isDeleted = mail.place === DELETED_PLACE;

  return (
    <article className="sc-record" data-mail={mail.emailId}>
      <div className="sc-record-header">
        <div className="sc-record-title">
          <h2>{mail.subject || '（无主题）'}</h2>
        </div>
        <div className="sc-record-buttons">
          {box === 'receive' && !isDeleted ? (
            <Button type="primary" onClick={() => openWritePage('reply')} data-action="reply">
              回复
            </Button>
          ) : null}
          {box === 'receive' && !isDeleted && mail.to.length + mail.cc.length > 1 ? (
            <Button onClick={() => openWritePage('replyAll')} data-action="reply-all">
              全部回复
            </Button>
          ) : null}
          {!isDeleted && mail.status === '1' ? (
            <Button onClick={() => openWritePage('forward')} data-action="forward">
              转发
            </Button>
          ) : null}
          {isDeleted ? (
            <Button
              disabled={isBusy}
              onClick={() => void callAndLeave(() => service.change([id], { delStatus: '0' }), '已恢复')}
              data-action="restore"
            >
              恢复
            </Button>
          ) : (
            <Button
              danger
              disabled={isBusy}
              onClick={() => void callAndLeave(() => service.remove([id], '0'), '已移到“已删除”')}
              data-action="delete"
            >
              删除
            </Button>
          )}
          <Button onClick={leave} data-action="back">
            返回
          </Button>
        </div>
      </div>
      {isDeleted ? <Alert type="warning" showIcon message="这封邮件在“已删除”中" /> : null}
      <Descriptions
        column={1}
        size="small"
        className="sc-mail-head"
        items={[
          { key: 'from', label: '发件人', children: mail.sender.name },
          { key: 'to', label: '收件人', children: joinNames(mail.to) || '—' },
          ...(mail.cc.length > 0 ? [{ key: 'cc', label: '抄送', children: joinNames(mail.cc) }] : []),
          { key: 'time', label: '时间', children: mail.sendTime },
          ...(mail.files.length > 0
            ? [{ key: 'files', label: '附件', children: <MailFiles files={mail.files} /> }]
            : []),
        ]}
      />
      <div className="sc-mail-body">{plainText(mail.content)}</div>
      {mail.receipts && mail.receipts.length > 0 ? (
        <section className="sc-history" aria-label="阅读情况">
          <h3>阅读情况</h3>
          <ul className="sc-plain-list">
            {mail.receipts.map(({ name, readTime }, index) => (
              <li key={`${index} ${name}`}>
                {name}：{readTime ? `${readTime} 已读` : '未读'}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </article>
  );
}
