import { sql, type RawBuilder } from 'kysely';
import { remind } from '../../notices/index.ts';
import { delegatedSql } from '../../records/index.ts';
import type { Trx } from '../../store/transaction.ts';
import { placeOfTask, type Instance, type Person, type TaskRow } from '../process/step.ts';

/** The open tasks that a person may act on, as a source of rows: task_id, arrived_at, and for_id where it is for another. */
export const seatsSql = (userId: string): RawBuilder<unknown> =>
  sql`(select task_id, arrived_at, null::text as for_id from flw_task_candidate where user_id = ${userId} and is_open union all select task_id, arrived_at, for_id from ${delegatedSql(userId)})`;

/**
 * Ids of the people who act now for any of these users, directly or through further delegations. With `of`: only
 * delegations for its form, without its initiator. Used to send them the reminders of the task's holders; whether they
 * may act is checked when they do.
 */
export async function delegatesOf(
  trx: Trx,
  users: readonly string[],
  of?: Pick<Instance, 'form_key' | 'initiator_id'>,
): Promise<string[]> {
  if (users.length === 0) return [];
  const inForm = of ? sql`and (d.form_keys is null or ${of.form_key} = any(d.form_keys))` : sql``;
  const { rows } = await sql<{ id: string }>`with recursive valid as materialized (
      select d.from_user, d.to_user from flw_delegation d where d.withdrawn_at is null and d.starts_at <= now() and d.ends_at > now() ${inForm}
    ), acting as (
      select to_user from valid where from_user = any(${[...users]}::text[])
      union select v.to_user from valid v join acting a on v.from_user = a.to_user
    ) select a.to_user as id from acting a join sys_user u on u.id = a.to_user and not u.is_disabled order by 1`.execute(
    trx,
  );
  const known = new Set([...users, ...(of ? [of.initiator_id] : [])]);
  return rows.map(({ id }) => id).filter((id) => !known.has(id));
}

/** Reminds the person for whom a delegate has completed a task, and lets them keep reading the record by the rules of that node. */
export async function tellPrincipal(
  trx: Trx,
  instance: Instance,
  task: TaskRow,
  by: Person,
  principal: Person,
): Promise<void> {
  await trx
    .insertInto('flw_reader')
    .values({
      record_id: instance.record_id,
      user_id: principal.id,
      form_key: instance.form_key,
      node_id: task.node_id,
      by_name: by.name,
    })
    .onConflict((conflict) =>
      conflict.columns(['record_id', 'user_id']).doUpdateSet((row) => ({
        by_name: row.ref('excluded.by_name'),
        created_at: sql`now()`,
      })),
    )
    .execute();
  await remind(trx, [
    {
      userId: principal.id,
      kind: 'flow-delegate',
      title: `${by.name} 代您办理：${instance.form_name}`,
      content: [instance.title, placeOfTask(task).name].filter(Boolean).join('｜'),
      formKey: instance.form_key,
      recordId: instance.record_id,
    },
  ]);
}
