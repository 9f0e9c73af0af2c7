import { sql } from 'kysely';
import type { RequestUser } from '../../http/user.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Trx } from '../../store/transaction.ts';
import { note } from '../history.ts';
import { refuseSuspended } from '../process.ts';
import type { Instance } from '../step.ts';
import { personOf, placeOf } from './hold.ts';

/** Lets a process rest: nobody acts on it, and what is left of its times is kept. Refuses with FLOW_SUSPENDED when it rests already. */
export async function suspend(trx: Trx, instance: Instance, user: RequestUser, reason: string): Promise<void> {
  refuseSuspended(instance);
  await trx.updateTable('flw_instance').set({ suspended_at: new Date(), suspended_by: user.name, suspended_for: reason }).where('id', '=', instance.id).execute();
  await trx.updateTable('flw_timer').set({ left_ms: sql<number>`greatest(0, (extract(epoch from due_at - now()) * 1000)::bigint)` }).where('instance_id', '=', instance.id).execute();
  await note(trx, instance, { node: placeOf(instance), by: personOf(user), action: 'suspend', opinion: reason });
}

/** Goes on: times run again from where they stood. Refuses with RECORD_STATE when it does not rest. */
export async function resume(trx: Trx, instance: Instance, user: RequestUser, reason: string): Promise<void> {
  if (instance.suspended_at === null) throw new Refusal('RECORD_STATE', { state: '未暂停' });
  await trx.updateTable('flw_timer').set({ due_at: sql<Date>`now() + left_ms * interval '1 millisecond'`, left_ms: null }).where('instance_id', '=', instance.id).where('left_ms', 'is not', null).execute();
  await trx.updateTable('flw_task').set({ due_at: sql<Date>`due_at + (now() - ${instance.suspended_at}::timestamptz)` }).where('instance_id', '=', instance.id).where('state', '=', 'open').where('due_at', 'is not', null).execute();
  await trx.updateTable('flw_instance').set({ suspended_at: null, suspended_by: null, suspended_for: null }).where('id', '=', instance.id).execute();
  await note(trx, instance, { node: placeOf(instance), by: personOf(user), action: 'resume', opinion: reason });
}
