import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../store/database.ts';
import type { Fact } from '../../store/facts.ts';
import type { PersonTask } from './involvement.ts';

/**
 * Returns, as SQL, the open tasks that a person may complete for absent people (`flw_delegation`). The columns are
 * task_id, record_id, arrived_at and for_id (the absent person).
 */
export const delegatedSql = (userId: string): RawBuilder<unknown> => sql`flw_delegated(${userId})`;

/**
 * Returns a fact: 'some' if somebody who is absent now has delegated their tasks to this person, otherwise 'none'.
 * 'none', the usual value, saves further queries.
 */
export const delegationFact = (userId: string): Fact => ({
  key: `delegate ${userId}`,
  answerSql: () =>
    sql<string>`case when exists (select 1 from flw_delegation d where d.to_user = ${userId} and d.withdrawn_at is null and d.starts_at <= now() and d.ends_at > now()) then 'some' else 'none' end`,
});

/** Returns the open tasks of these records that a person may complete for absent people, by record id. */
export async function findDelegatedTasks(
  db: Db,
  userId: string,
  recordIds: readonly string[],
): Promise<Map<string, PersonTask[]>> {
  const tasksByRecord = new Map<string, PersonTask[]>();
  if (recordIds.length === 0) return tasksByRecord;
  const { rows } =
    await sql<PersonTask>`select t.id, t.record_id, t.node_id, t.node_name, t.item_label, t.item_key, t.state, t.kind, u.name as for_name
    from ${delegatedSql(userId)} g join flw_task t on t.id = g.task_id join sys_user u on u.id = g.for_id
    where g.record_id = any(${[...recordIds]}::text[]) order by t.arrived_at, t.id`.execute(db);
  for (const row of rows) tasksByRecord.set(row.record_id, [...(tasksByRecord.get(row.record_id) ?? []), row]);
  return tasksByRecord;
}
