import type { Selectable } from 'kysely';
import { chosenMethods, type DeliveryMethod } from '../../domain/messageKinds.ts';
import { loadPeopleAsSignedIn } from '../auth/index.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import type { NewReminder } from '../notices/index.ts';
import { readDefaults, loadReceivers } from '../outbox/index.ts';
import type { Database } from '../store/database.ts';
import { composeTotals, composeTable, composeWatch, type ComposedMessage } from './compose.ts';
import type { Receiver } from './sendingText.ts';
import './tables.ts';

export type SubscriptionRow = Selectable<Database['sys_subscription']>;

/** The current messages of a subscription, their receivers, and the note to store. */
export interface ComposedSubscription {
  reminders: NewReminder[];
  receivers: Receiver[];
  /** A text for the subscriber, in addition to the list of receivers; '' for none. */
  note: string;
  /** Ids of the receivers whose figure meets the condition of the watch. */
  metReceiverIds?: string[];
  /** The subscription must be paused, because its subscriber's account is disabled. */
  isPaused?: true;
}

/** Maximum length of the stored result of the last sending. */
export const MAX_RESULT_CHARS = 300;
/** Text for group chats. It contains no figures, because some members may not have the right to see them. */
const CHAT_TEXT = '有新的数据，请登录系统查看';

const reminderOf = (
  row: SubscriptionRow,
  person: Receiver,
  subscriberName: string,
  message: ComposedMessage,
): NewReminder => ({
  userId: person.id,
  kind: 'subscription',
  title: row.title,
  content: `${message.text.slice(0, 2000)}${person.id === row.user_id ? '' : `\n（由${subscriberName}订阅）`}`,
  groupContent: CHAT_TEXT,
  ways: person.ways,
  ...(row.page === '' ? {} : { link: row.page }),
  ...(message.attachment ? { attachment: message.attachment } : {}),
});

/**
 * Returns a function that gives the delivery ways for a person: all ways of the subscription for the subscriber, for
 * other receivers only those of its ways that the receiver has turned on.
 */
async function deliveryMethodsOf(
  context: ServerContext,
  row: SubscriptionRow,
): Promise<(person: RequestUser) => DeliveryMethod[]> {
  const [defaults, receivers] = [await readDefaults(context.db), await loadReceivers(context.db, row.people)];
  return ({ id }) =>
    id === row.user_id
      ? row.ways
      : row.ways.filter((way) =>
          chosenMethods('subscription', receivers.get(id)?.notify ?? {}, defaults.ways).includes(way),
        );
}

/** Composes the message for one person. `isMet`: the condition of the watch is met, or there is no condition. */
async function composeForPerson(
  context: ServerContext,
  row: SubscriptionRow,
  person: RequestUser,
): Promise<{ message: ComposedMessage; isMet: boolean }> {
  const subject = { datasetKey: row.dataset_key, question: row.question };
  if (row.kind === 'watch' && row.watch) {
    const { isMet, text } = await composeWatch(context, person, subject, row.watch);
    return { message: { text }, isMet };
  }
  const message =
    row.kind === 'table'
      ? await composeTable(context, person, subject, row.has_sheet)
      : await composeTotals(context, person, subject);
  return { message, isMet: true };
}

/**
 * Composes a subscription for all its receivers with their current rights. A met condition is reported once, and again
 * only after it was not met in between. With `isManual` (the subscriber sends the subscription now) a met condition is
 * always reported.
 */
export async function composeSubscription(
  context: ServerContext,
  row: SubscriptionRow,
  isManual: boolean,
): Promise<ComposedSubscription> {
  const people = await loadPeopleAsSignedIn(context.db, [...new Set([row.user_id, ...row.people])]);
  const subscriber = people.find(({ id }) => id === row.user_id);
  if (!subscriber) return { reminders: [], receivers: [], note: '订阅人已停用，订阅已暂停', isPaused: true };
  const waysFor = await deliveryMethodsOf(context, row);
  const result: ComposedSubscription & { metReceiverIds: string[] } = {
    reminders: [],
    receivers: [],
    note: '',
    metReceiverIds: [],
  };
  const notes: string[] = [];
  const refusedNames: string[] = [];
  for (const person of [subscriber, ...people.filter((other) => other !== subscriber)]) {
    const receiver: Receiver = { id: person.id, name: person.name, ways: waysFor(person) };
    const addMessage = (message: ComposedMessage): void => {
      result.receivers.push(receiver);
      result.reminders.push(reminderOf(row, receiver, subscriber.name, message));
    };
    try {
      const { message, isMet } = await composeForPerson(context, row, person);
      if (row.kind === 'watch' && person === subscriber)
        notes.push(isMet ? message.text : `未达到条件：${message.text}`);
      if (!isMet) continue;
      result.metReceiverIds.push(person.id);
      const wasReported = row.kind === 'watch' && row.met.includes(person.id);
      if (!wasReported || isManual) addMessage(message);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (person !== subscriber) {
        refusedNames.push(person.name);
        continue;
      }
      const text = `未能取得：${error.message}`;
      notes.push(text);
      // a repeated failure is reported once, not at every run
      if (!isManual && !row.last_result.startsWith(text.slice(0, MAX_RESULT_CHARS)))
        result.reminders.push(reminderOf(row, receiver, subscriber.name, { text }));
    }
  }
  if (refusedNames.length > 0) notes.push(`${refusedNames.join('、')}无权查看，未发送`);
  return { ...result, note: notes.join('；') };
}
