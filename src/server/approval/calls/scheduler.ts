import { sql } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { every } from '../../every.ts';
import { Refusal } from '../../http/refusal.ts';
import { runDueTimer, type Timer } from '../process/dueTimers.ts';
import { broadcastSignal } from '../process/waitingMessages.ts';
import { reasonOf, tryCall } from './serviceCall.ts';

const PERIOD_MS = 10_000;
const AT_ONCE = 50;
const LONGEST_WAIT_MINUTES = 60;

/** A step that cannot be taken now (nobody to act, no way open) is tried again later. */
async function postpone({ db }: ServerContext, { id, tries }: Timer, error: unknown): Promise<void> {
  await db
    .updateTable('flw_timer')
    .set({
      tries: tries + 1,
      error: reasonOf(error),
      due_at: sql<Date>`now() + make_interval(mins => ${Math.min(2 ** tries, LONGEST_WAIT_MINUTES)})`,
    })
    .where('id', '=', id)
    .execute();
}

/** Signals that were thrown, the oldest first: who waits for them is due then. A suspended process has thrown what it threw. */
async function tellSignals({ db }: ServerContext, onError: (error: unknown) => void): Promise<void> {
  const thrown = await db
    .selectFrom('flw_timer')
    .select(['id', 'awaits'])
    .where('kind', '=', 'throw')
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('set_at')
    .limit(AT_ONCE)
    .execute();
  for (const one of thrown) await broadcastSignal(db, one).catch(onError);
}

/** Does what is due now, each in a transaction of its own. Any number of servers may do so at once. Answers how many were done. */
export async function runDue(context: ServerContext, onError: (error: unknown) => void): Promise<number> {
  await tellSignals(context, onError);
  const due = await context.db
    .selectFrom('flw_timer')
    .selectAll()
    .where('due_at', '<=', sql<Date>`now()`)
    .where('left_ms', 'is', null)
    .where('kind', '!=', 'throw')
    .orderBy('due_at')
    .limit(AT_ONCE)
    .execute();
  let done = 0;
  for (const timer of due) {
    try {
      const isDone =
        timer.kind === 'call'
          ? await tryCall(context, timer, (answer) =>
              context.db.transaction().execute((trx) => runDueTimer(context, trx, timer, answer)),
            )
          : await context.db.transaction().execute((trx) => runDueTimer(context, trx, timer));
      if (!isDone) continue;
      done += 1;
      context.metrics.timers.inc({ outcome: 'fired' });
    } catch (error) {
      if (!(error instanceof Refusal)) onError(error);
      context.metrics.timers.inc({ outcome: 'postponed' });
      await postpone(context, timer, error);
    }
  }
  return done;
}

/** Looks for what is due every ten seconds, one look at a time. */
export const startScheduler = (context: ServerContext, onError: (error: unknown) => void): { stop(): Promise<void> } =>
  every(PERIOD_MS, () => runDue(context, onError), onError);
