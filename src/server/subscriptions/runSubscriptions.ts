import { sql } from 'kysely';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { JobKind } from '../jobs/index.ts';
import { remind } from '../notices/index.ts';
import { compositionOf, LONGEST_RESULT, type SubscriptionRow } from './compositions.ts';
import { nextTimeOf } from './schedule.ts';
import { toldWords } from './told.ts';

const AT_ONCE = 100;
/** By hand: one subscription again after so long, and so many of one person meanwhile. */
const AGAIN_SECONDS = 60;
const MOST_BY_HAND = 5;

/** What became of sending: whether somebody was reached, and the words for it. */
export interface Sent {
  isSent: boolean;
  text: string;
}

/**
 * Sends a subscription and puts it off to its next time, in one transaction: once, whichever server does it. Answers null
 * where another one was faster, or it was changed meanwhile. `isAsked`: its person wants it now.
 */
export async function sendSubscription(
  context: ServerContext,
  row: SubscriptionRow,
  now: Date,
  isAsked = false,
): Promise<Sent | null> {
  const { reminders, told, note, met, isPaused } = await compositionOf(context, row, isAsked);
  return context.db.transaction().execute(async (trx) => {
    const own = await trx
      .selectFrom('sys_subscription')
      .select('id')
      .where('id', '=', row.id)
      .where(sql<boolean>`last_at is not distinct from ${row.last_at}::timestamptz`)
      .where(
        sql<boolean>`date_trunc('milliseconds', next_at) = date_trunc('milliseconds', ${row.next_at}::timestamptz)`,
      )
      .forUpdate()
      .executeTakeFirst();
    if (!own) return null;
    const reached = await remind(trx, reminders);
    const sent = told.length === 0 ? { isSent: false, text: '' } : await toldWords(trx, told, reached);
    const text = [note, sent.text].filter((part) => part !== '').join('；') || '没有发送';
    await trx
      .updateTable('sys_subscription')
      .set({
        next_at: nextTimeOf(row.schedule, now),
        last_at: now,
        last_result: text.slice(0, LONGEST_RESULT),
        ...(met && row.kind === 'watch' ? { met: JSON.stringify(met) } : {}),
        ...(isPaused ? { is_paused: true } : {}),
      })
      .where('id', '=', row.id)
      .execute();
    return { isSent: sent.isSent, text };
  });
}

/**
 * Sends one's own subscription now, at most once a minute. Answers what became of it. Refuses with 404 somebody else's,
 * with SUBSCRIPTION_SENT what was sent a moment ago or too many at once, with REQUEST_BUSY what is being sent.
 */
export async function sendNow(context: ServerContext, userId: string, id: string, now = new Date()): Promise<Sent> {
  const row = await context.db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('sys_subscription')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id')
      .forUpdate()
      .execute();
    const own = rows.find((one) => one.id === id);
    if (!own) throw new Refusal('404');
    const since = now.getTime() - AGAIN_SECONDS * 1000;
    const byHand = rows.flatMap(({ by_hand_at: at }) => (at && at.getTime() > since ? at.getTime() : []));
    const last = own.by_hand_at?.getTime() ?? 0;
    const held = last > since ? last : byHand.length >= MOST_BY_HAND ? Math.min(...byHand) : null;
    if (held !== null)
      throw new Refusal('SUBSCRIPTION_SENT', { seconds: Math.max(1, Math.ceil((held - since) / 1000)) });
    await trx.updateTable('sys_subscription').set({ by_hand_at: now }).where('id', '=', id).execute();
    return own;
  });
  const sent = await sendSubscription(context, row, now, true);
  if (!sent) throw new Refusal('REQUEST_BUSY');
  return sent;
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
