import { sql, type Selectable } from 'kysely';
import { peopleAsSignedIn } from '../auth/index.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { JobKind } from '../jobs/index.ts';
import { remind, type NewReminder } from '../notices/index.ts';
import type { Database } from '../store/database.ts';
import { composeFigure, composeTable, composeWatch, type Composed } from './compose.ts';
import { nextTimeOf } from './schedule.ts';
import './tables.ts';

type Row = Selectable<Database['sys_subscription']>;

const AT_ONCE = 100;
const LONGEST_RESULT = 300;

/** What is sent of a subscription, and what is noted of it. */
interface Outcome {
  reminders: NewReminder[];
  result: string;
  met?: string[];
  isPaused?: true;
}

const reminderOf = ({ title }: Row, userId: string, { text, attachment }: Composed): NewReminder => ({
  userId,
  kind: 'subscription',
  title,
  content: text.slice(0, 2000),
  ...(attachment ? { attachment } : {}),
});

/** A bound is told of when it is passed, and again only after it was not; each person within their own rights. */
async function watched(context: ServerContext, row: Row): Promise<Outcome> {
  const ids = [...new Set([row.user_id, ...row.people])];
  const met: string[] = [];
  const reminders: NewReminder[] = [];
  let result = '未达到条件';
  for (const person of await peopleAsSignedIn(context.db, ids)) {
    try {
      const { isMet, text } = await composeWatch(
        context,
        person,
        { datasetKey: row.dataset_key, question: row.question },
        row.watch as NonNullable<Row['watch']>,
      );
      if (!isMet) continue;
      met.push(person.id);
      if (person.id === row.user_id) result = text;
      if (!row.met.includes(person.id)) reminders.push(reminderOf(row, person.id, { text }));
    } catch (error) {
      // others who may not ask are not told; whose subscription it is reads why
      if (!(error instanceof Refusal)) throw error;
      if (person.id === row.user_id) result = `未能取得：${error.message}`;
    }
  }
  return { reminders, result, met };
}

/** What a subscription says now, within the rights that its person has now. */
async function outcomeOf(context: ServerContext, row: Row): Promise<Outcome> {
  const [person] = await peopleAsSignedIn(context.db, [row.user_id]);
  if (!person) return { reminders: [], result: '订阅人已停用，订阅已暂停', isPaused: true };
  if (row.kind === 'watch') return watched(context, row);
  const subject = { datasetKey: row.dataset_key, question: row.question };
  try {
    const composed =
      row.kind === 'table'
        ? await composeTable(context, person, subject)
        : await composeFigure(context, person, subject);
    return { reminders: [reminderOf(row, person.id, composed)], result: '已发送' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const text = `未能取得：${error.message}`;
    // said once, not with every turn
    const isKnown = row.last_result === text.slice(0, LONGEST_RESULT);
    return { reminders: isKnown ? [] : [reminderOf(row, person.id, { text })], result: text };
  }
}

/**
 * Sends a subscription and puts it off to its next time, in one transaction: once, whichever server does it. Answers false
 * where another one was faster, or it was changed meanwhile.
 */
export async function sendSubscription(context: ServerContext, row: Row, now: Date): Promise<boolean> {
  const { reminders, result, met, isPaused } = await outcomeOf(context, row);
  return context.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('sys_subscription')
      .set({
        next_at: nextTimeOf(row.schedule, now),
        last_at: now,
        last_result: result.slice(0, LONGEST_RESULT),
        ...(met ? { met: JSON.stringify(met) } : {}),
        ...(isPaused ? { is_paused: true } : {}),
      })
      .where('id', '=', row.id)
      .where(sql<boolean>`last_at is not distinct from ${row.last_at}::timestamptz`)
      .where(
        sql<boolean>`date_trunc('milliseconds', next_at) = date_trunc('milliseconds', ${row.next_at}::timestamptz)`,
      )
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await remind(trx, reminders);
    return true;
  });
}

/** Sends what is due at `now`; one that fails does not keep the others. Answers how many were sent. */
export async function runDueSubscriptions(
  context: ServerContext,
  now: Date,
  signal?: AbortSignal,
): Promise<{ sent: number; failed: number }> {
  const due = await context.db
    .selectFrom('sys_subscription')
    .selectAll()
    .where('is_paused', '=', false)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();
  let sent = 0;
  const failures: unknown[] = [];
  for (const row of due) {
    if (signal?.aborted) break;
    try {
      if (await sendSubscription(context, row, now)) sent += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return { sent, failed: failures.length };
}

/** The job that looks for subscriptions that are due. */
export const subscriptionJob = (context: ServerContext): JobKind => ({
  kind: 'subscriptions',
  title: '发送数据订阅',
  note: '按各人的订阅发送统计表与数字，检查预警条件',
  schedule: { everyMinutes: 5 },
  run: async (signal) => {
    const { sent } = await runDueSubscriptions(context, new Date(), signal);
    return sent === 0 ? '没有到期的订阅' : `发送了 ${sent} 个订阅`;
  },
});
