import type { Topic } from '../../runtime/services/messageServices.ts';
import type { Services } from '../../runtime/services/services.ts';
import { INBOX_ADDRESS, mailAddress } from '../mail/addresses.ts';
import { detailAddress, toSearch, TODO_ADDRESS } from '../navigation/pageNavigation.ts';
import { reminderAddress } from '../notices/reminderAddress.ts';
import { taskQuery } from '../taskList/tasks.ts';

/** An entry of a feed. `note`: its second line; `address`: the page that it opens. */
export interface PushItem {
  id: string;
  title: string;
  note: string;
  address: string;
}
export interface PushPage {
  list: PushItem[];
  total: number;
}
export interface PushFeed {
  topic: Topic;
  title: string;
  /** Text that is shown if the feed has no items. */
  empty: string;
  /** Address of the complete list. */
  listAddress: string;
  load(services: Services, count: number): Promise<PushPage>;
  /** Marks an item as read; absent if opening its page does this. */
  markRead?(services: Services, id: string): Promise<void>;
}

const firstPage = (pageSize: number) => ({ pageNum: 1, pageSize });
const NOTICES = '/notice/list';
const REMINDERS = '/taskCenter/remindList';

/** The feeds, one for each topic. */
export const FEEDS: readonly PushFeed[] = [
  {
    topic: 'todo',
    title: '待办',
    empty: '没有待办',
    listAddress: TODO_ADDRESS,
    async load({ tasks }, count) {
      const { list, total } = await tasks.list('todo', { page: firstPage(count), conditions: [] });
      return {
        total,
        list: list.map((task) => ({
          id: task.taskId,
          title: task.title,
          note: `${task.taskNode}　${task.arriveTime ?? task.startTime}`,
          address: detailAddress(taskQuery('todo', task)),
        })),
      };
    },
  },
  {
    topic: 'mail',
    title: '未读邮件',
    empty: '没有未读邮件',
    listAddress: INBOX_ADDRESS,
    async load({ mail }, count) {
      const { list, total } = await mail.list('inbox', { readStatus: '0', page: firstPage(count) });
      return {
        total,
        list: list.map((row) => ({
          id: row.id,
          title: row.subject || '（无主题）',
          note: `${row.sendUserName}　${row.sendTime}`,
          address: mailAddress('receive', row.id),
        })),
      };
    },
  },
  {
    topic: 'notice',
    title: '未读通知',
    empty: '没有未读通知',
    listAddress: NOTICES,
    async load({ notices }, count) {
      const { list, total } = await notices.list({ readStatus: '0', page: firstPage(count) }, false);
      return {
        total,
        list: list.map((row) => ({
          id: row.id,
          title: row.title,
          note: `${row.authorName}　${row.releaseTime}`,
          address: `${NOTICES}${toSearch({ id: row.id })}`,
        })),
      };
    },
  },
  {
    topic: 'remind',
    title: '未读提醒',
    empty: '没有未读提醒',
    listAddress: REMINDERS,
    async load({ notices }, count) {
      const { list, total } = await notices.reminders({ readStatus: '0', page: firstPage(count) });
      return {
        total,
        list: list.map((row) => ({
          id: row.id,
          title: row.title,
          note: row.createTime,
          address: reminderAddress(row) ?? REMINDERS,
        })),
      };
    },
    markRead: ({ notices }, id) => notices.markRemindersRead([id]),
  },
];

/** Returns the feeds for the address parameter `type`; all feeds for `all` and for unknown types. */
export const feedsOf = (type: string | undefined): readonly PushFeed[] => {
  const matchingFeeds = FEEDS.filter(({ topic }) => topic === type);
  return matchingFeeds.length > 0 ? matchingFeeds : FEEDS;
};
