import { sql } from 'kysely';
import type { RequestUser } from '../../http/user.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Trx } from '../../store/transaction.ts';
import { addHistoryEntry } from '../process/history.ts';
import { refuseSuspended } from '../process/process.ts';
import type { Instance } from '../process/stepTypes.ts';
import { personOf, openNodesOf } from './forEachInstance.ts';

/**
 * Lets the scheduler retry, at its next run, those timers and calls of a process whose last attempt failed. A call that
 * a server is sending at this moment is not selected, because `reserveCall` has cleared its error. So the call is not
 * sent twice. Refuses with FLOW_NOTHING if no attempt failed, and with FLOW_SUSPENDED if the process is suspended.
 */
export async function retryFailed(trx: Trx, instance: Instance, user: RequestUser, reason: string): Promise<void> {
  refuseSuspended(instance);
  const { numUpdatedRows } = await trx
    .updateTable('flw_timer')
    .set({ due_at: sql<Date>`now()` })
    .where('instance_id', '=', instance.id)
    .where('error', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('FLOW_NOTHING');
  await addHistoryEntry(trx, instance, {
    node: openNodesOf(instance),
    actor: personOf(user),
    action: 'retry',
    opinion: reason,
  });
}
