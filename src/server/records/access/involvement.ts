import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../store/database.ts';
import type { TaskRow } from '../approvals.ts';
import type { RecordRow } from '../read/recordRows.ts';
import { findDelegatedTasks } from './delegated.ts';

/**
 * A task of a record that this person completed or may complete, for themselves or for an absent person (`for_name`).
 * For a person who received only a copy, `chosenTask` returns a `PersonTask` with the id '' and the node that sent the
 * copy.
 */
export interface PersonTask {
  id: string;
  record_id: string;
  node_id: string;
  node_name: string;
  /** The row or person of a repeat to which the task belongs; null outside of repeats. */
  item_label: string | null;
  item_key: string | null;
  state: string;
  kind: TaskRow['kind'];
  /** The name of the absent person for whom this person may complete the task; undefined for their own task. */
  for_name?: string;
}

/** A person's tasks and copy of a record, and the record's process. The person's situation is derived from these. */
export interface Involvement {
  /** The completed tasks of this person, the latest last; then their open tasks. Null if they never had a task. */
  tasks: PersonTask[] | null;
  /** The id of the node that sent a copy to this person; null without a copy. */
  copy: string | null;
  /** The process of the record; null if its form has no process or the record was never submitted. */
  flow: { key: string; version: number; isWithdrawn?: boolean } | null;
}

/**
 * Returns a person's `Involvement` as a column of a query in which `r.id` is the id of a record. The user id is
 * written as `(select $1::text)`, which hides its value from the planner. So the database keeps one plan for all
 * people.
 */
export const involvementSql = (userId: string): RawBuilder<Involvement> =>
  involvementOfUserSql(sql`(select ${userId}::text)`);

/** The involvement of every person in a record without a process and without copies. */
export const NO_INVOLVEMENT: Involvement = { tasks: null, copy: null, flow: null };

/** NO_INVOLVEMENT as a column of a query. */
export const noInvolvementSql = sql<Involvement>`${sql.lit(JSON.stringify(NO_INVOLVEMENT))}::jsonb`;

// `offset 0` and `coalesce(c.is_open, false)` make the planner check by primary key whether the person is a candidate
// of a task; this costs the same for every person
const involvementOfUserSql = (
  user: RawBuilder<unknown>,
): RawBuilder<Involvement> => sql<Involvement>`jsonb_build_object(
  'tasks', (select jsonb_agg(jsonb_build_object('id', t.id, 'record_id', t.record_id, 'node_id', t.node_id, 'node_name', t.node_name, 'item_label', t.item_label, 'item_key', t.item_key, 'state', t.state, 'kind', t.kind) order by t.finished_at, t.id)
    from flw_task t where t.record_id = r.id and (t.actor_id = ${user} or exists (select 1 from flw_task_candidate c where c.task_id = t.id and c.user_id = ${user} and coalesce(c.is_open, false) offset 0))),
  'copy', (select x.node_id from flw_reader x where x.record_id = r.id and x.user_id = ${user}),
  'flow', (select jsonb_build_object('key', i.flow_key, 'version', i.flow_version, 'isWithdrawn', i.is_withdrawn) from flw_instance i where i.record_id = r.id))`;

/** Returns `{ isWithdrawn: true }` for a record that its applicant withdrew, and `{}` for any other record. */
export const withdrawnMark = ({ flow }: Pick<Involvement, 'flow'>): { isWithdrawn?: true } =>
  flow?.isWithdrawn === true ? { isWithdrawn: true } : {};

/**
 * Checks whether this person has or had a task or a copy of the record. If so, they may read it independently of
 * roles.
 */
export const isInvolved = ({ tasks, copy }: Involvement): boolean => tasks !== null || copy !== null;

/** A record's row without `search_text`, which only the keyword search needs. */
export type ReadRow = Omit<RecordRow, 'search_text'>;
/** The system columns of a `ReadRow`; `r` is the form's table in the statement. */
export const READ_COLUMNS = [
  'r.id',
  'r.version',
  'r.revision',
  'r.flw_state',
  'r.title',
  'r.task_node',
  'r.create_by',
  'r.create_by_name',
  'r.create_time',
  'r.update_by',
  'r.update_by_name',
  'r.update_time',
  'r.unit_id',
  'r.dept_id',
] as const;

/** Returns the involvement with additional `tasks`, which absent people have delegated to this person. */
export const withDelegated = (involvement: Involvement, tasks: readonly PersonTask[] = []): Involvement =>
  tasks.length === 0 ? involvement : { ...involvement, tasks: [...(involvement.tasks ?? []), ...tasks] };

/** Returns a person's involvement in each of these records, including delegated tasks, with at most two queries. */
export async function involvementsOf(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, Involvement>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{
    id: string;
    involvement: Involvement;
  }>`select r.id, ${involvementSql(userId)} as involvement from unnest(${ids}::text[]) as r(id)`.execute(db);
  // a record without a process has no tasks
  const idsWithProcess = rows.filter(({ involvement }) => involvement.flow !== null).map(({ id }) => id);
  const delegated = await findDelegatedTasks(db, userId, idsWithProcess);
  return new Map(rows.map(({ id, involvement }) => [id, withDelegated(involvement, delegated.get(id))]));
}

/**
 * Returns the task whose node rules apply to this person: their first open task, otherwise their last completed task,
 * otherwise a `PersonTask` with the node that sent them a copy. Undefined if there is none of these. `preferred`: id of
 * the task to choose among several open tasks or, without open tasks, among several completed tasks.
 */
export function chosenTask(recordId: string, { tasks, copy }: Involvement, preferred?: string): PersonTask | undefined {
  // open tasks come before completed tasks; within each of the two groups the preferred task comes first
  const rank = (task: PersonTask): number => (task.state === 'open' ? 4 : 1) + (task.id === preferred ? 2 : 0);
  let chosen: PersonTask | undefined;
  for (const task of tasks ?? []) {
    const isBetter = !chosen || rank(task) > rank(chosen) || (task.state !== 'open' && rank(task) === rank(chosen));
    if (isBetter) chosen = task;
  }
  // a copy has the rules of the node that sent it
  return (
    chosen ??
    (copy === null
      ? undefined
      : {
          id: '',
          record_id: recordId,
          node_id: copy,
          node_name: '',
          item_label: null,
          item_key: null,
          state: 'done',
          kind: 'sign',
        })
  );
}
