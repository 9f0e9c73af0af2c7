import { Button, Space } from 'antd';
import { useCallback, useState } from 'react';
import type { NoticeManagerNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import type { Notice } from '../../runtime/services/messageServices.ts';
import type { FeedColumn } from '../feed/Feed.tsx';
import { FeedScreen, type FeedQuery } from '../feed/FeedScreen.tsx';
import { messageOf } from '../shared/messages.ts';
import { StatusTag } from '../shared/StatusTag.tsx';
import { useFeedback } from '../shared/useFeedback.ts';
import { NoticeEditor } from './NoticeEditor.tsx';
import { NoticeDialog } from './NoticeDialog.tsx';
import { NoticeKind } from './NoticeKind.tsx';

/** Text and tone of the state tag, by `status` of the notice. */
const STATE_TAGS: Readonly<Record<string, { text: string; tone: 'plain' | 'good' | 'warn' }>> = {
  '0': { text: '未发布', tone: 'plain' },
  '1': { text: '已发布', tone: 'good' },
  '2': { text: '已撤回', tone: 'warn' },
};

/** Administration of notices: write, release, withdraw, delete. A released notice must be withdrawn before editing. */
export function NoticeManagerBlock({ node }: BlockProps<NoticeManagerNode>) {
  const { notices } = useServices();
  const { message, confirm } = useFeedback();
  const [editedNotice, setEditedNotice] = useState<Notice | 'new' | null>(null);
  const [openedId, setOpenedId] = useState<string | null>(null);
  const [refreshKey, setRefreshKey] = useState(0);
  const load = useCallback(
    ({ text, page }: FeedQuery) => notices.list({ page, ...(text ? { title: text } : {}) }, true),
    // oxlint-disable-next-line react/exhaustive-deps -- `refreshKey` triggers a reload
    [notices, refreshKey],
  );
  const refresh = (): void => setRefreshKey((before) => before + 1);
  const run = async (call: Promise<void>, text: string): Promise<void> => {
    try {
      await call;
      message.success(text);
      refresh();
    } catch (error) {
      message.error(messageOf(error));
    }
  };
  const confirmAndRun = (title: string, okText: string, content: string, work: () => Promise<void>): void =>
    confirm({ title, content, okText, isDanger: okText !== '发布', onOk: () => run(work(), `已${okText}`) });
  const actions = (row: Notice) => (
    <Space size={4}>
      {row.status === '1' ? null : (
        <Button type="link" size="small" onClick={() => setEditedNotice(row)} data-action="edit">
          编辑
        </Button>
      )}
      {row.status === '1' ? (
        <Button
          type="link"
          size="small"
          danger
          onClick={() =>
            confirmAndRun(`撤回“${row.title}”？`, '撤回', '撤回后大家不再看到它，可修改后重新发布。', () =>
              notices.withdraw(row.id),
            )
          }
          data-action="withdraw"
        >
          撤回
        </Button>
      ) : (
        <Button
          type="link"
          size="small"
          onClick={() =>
            confirmAndRun(`发布“${row.title}”？`, '发布', '发布后范围内的人立即看到。', () => notices.release(row.id))
          }
          data-action="release"
        >
          发布
        </Button>
      )}
      {row.status === '1' ? null : (
        <Button
          type="link"
          size="small"
          danger
          onClick={() =>
            confirmAndRun(`删除“${row.title}”？`, '删除', '删除后无法恢复。', () => notices.remove(row.id))
          }
          data-action="delete"
        >
          删除
        </Button>
      )}
    </Space>
  );
  const columns: FeedColumn<Notice>[] = [
    { key: 'kind', title: '类别', width: 90, render: (row) => <NoticeKind value={row.kind} /> },
    {
      key: 'state',
      title: '状态',
      width: 90,
      render: (row) => (
        <StatusTag tone={STATE_TAGS[row.status]?.tone ?? 'plain'}>
          {STATE_TAGS[row.status]?.text ?? row.status}
        </StatusTag>
      ),
    },
    { key: 'author', title: '起草人', width: 110, render: (row) => row.authorName },
    { key: 'time', title: '时间', width: 170, render: (row) => row.releaseTime || row.createTime },
    { key: 'actions', title: '操作', width: 180, render: actions },
  ];
  return (
    <>
      <FeedScreen<Notice>
        title={node.title ?? '通知管理'}
        searchHint="通知标题"
        emptyText="还没有通知"
        topic="notice"
        load={load}
        titleHead="标题"
        idOf={(row) => row.id}
        titleOf={(row) => row.title}
        columns={columns}
        onOpen={(row) => (row.status === '1' ? setOpenedId(row.id) : setEditedNotice(row))}
        generalButtons={() => (
          <Button type="primary" onClick={() => setEditedNotice('new')} data-action="create">
            新建通知
          </Button>
        )}
      />
      {editedNotice === null ? null : (
        <NoticeEditor
          notice={editedNotice === 'new' ? null : editedNotice}
          fields={node.fields}
          onClose={() => setEditedNotice(null)}
          onSaved={() => {
            setEditedNotice(null);
            refresh();
          }}
        />
      )}
      {openedId === null ? null : <NoticeDialog id={openedId} onClose={() => setOpenedId(null)} />}
    </>
  );
}
