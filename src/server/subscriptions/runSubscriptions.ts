import { sql } from 'kysely';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import type { JobKind } from '../jobs/index.ts';
import { remind } from '../notices/index.ts';
import { composeSubscription, MAX_RESULT_CHARS, type SubscriptionRow } from './composeSubscription.ts';
import { nextTimeOf } from './subscriptionSchedule.ts';
import { describeSending } from './sendingText.ts';

const BATCH_SIZE = 100;
/** Time until the same subscription can be sent manually again. */
const MANUAL_INTERVAL_SECONDS = 60;
/** Maximum number of subscriptions that one person can send manually in this time. */
const MAX_MANUAL = 5;

/** Result of sending. `isSent`: somebody was reached; `text`: description of the result for the subscriber. */
export interface SendResult {
  isSent: boolean;
  text: string;
}

/**
 * Sends a subscription and sets its next time in one transaction, so that only one of several servers sends it. Returns
 * null when another server was faster, or the subscription was changed meanwhile. `isManual`: the subscriber sends the
 * subscription now.
 */
export async function sendSubscription(
  context: ServerContext,
  row: SubscriptionRow,
  now: Date,
  isManual = false,
): Promise<SendResult | null> {
  const { reminders, receivers, note, metReceiverIds, isPaused } = await composeSubscription(context, row, isManual);
  return context.db.transaction().execute(async (trx) => {
    const lockedRow = await trx
      .selectFrom('sys_subscription')
      .select('id')
      .where('id', '=', row.id)
      .where(sql<boolean>`last_at is not distinct from ${row.last_at}::timestamptz`)
      // the database stores microseconds, a Date only milliseconds
      .where(
        sql<boolean>`date_trunc('milliseconds', next_at) = date_trunc('milliseconds', ${row.next_at}::timestamptz)`,
      )
      .forUpdate()
      .executeTakeFirst();
    if (!lockedRow) return null;
    const remindResult = await remind(trx, reminders);
    const sendResult =
      receivers.length === 0 ? { isSent: false, text: '' } : await describeSending(trx, receivers, remindResult);
    const text = [note, sendResult.text].filter((part) => part !== '').join('；') || '没有发送';
    await trx
      .updateTable('sys_subscription')
      .set({
        next_at: nextTimeOf(row.schedule, now),
        last_at: now,
        last_result: text.slice(0, MAX_RESULT_CHARS),
        ...(metReceiverIds && row.kind === 'watch' ? { met: JSON.stringify(metReceiverIds) } : {}),
        ...(isPaused ? { is_paused: true } : {}),
      })
      .where('id', '=', row.id)
      .execute();
    return { isSent: sendResult.isSent, text };
  });
}

/**
 * Sends the caller's own subscription now, at most once a minute. Refuses another person's subscription with 404.
 * Refuses with SUBSCRIPTION_SENT when the subscription was sent manually a short time ago, or the person has sent too
 * many subscriptions in this time; with REQUEST_BUSY while a server sends it.
 */
export async function sendOwnSubscription(
  context: ServerContext,
  userId: string,
  id: string,
  now = new Date(),
): Promise<SendResult> {
  const row = await context.db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('sys_subscription')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id')
      .forUpdate()
      .execute();
    const subscription = rows.find((row) => row.id === id);
    if (!subscription) throw new Refusal('404');
    const periodStart = now.getTime() - MANUAL_INTERVAL_SECONDS * 1000;
    const manualTimes = rows.flatMap(({ by_hand_at: requestedAt }) =>
      requestedAt && requestedAt.getTime() > periodStart ? requestedAt.getTime() : [],
    );
    const lastManualTime = subscription.by_hand_at?.getTime() ?? 0;
    const limitTime = manualTimes.length >= MAX_MANUAL ? Math.min(...manualTimes) : null;
    const blockingTime = lastManualTime > periodStart ? lastManualTime : limitTime;
    if (blockingTime !== null)
      throw new Refusal('SUBSCRIPTION_SENT', { seconds: Math.max(1, Math.ceil((blockingTime - periodStart) / 1000)) });
    await trx.updateTable('sys_subscription').set({ by_hand_at: now }).where('id', '=', id).execute();
    return subscription;
  });
  const result = await sendSubscription(context, row, now, true);
  if (!result) throw new Refusal('REQUEST_BUSY');
  return result;
}

/**
 * Sends the subscriptions that are due at `now`. A failure does not prevent the others. Returns the number of sent
 * subscriptions; throws the first failure at the end.
 */
export async function runDueSubscriptions(context: ServerContext, now: Date, signal?: AbortSignal): Promise<number> {
  const dueSubscriptions = await context.db
    .selectFrom('sys_subscription')
    .selectAll()
    .where('is_paused', '=', false)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute();
  let sentCount = 0;
  const failures: unknown[] = [];
  for (const row of dueSubscriptions) {
    if (signal?.aborted) break;
    try {
      if (await sendSubscription(context, row, now)) sentCount += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return sentCount;
}

/** Returns the job that sends due subscriptions. */
export const subscriptionJob = (context: ServerContext): JobKind => ({
  kind: 'subscriptions',
  title: '发送数据订阅',
  note: '按各人的订阅发送统计表与数字，检查预警条件',
  schedule: { everyMinutes: 5 },
  run: async (signal) => {
    const sentCount = await runDueSubscriptions(context, new Date(), signal);
    return sentCount === 0 ? '没有到期的订阅' : `发送了 ${sentCount} 个订阅`;
  },
});
