import { sql, type RawBuilder } from 'kysely';
import { remind } from '../../notices/index.ts';
import { delegatedSql, updateInvolvedPeople } from '../../records/index.ts';
import type { Trx } from '../../store/transaction.ts';
import { displayNodeOf, type Instance, type Person, type TaskRow } from '../process/stepTypes.ts';

/**
 * SQL of the open tasks that a person may act on, as rows of task_id, arrived_at and for_id: id of the absent person
 * who delegated the task (`flw_delegation`), null for an own task.
 */
export const openTasksSql = (userId: string): RawBuilder<unknown> =>
  sql`(select task_id, arrived_at, null::text as for_id from flw_task_candidate where user_id = ${userId} and is_open union all select task_id, arrived_at, for_id from ${delegatedSql(userId)})`;

/**
 * Ids of the people who stand in for any of these users now, directly or through further delegations, without the users
 * themselves. With `process`: only delegations that include the form of the process, and without its initiator. Used
 * only to notify these people; their permission is checked when they act.
 */
export async function delegatesOf(
  trx: Trx,
  users: readonly string[],
  process?: Pick<Instance, 'form_key' | 'initiator_id'>,
): Promise<string[]> {
  if (users.length === 0) return [];
  const formCondition = process ? sql`and (d.form_keys is null or ${process.form_key} = any(d.form_keys))` : sql``;
  const { rows } = await sql<{ id: string }>`with recursive valid as materialized (
      select d.from_user, d.to_user from flw_delegation d where d.withdrawn_at is null and d.starts_at <= now() and d.ends_at > now() ${formCondition}
    ), acting as (
      select to_user from valid where from_user = any(${[...users]}::text[])
      union select v.to_user from valid v join acting a on v.from_user = a.to_user
    ) select a.to_user as id from acting a join sys_user u on u.id = a.to_user and not u.is_disabled order by 1`.execute(
    trx,
  );
  const excluded = new Set([...users, ...(process ? [process.initiator_id] : [])]);
  return rows.map(({ id }) => id).filter((id) => !excluded.has(id));
}

/**
 * Reminds the absent person (`principal`) that the person who stands in for them (`delegate`) has completed a task, and
 * lets the absent person keep reading the record by the rules of the task's node.
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
      content: [instance.title, displayNodeOf(task).name].filter(Boolean).join('｜'),
      formKey: instance.form_key,
      recordId: instance.record_id,
    },
  ]);
}
