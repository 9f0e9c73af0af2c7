import { sql, type RawBuilder } from 'kysely';
import { remind } from '../../notices/index.ts';
import { delegatedSql, updateInvolvedPeople } from '../../records/index.ts';
import type { Trx } from '../../store/transaction.ts';
import { nodeWithDisplayName, type Instance, type Person, type TaskRow } from '../process/stepTypes.ts';

/**
 * Returns, as SQL, the open tasks that a person may act on. The columns are task_id, arrived_at and for_id: the id of
 * the absent person who delegated the task (`flw_delegation`), null for the person's own task.
 */
export const openTasksSql = (userId: string): RawBuilder<unknown> =>
  sql`(select task_id, arrived_at, null::text as for_id from flw_task_candidate where user_id = ${userId} and is_open union all select task_id, arrived_at, for_id from ${delegatedSql(userId)})`;

/**
 * Returns the delegates of these users for this process: the ids of the enabled people who may now complete its tasks
 * for one of the users. The database function `flw_acts_for` decides this from the delegations. The users themselves
 * are not included. The result is used only for notifications; permissions are checked again when somebody acts.
 */
export async function delegatesOf(
  trx: Trx,
  users: readonly string[],
  process: Pick<Instance, 'form_key' | 'initiator_id'>,
): Promise<string[]> {
  if (users.length === 0) return [];
  const userIds = sql`${[...users]}::text[]`;
  // `flw_acts_for` is called only for the few people who are connected to these users by delegations
  const { rows } = await sql<{ id: string }>`with recursive valid as materialized (
      select from_user, to_user from flw_delegation where withdrawn_at is null and starts_at <= now() and ends_at > now()
    ), reached as (
      select to_user from valid where from_user = any(${userIds})
      union select v.to_user from valid v join reached r on v.from_user = r.to_user
    ) select u.id from reached r join sys_user u on u.id = r.to_user and not u.is_disabled
    where u.id <> all(${userIds}) and exists (select 1 from flw_acts_for(u.id) a where a.person = any(${userIds})
      and (a.form_keys is null or ${process.form_key} = any(a.form_keys)) and ${process.initiator_id} <> all(a.path))
    order by 1`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * Informs the absent person (`principal`) that their delegate has completed a task. Also lets the absent person
 * continue to read the record by the rules of the task's node.
 */
export async function remindPrincipal(
  trx: Trx,
  instance: Instance,
  task: TaskRow,
  delegate: Person,
  principal: Person,
): Promise<void> {
  await trx
    .insertInto('flw_reader')
    .values({
      record_id: instance.record_id,
      user_id: principal.id,
      form_key: instance.form_key,
      node_id: task.node_id,
      by_name: delegate.name,
    })
    .onConflict((conflict) =>
      conflict.columns(['record_id', 'user_id']).doUpdateSet((row) => ({
        node_id: row.ref('excluded.node_id'),
        by_name: row.ref('excluded.by_name'),
        created_at: sql`now()`,
      })),
    )
    .execute();
  await updateInvolvedPeople(trx, instance.form_key, [instance.record_id], [principal.id]);
  await remind(trx, [
    {
      userId: principal.id,
      kind: 'flow-delegate',
      title: `${delegate.name} 代您办理：${instance.form_name}`,
      content: [instance.title, nodeWithDisplayName(task).name].filter(Boolean).join('｜'),
      formKey: instance.form_key,
      recordId: instance.record_id,
    },
  ]);
}
