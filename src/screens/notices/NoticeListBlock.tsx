import { useCallback } from 'react';
import type { NoticeListNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import type { Notice } from '../../runtime/services/messageServices.ts';
import type { FeedColumn } from '../feed/Feed.tsx';
import { FeedScreen, type FeedQuery } from '../feed/FeedScreen.tsx';
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { NoticeDialog } from './NoticeDialog.tsx';
import { NoticeKind } from './NoticeKind.tsx';

const COLUMNS: readonly FeedColumn<Notice>[] = [
  { key: 'kind', title: '类别', width: 90, render: (row) => <NoticeKind value={row.kind} /> },
  { key: 'author', title: '发布人', width: 110, render: (row) => row.authorName },
  { key: 'time', title: '发布时间', width: 170, render: (row) => row.releaseTime },
];

/** The notices released to the user. A notice opens in a dialog; its id is in the address. */
export function NoticeListBlock({ node }: BlockProps<NoticeListNode>) {
  const { notices } = useServices();
  const navigation = usePageNavigation();
  const { id = '' } = navigation.query;
  // reloads when a notice is opened or closed, because opening marks it as read
  const load = useCallback(
    ({ text, readStatus, page }: FeedQuery) =>
      notices.list({ page, ...(text ? { title: text } : {}), ...(readStatus ? { readStatus } : {}) }, false),
    // oxlint-disable-next-line react/exhaustive-deps -- `id` triggers a reload
    [notices, id],
  );
  const close = (): void => {
    const { id: _closed, ...rest } = navigation.query;
    navigation.setQuery(rest);
  };
  return (
    <>
      <FeedScreen<Notice>
        title={node.title ?? '通知公告'}
        searchHint="通知标题"
        emptyText="没有通知公告"
        topic="notice"
        hasReadFilter
        load={load}
        titleHead="标题"
        idOf={(row) => row.id}
        titleOf={(row) => row.title}
        isNew={(row) => row.readStatus === '0'}
        columns={COLUMNS}
        onOpen={(row) => navigation.setQuery({ ...navigation.query, id: row.id })}
      />
      {id ? <NoticeDialog id={id} onClose={close} /> : null}
    </>
  );
}
