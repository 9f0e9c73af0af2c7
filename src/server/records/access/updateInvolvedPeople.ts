import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../store/transaction.ts';
import { tablesOf } from '../columns/catalogue.ts';

/**
 * Updates two tables for records of a form after their tasks, candidates or copies changed. `frm_hand` lists the
 * records that a person acted on, may act on now, or received a copy of, except those that they created. `frm_tally`
 * counts these records and the records that the person created: the count is the sum of all rows for a person and a
 * form, and this function adds rows with the difference. `users`: the people whose tasks or copies changed; 'all':
 * everybody. The caller must have locked the processes or the records, so that two transactions never update the row
 * of the same person and record.
 */
export async function updateInvolvedPeople(
  trx: Trx,
  formKey: string,
  recordIds: readonly string[],
  users: readonly string[] | 'all',
): Promise<void> {
  const tables = await tablesOf(trx, formKey);
  if (!tables || recordIds.length === 0 || users.length === 0) return;
  const isAmong = (column: string): RawBuilder<unknown> =>
    users === 'all' ? sql`true` : sql`${sql.ref(column)} = any(${users}::text[])`;
  await sql`
    with held as (
      select t.record_id, t.actor_id as user_id from flw_task t
        where t.record_id = any(${recordIds}::text[]) and ${isAmong('t.actor_id')}
      union select t.record_id, c.user_id from flw_task t join flw_task_candidate c on c.task_id = t.id
        where t.record_id = any(${recordIds}::text[]) and c.is_open and ${isAmong('c.user_id')}
      union select x.record_id, x.user_id from flw_reader x
        where x.record_id = any(${recordIds}::text[]) and ${isAmong('x.user_id')}),
    wanted as (
      select h.user_id, h.record_id, r.create_time from held h join ${sql.id(tables.main.name)} r on r.id = h.record_id
        where h.user_id <> r.create_by),
    dropped as (
      delete from frm_hand h where h.record_id = any(${recordIds}::text[]) and ${isAmong('h.user_id')}
        and not exists (select 1 from wanted w where w.record_id = h.record_id and w.user_id = h.user_id)
        returning h.user_id),
    added as (
      insert into frm_hand (user_id, form_key, record_id, create_time)
        select user_id, ${formKey}, record_id, create_time from wanted on conflict (record_id, user_id) do nothing
        returning user_id)
    insert into frm_tally (form_key, user_id, records)
      select ${formKey}, user_id, sum(change) from (
        select user_id, 1 as change from added union all select user_id, -1 from dropped) changes
      group by user_id`.execute(trx);
}
