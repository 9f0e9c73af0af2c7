import { sql } from 'kysely';
import type { RequestUser } from '../../http/user.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Trx } from '../../store/transaction.ts';
import { note } from '../process/history.ts';
import { refuseSuspended } from '../process/process.ts';
import type { Instance } from '../process/step.ts';
import { personOf, placeOf } from './hold.ts';

/** What failed and waits to be tried again is tried at the next look of the scheduler. Refuses with FLOW_NOTHING when nothing failed, with FLOW_SUSPENDED while it rests. */
export async function retry(trx: Trx, instance: Instance, user: RequestUser, reason: string): Promise<void> {
  refuseSuspended(instance);
  const { numUpdatedRows } = await trx
    .updateTable('flw_timer')
    .set({ due_at: sql<Date>`now()` })
    .where('instance_id', '=', instance.id)
    .where('tries', '>', 0)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('FLOW_NOTHING');
  await note(trx, instance, { node: placeOf(instance), by: personOf(user), action: 'retry', opinion: reason });
}
