import { Button } from 'antd';
import { useCallback } from 'react';
import type { ReminderListNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import type { Reminder } from '../../runtime/services/messageServices.ts';
import type { FeedColumn } from '../feed/Feed.tsx';
import { FeedScreen, type FeedQuery } from '../feed/FeedScreen.tsx';
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { reminderAddress } from './reminderAddress.ts';

const COLUMNS: readonly FeedColumn<Reminder>[] = [
  { key: 'content', title: '内容', width: 320, render: (row) => row.content },
  { key: 'time', title: '时间', width: 170, render: (row) => row.createTime },
];

/**
 * 我的提醒 (TC-003, CL-014): the user's reminders. A click on a reminder opens its record and marks the reminder
 * as read.
 */
export function ReminderListBlock({ node }: BlockProps<ReminderListNode>) {
  const { notices } = useServices();
  const navigation = usePageNavigation();
  const { message } = useFeedback();
  const load = useCallback(
    ({ text, readStatus, page }: FeedQuery) =>
      notices.reminders({ page, ...(text ? { title: text } : {}), ...(readStatus ? { readStatus } : {}) }),
    [notices],
  );
  /** Marks these reminders as read, or all reminders if `ids` is undefined. Calls `finish` on success. */
  const markRead = async (ids: string[] | undefined, finish: () => void): Promise<void> => {
    try {
      await notices.markRemindersRead(ids);
      finish();
    } catch (error) {
      message.error(messageOf(error));
    }
  };
  const open = (row: Reminder): void => {
    void markRead([row.id], () => undefined);
    const address = reminderAddress(row);
    if (address !== null) navigation.go(address);
  };
  return (
    <FeedScreen<Reminder>
      title={node.title ?? '我的提醒'}
      searchHint="提醒标题"
      emptyText="没有提醒"
      topic="remind"
      hasReadFilter
      load={load}
      titleHead="标题"
      idOf={(row) => row.id}
      titleOf={(row) => row.title}
      isNew={(row) => row.readStatus === '0'}
      columns={COLUMNS}
      isMultiline
      onOpen={open}
      buttons={(ids, finish) => (
        <>
          <Button disabled={ids.length === 0} onClick={() => void markRead(ids, finish)} data-action="mark-read">
            标为已读
          </Button>
          <Button onClick={() => void markRead(undefined, finish)} data-action="read-all">
            全部已读
          </Button>
        </>
      )}
    />
  );
}
