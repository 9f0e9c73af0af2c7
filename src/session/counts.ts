import type { Topic } from '../runtime/services/messageServices.ts';
import type { Services } from '../runtime/services/services.ts';
import type { MenuEntry } from './menu.ts';
import { once } from './once.ts';
import type { SessionState } from './state.ts';

/** The menu is news, too, but nothing to count. */
export type CountedTopic = Exclude<Topic, 'menu' | 'document'>;

/** Numbers beside menu entries, the bell and the title. */
export type Counted = Pick<
  SessionState,
  'taskNumber' | 'collectionLettersNum' | 'sendLettersNum' | 'delLettersNum' | 'unread'
>;

/** What waits for this person: to-dos, unread mails, notices and reminders. */
export const waitingIn = ({ taskNumber, unread }: { taskNumber: number; unread: Counted['unread'] }): number =>
  taskNumber + unread.mail + unread.notice + unread.remind;

export type CountServices = Pick<Services, 'tasks' | 'mail' | 'notices'>;

/** Whether an entry of this menu shows to-dos of task nodes of its own. */
const countsNodes = (entries: readonly MenuEntry[]): boolean =>
  entries.some(({ taskNodes, children }) => taskNodes.length > 0 || countsNodes(children));

/**
 * Counts anew what a topic of news concerns (TC-011, ML-004). A count that fails keeps the number before it: it comes
 * again with the next news, and nothing waits for it.
 */
export function createCounts(
  { tasks, mail, notices }: CountServices,
  state: SessionState,
): (topic: CountedTopic) => Promise<void> {
  const keep = async <T>(call: Promise<T>, into: (value: T) => void): Promise<void> => {
    const value = await call.catch(() => null);
    if (value !== null && state.isLoaded) into(value);
  };
  const todo = once(async () => {
    await Promise.all([
      keep(tasks.count(), (count) => {
        state.taskNumber = count;
      }),
      ...(countsNodes(state.modules)
        ? [
            keep(tasks.groups('todo', { conditions: [] }), ({ nodes }) => {
              state.nodeNumbers = Object.fromEntries(nodes.map(({ taskNode, count }) => [taskNode, count]));
            }),
          ]
        : []),
    ]);
  });
  const unread = once(() =>
    keep(notices.unread(), (counts) => {
      Object.assign(state.unread, counts);
    }),
  );
  const mails = once(async () => {
    await Promise.all([
      keep(mail.totals(), ({ inbox, sent, deleted }) =>
        Object.assign(state, { collectionLettersNum: inbox, sendLettersNum: sent, delLettersNum: deleted }),
      ),
      keep(mail.counts(), ({ unreadNum }) => {
        state.unread.mail = Number(unreadNum) || 0;
      }),
    ]);
  });
  const of: Readonly<Record<CountedTopic, () => Promise<void>>> = { todo, mail: mails, notice: unread, remind: unread };
  return (topic) => of[topic]();
}
