import { sql } from 'kysely';
import { workTimeBetween } from '../../../domain/workTime.ts';
import type { ServerContext } from '../../context.ts';
import type { RequestUser } from '../../http/user.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Trx } from '../../store/transaction.ts';
import { timeAfter, readDatabaseTime, workCalendar } from '../definitions/flowCalendar.ts';
import { loadFlow } from '../../flowDocuments/index.ts';
import { addHistoryEntry } from '../process/history.ts';
import { refuseSuspended } from '../process/process.ts';
import { triggerConditionalEvents } from '../process/triggerConditionalEvents.ts';
import type { Instance } from '../process/stepTypes.ts';
import { isWorkTimer } from '../process/timers.ts';
import { personOf, openNodesOf } from './forEachInstance.ts';

/**
 * Stops the running timers of a suspended process: stores the remaining time of each timer; for a timer that counts
 * working time, the remaining working time.
 */
export async function stopTimers(context: ServerContext, trx: Trx, instance: Instance): Promise<void> {
  const stoppedTimers = await trx
    .updateTable('flw_timer')
    .set({ left_ms: sql<number>`greatest(0, (extract(epoch from due_at - now()) * 1000)::bigint)`, left_work: false })
    .where('instance_id', '=', instance.id)
    .where('left_ms', 'is', null)
    .returning(['id', 'kind', 'node_id', 'due_at'])
    .execute();
  const { definition } = await loadFlow(context, trx, instance.flow_key, instance.flow_version);
  const workTimers = stoppedTimers.filter((timer) => isWorkTimer(definition, timer));
  if (workTimers.length === 0) return;
  const [calendar, now] = [await workCalendar(trx), await readDatabaseTime(trx)];
  for (const { id, due_at: due } of workTimers) {
    await trx
      .updateTable('flw_timer')
      .set({ left_ms: workTimeBetween(now, due.getTime(), calendar), left_work: true })
      .where('id', '=', id)
      .execute();
  }
}

/**
 * Restarts each timer with its remaining time. An open task gets the new due time of its timer; the due time of a task
 * without a timer is postponed by the length of the suspension.
 */
async function restartTimers(trx: Trx, instance: Instance): Promise<void> {
  const workTimers = await trx
    .selectFrom('flw_timer')
    .select(['id', 'left_ms'])
    .where('instance_id', '=', instance.id)
    .where('left_ms', 'is not', null)
    .where('left_work', '=', true)
    .execute();
  for (const { id, left_ms: remainingMs } of workTimers) {
    const due_at = await timeAfter(trx, { ms: 0, work: { days: 0, ms: remainingMs ?? 0 } });
    await trx.updateTable('flw_timer').set({ due_at, left_ms: null, left_work: false }).where('id', '=', id).execute();
  }
  await trx
    .updateTable('flw_timer')
    .set({ due_at: sql<Date>`now() + left_ms * interval '1 millisecond'`, left_ms: null })
    .where('instance_id', '=', instance.id)
    .where('left_ms', 'is not', null)
    .where('left_work', '=', false)
    .execute();
  await trx
    .updateTable('flw_task')
    .set({
      due_at: sql<Date>`coalesce((select w.due_at from flw_timer w where w.task_id = flw_task.id and w.kind = 'due'), due_at + (now() - ${instance.suspended_at}::timestamptz))`,
    })
    .where('instance_id', '=', instance.id)
    .where('state', '=', 'open')
    .where('due_at', 'is not', null)
    .execute();
}

/**
 * Suspends a process: until it is resumed, only comments on it are accepted, and its timers are stopped. Refuses with
 * FLOW_SUSPENDED a process that is already suspended.
 */
export async function suspendProcess(
  context: ServerContext,
  trx: Trx,
  instance: Instance,
  user: RequestUser,
  reason: string,
): Promise<void> {
  refuseSuspended(instance);
  await trx
    .updateTable('flw_instance')
    .set({ suspended_at: new Date(), suspended_by: user.name, suspended_for: reason })
    .where('id', '=', instance.id)
    .execute();
  await stopTimers(context, trx, instance);
  await addHistoryEntry(trx, instance, {
    node: openNodesOf(instance),
    actor: personOf(user),
    action: 'suspend',
    opinion: reason,
  });
}

/**
 * Resumes a suspended process, restarts its timers, and triggers the conditional events whose condition became true in
 * the meantime. Refuses with RECORD_STATE a process that is not suspended.
 */
export async function resumeProcess(
  context: ServerContext,
  trx: Trx,
  instance: Instance,
  user: RequestUser,
  reason: string,
): Promise<void> {
  if (instance.suspended_at === null) throw new Refusal('RECORD_STATE', { state: '未暂停' });
  await restartTimers(trx, instance);
  await trx
    .updateTable('flw_instance')
    .set({ suspended_at: null, suspended_by: null, suspended_for: null })
    .where('id', '=', instance.id)
    .execute();
  await addHistoryEntry(trx, instance, {
    node: openNodesOf(instance),
    actor: personOf(user),
    action: 'resume',
    opinion: reason,
  });
  await triggerConditionalEvents(context, trx, { ...instance, suspended_at: null });
}
