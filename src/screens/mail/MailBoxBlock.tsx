import { PaperClipOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useCallback } from 'react';
import type { MailBoxNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import type { MailRow } from '../../runtime/services/messageServices.ts';
import { FeedScreen, type FeedQuery } from '../feed/FeedScreen.tsx';
import type { FeedColumn } from '../feed/Feed.tsx';
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { MailBoxButtons } from './MailBoxButtons.tsx';
import { mailAddress, mailFormAddress } from './addresses.ts';

const TITLES = { inbox: '收件箱', sent: '已发送', deleted: '已删除', drafts: '草稿箱' } as const;
const EMPTY_TEXTS = {
  inbox: '还没有收到邮件',
  sent: '还没有发送过邮件',
  deleted: '没有已删除的邮件',
  drafts: '没有未发送的草稿',
} as const;

const createColumn = (
  key: string,
  title: string,
  width: number,
  render: FeedColumn<MailRow>['render'],
): FeedColumn<MailRow> => ({ key, title, width, render });
const FROM_COLUMN = createColumn('from', '发件人', 110, (row) => row.sendUserName);
const TO_COLUMN = createColumn('to', '收件人', 200, (row) => row.receiveUserNames);
const FILES_COLUMN = createColumn('files', '附件', 80, (row) =>
  row.fileCount > 0 ? (
    <span title={`${row.fileCount} 个附件`}>
      <PaperClipOutlined /> {row.fileCount}
    </span>
  ) : (
    ''
  ),
);
const TIME_COLUMN = createColumn('time', '时间', 170, (row) => row.sendTime);
const KIND_COLUMN = createColumn('kind', '来源', 90, (row) =>
  row.box === 'receive' ? '收到的' : row.status === '1' ? '发送的' : '草稿',
);
const READ_COLUMN = createColumn('read', '收件人阅读', 110, (row) =>
  row.readStatus === '1' ? '全部已读' : '尚未全读',
);
const COLUMNS = {
  inbox: [FROM_COLUMN, FILES_COLUMN, TIME_COLUMN],
  sent: [TO_COLUMN, READ_COLUMN, FILES_COLUMN, TIME_COLUMN],
  deleted: [KIND_COLUMN, FROM_COLUMN, TO_COLUMN, TIME_COLUMN],
  drafts: [TO_COLUMN, FILES_COLUMN, TIME_COLUMN],
} as const;

const idOf = (row: MailRow): string => row.id;
const titleOf = (row: MailRow): string => row.subject || '（无主题）';

/** The list of one mailbox of the internal mail (ML-001…003, CT-016). */
export function MailBoxBlock({ node }: BlockProps<MailBoxNode>) {
  const { box } = node;
  const { mail } = useServices();
  const navigation = usePageNavigation();
  const load = useCallback(
    ({ text, readStatus, page }: FeedQuery) =>
      mail.list(box, { page, ...(text ? { subject: text } : {}), ...(readStatus ? { readStatus } : {}) }),
    [mail, box],
  );
  return (
    <FeedScreen<MailRow>
      key={box}
      title={node.title ?? TITLES[box]}
      searchHint="邮件主题"
      emptyText={EMPTY_TEXTS[box]}
      topic="mail"
      hasReadFilter={box === 'inbox'}
      load={load}
      titleHead="主题"
      idOf={idOf}
      titleOf={titleOf}
      columns={COLUMNS[box]}
      isNew={(row) => row.box === 'receive' && row.readStatus === '0'}
      onOpen={(row) => navigation.go(box === 'drafts' ? mailFormAddress({ id: row.id }) : mailAddress(row.box, row.id))}
      generalButtons={() => (
        <Button type="primary" onClick={() => navigation.go(mailFormAddress({}))} data-action="write">
          写信
        </Button>
      )}
      buttons={(ids, finish) => <MailBoxButtons box={box} ids={ids} onDone={finish} />}
    />
  );
}
