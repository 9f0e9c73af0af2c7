import type { Topic } from '../runtime/services/messageServices.ts';
import type { Services } from '../runtime/services/services.ts';
import type { MenuEntry } from './menu.ts';
import { runWithoutOverlap } from './runWithoutOverlap.ts';
import type { SessionState } from './state.ts';

/** Topics of server events that have a count. */
export type CountedTopic = Exclude<Topic, 'menu' | 'document'>;

/** Counts shown next to menu entries, the bell and the title. */
export type SessionCounts = Pick<
  SessionState,
  'taskNumber' | 'collectionLettersNum' | 'sendLettersNum' | 'delLettersNum' | 'unread'
>;

/** Sums the user's to-dos and unread mails, notices and reminders. */
export const pendingCount = ({ taskNumber, unread }: { taskNumber: number; unread: SessionCounts['unread'] }): number =>
  taskNumber + unread.mail + unread.notice + unread.remind;

export type CountServices = Pick<Services, 'tasks' | 'mail' | 'notices'>;

/** Returns true if a menu entry shows the number of to-dos of its task nodes. */
const showsNodeCounts = (entries: readonly MenuEntry[]): boolean =>
  entries.some(({ taskNodes, children }) => taskNodes.length > 0 || showsNodeCounts(children));

/**
 * Returns a function that refreshes the counts of a topic (TC-011, ML-004). A failed request keeps the previous count
 * until the next server event.
 */
export function createCountRefresh(
  { tasks, mail, notices }: CountServices,
  state: SessionState,
): (topic: CountedTopic) => Promise<void> {
  const applyResult = async <T>(call: Promise<T>, apply: (value: T) => void): Promise<void> => {
    const value = await call.catch(() => null);
    if (value !== null && state.isLoaded) apply(value);
  };
  const refreshTodo = runWithoutOverlap(async () => {
    await Promise.all([
      applyResult(tasks.count(), (count) => {
        state.taskNumber = count;
      }),
      ...(showsNodeCounts(state.modules)
        ? [
            applyResult(tasks.groups('todo', { conditions: [] }), ({ nodes }) => {
              state.nodeNumbers = Object.fromEntries(nodes.map(({ taskNode, count }) => [taskNode, count]));
            }),
          ]
        : []),
    ]);
  });
  const refreshUnread = runWithoutOverlap(() =>
    applyResult(notices.unreadCounts(), (counts) => {
      Object.assign(state.unread, counts);
    }),
  );
  const refreshMail = runWithoutOverlap(async () => {
    await Promise.all([
      applyResult(mail.boxTotals(), ({ inbox, sent, deleted }) =>
        Object.assign(state, { collectionLettersNum: inbox, sendLettersNum: sent, delLettersNum: deleted }),
      ),
      applyResult(mail.counts(), ({ unreadNum }) => {
        state.unread.mail = Number(unreadNum) || 0;
      }),
    ]);
  });
  const refreshByTopic: Readonly<Record<CountedTopic, () => Promise<void>>> = {
    todo: refreshTodo,
    mail: refreshMail,
    notice: refreshUnread,
    remind: refreshUnread,
  };
  return (topic) => refreshByTopic[topic]();
}
