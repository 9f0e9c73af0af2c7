import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../store/database.ts';
import type { TaskRow } from '../approvals.ts';
import type { RecordRow } from '../read/recordRows.ts';
import { delegatedTasks } from './delegated.ts';

export interface OwnTask {
  id: string;
  record_id: string;
  node_id: string;
  node_name: string;
  item_label: string | null;
  item_key: string | null;
  state: string;
  kind: TaskRow['kind'];
  /** Of a task that was delegated to this person: the name of who delegated it. */
  for_name?: string;
}

/** What somebody has to do with a record, and the process it runs in: everything a reader's situation is made from. */
export interface Met {
  /** This person's open tasks and those they completed, the last one completed at the end. */
  tasks: OwnTask[] | null;
  /** The node a copy was sent from. */
  copy: string | null;
  flow: { key: string; version: number; isWithdrawn?: boolean } | null;
}

/**
 * `Met` as a column, beside any `r.id` that names a record: a list and a record bring it with their own query. Each task's
 * candidate is looked for by the key (`offset 0` and `coalesce` keep other ways out), which costs the same for everybody,
 * and the planner is not told whose (`select`): so the database keeps one plan for all.
 */
export const metSql = (userId: string): RawBuilder<Met> => metOfSql(sql`(select ${userId}::text)`);

/** Of a record that nobody ever had in their hands. */
export const UNTOUCHED: Met = { tasks: null, copy: null, flow: null };

/** The same as a column, where there is nothing to look for. */
export const untouchedSql = sql<Met>`${sql.lit(JSON.stringify(UNTOUCHED))}::jsonb`;

const metOfSql = (user: RawBuilder<unknown>): RawBuilder<Met> => sql<Met>`jsonb_build_object(
  'tasks', (select jsonb_agg(jsonb_build_object('id', t.id, 'record_id', t.record_id, 'node_id', t.node_id, 'node_name', t.node_name, 'item_label', t.item_label, 'item_key', t.item_key, 'state', t.state, 'kind', t.kind) order by t.finished_at, t.id)
    from flw_task t where t.record_id = r.id and (t.actor_id = ${user} or exists (select 1 from flw_task_candidate c where c.task_id = t.id and c.user_id = ${user} and coalesce(c.is_open, false) offset 0))),
  'copy', (select x.node_id from flw_reader x where x.record_id = r.id and x.user_id = ${user}),
  'flow', (select jsonb_build_object('key', i.flow_key, 'version', i.flow_version, 'isWithdrawn', i.is_withdrawn) from flw_instance i where i.record_id = r.id))`;

/** What the record on the wire says of an application that its applicant withdrew. */
export const withdrawnMark = ({ flow }: Pick<Met, 'flow'>): { isWithdrawn?: true } =>
  flow?.isWithdrawn === true ? { isWithdrawn: true } : {};

/** Has this person something to do with the record, so that they may read it whatever roles say? */
export const isInvolved = ({ tasks, copy }: Met): boolean => tasks !== null || copy !== null;

/** A record as it is read: what the keyword search keeps beside it stays where it is. */
export type ReadRow = Omit<RecordRow, 'search_text'>;
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

/** With the tasks of others that this person may act on for them. */
export const withDelegated = (met: Met, tasks: readonly OwnTask[] = []): Met =>
  tasks.length === 0 ? met : { ...met, tasks: [...(met.tasks ?? []), ...tasks] };

/** The same for rows that are there already, with what was delegated: two queries, however many. */
export async function metOf(db: Db, userId: string, ids: readonly string[]): Promise<Map<string, Met>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{
    id: string;
    met: Met;
  }>`select r.id, ${metSql(userId)} as met from unnest(${ids}::text[]) as r(id)`.execute(db);
  const delegated = await delegatedTasks(db, userId, ids);
  return new Map(rows.map(({ id, met }) => [id, withDelegated(met, delegated.get(id))]));
}

/** The open task, else the one completed last, else the node a copy came from. `preferred`: the task that is meant, among equals. */
export function ownTask(recordId: string, { tasks, copy }: Met, preferred?: string): OwnTask | undefined {
  const weight = (task: OwnTask): number => (task.state === 'open' ? 4 : 1) + (task.id === preferred ? 2 : 0);
  let chosen: OwnTask | undefined;
  for (const task of tasks ?? []) {
    const isBetter =
      !chosen || weight(task) > weight(chosen) || (task.state !== 'open' && weight(task) === weight(chosen));
    if (isBetter) chosen = task;
  }
  // a copy is read by the rules of the node it was sent from
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
