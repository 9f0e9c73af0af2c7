import type { Selectable } from 'kysely';
import { chosenWays, type MessageWay } from '../../domain/messageKinds.ts';
import { peopleAsSignedIn } from '../auth/index.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import type { NewReminder } from '../notices/index.ts';
import { readDefaults, loadReceivers } from '../outbox/index.ts';
import type { Database } from '../store/database.ts';
import { composeFigure, composeTable, composeWatch, type Composed } from './compose.ts';
import type { Told } from './told.ts';
import './tables.ts';

export type SubscriptionRow = Selectable<Database['sys_subscription']>;

/** What a subscription says now: to whom, and what is noted of it. */
export interface Composition {
  reminders: NewReminder[];
  told: Told[];
  /** What the subscription's person reads beside whom it was sent to; '' nothing. */
  note: string;
  met?: string[];
  isPaused?: true;
}

/** So much is noted of what was last sent. */
export const LONGEST_RESULT = 300;
/** Who reads along in a chat may not read the figures: there it is said only that there are some. */
const GROUP_TEXT = '有新的数据，请登录系统查看';

const reminderOf = (row: SubscriptionRow, person: Told, sender: string, composed: Composed): NewReminder => ({
  userId: person.id,
  kind: 'subscription',
  title: row.title,
  content: `${composed.text.slice(0, 2000)}${person.id === row.user_id ? '' : `\n（由${sender}订阅）`}`,
  groupContent: GROUP_TEXT,
  ways: person.ways,
  ...(row.page === '' ? {} : { link: row.page }),
  ...(composed.attachment ? { attachment: composed.attachment } : {}),
});

/** The ways for each: those of the subscription for its person, for others what they themselves take of these. */
async function waysOf(context: ServerContext, row: SubscriptionRow): Promise<(person: RequestUser) => MessageWay[]> {
  const [defaults, receivers] = [await readDefaults(context.db), await loadReceivers(context.db, row.people)];
  return ({ id }) =>
    id === row.user_id
      ? row.ways
      : row.ways.filter((way) =>
          chosenWays('subscription', receivers.get(id)?.notify ?? {}, defaults.ways).includes(way),
        );
}

/** What one person is told, and whether their bound is passed where there is one. */
async function composedFor(
  context: ServerContext,
  row: SubscriptionRow,
  person: RequestUser,
): Promise<{ composed: Composed; isMet: boolean }> {
  const subject = { datasetKey: row.dataset_key, question: row.question };
  if (row.kind === 'watch' && row.watch) {
    const { isMet, text } = await composeWatch(context, person, subject, row.watch);
    return { composed: { text }, isMet };
  }
  const composed =
    row.kind === 'table'
      ? await composeTable(context, person, subject, row.has_sheet)
      : await composeFigure(context, person, subject);
  return { composed, isMet: true };
}

/**
 * What a subscription says now, for each within the rights that they have now. A bound is told of when it is passed, and
 * again only after it was not; `isAsked` (its person wants it now): also while it is passed.
 */
export async function compositionOf(
  context: ServerContext,
  row: SubscriptionRow,
  isAsked: boolean,
): Promise<Composition> {
  const people = await peopleAsSignedIn(context.db, [...new Set([row.user_id, ...row.people])]);
  const owner = people.find(({ id }) => id === row.user_id);
  if (!owner) return { reminders: [], told: [], note: '订阅人已停用，订阅已暂停', isPaused: true };
  const ways = await waysOf(context, row);
  const found: Composition & { met: string[] } = { reminders: [], told: [], note: '', met: [] };
  const notes: string[] = [];
  const refused: string[] = [];
  for (const person of [owner, ...people.filter((one) => one !== owner)]) {
    const told: Told = { id: person.id, name: person.name, ways: ways(person) };
    const tell = (composed: Composed): void => {
      found.told.push(told);
      found.reminders.push(reminderOf(row, told, owner.name, composed));
    };
    try {
      const { composed, isMet } = await composedFor(context, row, person);
      if (row.kind === 'watch' && person === owner) notes.push(isMet ? composed.text : `未达到条件：${composed.text}`);
      if (!isMet) continue;
      found.met.push(person.id);
      const isKnown = row.kind === 'watch' && row.met.includes(person.id);
      if (!isKnown || isAsked) tell(composed);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (person !== owner) {
        refused.push(person.name);
        continue;
      }
      const text = `未能取得：${error.message}`;
      notes.push(text);
      // said once, not with every turn
      if (row.kind !== 'watch' && !isAsked && !row.last_result.startsWith(text.slice(0, LONGEST_RESULT)))
        found.reminders.push(reminderOf(row, told, owner.name, { text }));
    }
  }
  if (refused.length > 0) notes.push(`${refused.join('、')}无权查看，未发送`);
  return { ...found, note: notes.join('；') };
}
