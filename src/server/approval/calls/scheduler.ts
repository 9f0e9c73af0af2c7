import { sql } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { runPeriodically } from '../../runPeriodically.ts';
import { Refusal } from '../../http/refusal.ts';
import { runDueTimer, type Timer } from '../process/dueTimers.ts';
import { broadcastSignal } from '../process/waitingMessages.ts';
import { errorText, tryCall } from './serviceCall.ts';

const PERIOD_MS = 10_000;
const MAX_PER_RUN = 50;
const MAX_DELAY_MINUTES = 60;

/** Postpones a timer whose step failed, e.g. because a node has no assignee. The delay grows with each failure. */
async function postpone({ db }: ServerContext, { id, tries }: Timer, error: unknown): Promise<void> {
  await db
    .updateTable('flw_timer')
    .set({
      tries: tries + 1,
      error: errorText(error),
      due_at: sql<Date>`now() + make_interval(mins => ${Math.min(2 ** tries, MAX_DELAY_MINUTES)})`,
    })
    .where('id', '=', id)
    .execute();
}

/** Delivers thrown signals, the oldest first. Includes signals of processes that were suspended after the throw. */
async function deliverSignals({ db }: ServerContext, onError: (error: unknown) => void): Promise<void> {
  const thrownSignals = await db
    .selectFrom('flw_timer')
    .select(['id', 'awaits'])
    .where('kind', '=', 'throw')
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('set_at')
    .limit(MAX_PER_RUN)
    .execute();
  for (const signal of thrownSignals) await broadcastSignal(db, signal).catch(onError);
}

/**
 * Delivers thrown signals, then runs due timers (at most MAX_PER_RUN of each), each timer in a separate transaction.
 * Several servers may run this function concurrently. Returns the number of timers that were run.
 */
export async function runDueTimers(context: ServerContext, onError: (error: unknown) => void): Promise<number> {
  await deliverSignals(context, onError);
  const dueTimers = await context.db
    .selectFrom('flw_timer')
    .selectAll()
    .where('due_at', '<=', sql<Date>`now()`)
    .where('left_ms', 'is', null)
    .where('kind', '!=', 'throw')
    .orderBy('due_at')
    .limit(MAX_PER_RUN)
    .execute();
  let runCount = 0;
  for (const timer of dueTimers) {
    try {
      const isHandled =
        timer.kind === 'call'
          ? await tryCall(context, timer, (answer) =>
              context.db.transaction().execute((trx) => runDueTimer(context, trx, timer, answer)),
            )
          : await context.db.transaction().execute((trx) => runDueTimer(context, trx, timer));
      if (!isHandled) continue;
      runCount += 1;
      context.metrics.timers.inc({ outcome: 'fired' });
    } catch (error) {
      if (!(error instanceof Refusal)) onError(error);
      context.metrics.timers.inc({ outcome: 'postponed' });
      await postpone(context, timer, error);
    }
  }
  return runCount;
}

/** Runs due timers every ten seconds. A server starts a run only after its previous run has ended. */
export const startScheduler = (context: ServerContext, onError: (error: unknown) => void): { stop(): Promise<void> } =>
  runPeriodically(PERIOD_MS, () => runDueTimers(context, onError), onError);
