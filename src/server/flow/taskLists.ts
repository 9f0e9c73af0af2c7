import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely';
import type { Db } from '../documents/store.ts';
import { Refusal } from '../http/refusal.ts';
import type { Page } from '../http/envelope.ts';
import { timeText } from '../http/time.ts';
import type { Database } from '../store/database.ts';

/** One row of 我的待办, 我的已办, 我发起的 (the wire form of the runtime's `Task`). */
export interface TaskView {
  taskId: string; formKey: string; formName: string; recordId: string; title: string; taskNode: string; startUserName: string; startTime: string;
  arriveTime?: string; dueTime?: string; /** The node lets it be agreed to from the list. */ canBatch?: boolean; finishTime?: string; flwState: string; currentHandlers?: string; action?: string; opinion?: string;
}

export interface TaskQuery {
  page: Page;
  keyword?: string;
  conditions?: readonly { field: string; op?: string; value?: unknown }[];
}

const LIKE_SPECIAL = /[\\%_]/g;
/** A text as the inside of a LIKE pattern. */
export const likeText = (text: string): string => text.replace(LIKE_SPECIAL, (char) => `\\${char}`);

const COLUMNS = { formKey: 'i.form_key', formName: 'i.form_name', flwState: 'i.flw_state', title: 'i.title', startUserName: 'i.initiator_name', taskNode: 'i.task_nodes' } as const;

/** Keyword over title, form and applicant, and conditions on what a task row shows, of the instance joined as `i`. Refuses an unknown field. */
function filtersOf({ keyword, conditions }: TaskQuery): Expression<SqlBool> {
  const where = expressionBuilder<{ i: Database['flw_instance'] }, 'i'>();
  const filters: Expression<SqlBool>[] = [];
  const word = keyword?.trim();
  if (word) {
    const pattern = `%${likeText(word)}%`;
    filters.push(where.or([where('i.title', 'ilike', pattern), where('i.form_name', 'ilike', pattern), where('i.initiator_name', 'ilike', pattern)]));
  }
  for (const { field, op = 'eq', value } of conditions ?? []) {
    if (value === undefined || value === null || value === '') continue;
    const column = Object.hasOwn(COLUMNS, field) ? COLUMNS[field as keyof typeof COLUMNS] : undefined;
    if (!column) throw new Refusal('REQUEST_INVALID', { detail: `不能按“${field}”查询` });
    const values = (Array.isArray(value) ? value : [value]).map(String);
    filters.push(op === 'contains' ? where(column, 'ilike', `%${likeText(values[0] ?? '')}%`) : where(column, 'in', values));
  }
  return where.and(filters);
}

const instanceColumns = [
  'i.form_key', 'i.form_name', 'i.record_id', 'i.title', 'i.initiator_name', 'i.started_at', 'i.flw_state', 'i.task_nodes', 'i.ended_at', 'i.id as instance_id',
] as const;

interface InstanceColumns {
  form_key: string; form_name: string; record_id: string; title: string; initiator_name: string; started_at: Date; flw_state: string; task_nodes: string;
}

const viewOf = (row: InstanceColumns): Omit<TaskView, 'taskId' | 'taskNode'> => ({
  formKey: row.form_key, formName: row.form_name, recordId: row.record_id, title: row.title || row.form_name,
  startUserName: row.initiator_name, startTime: timeText(row.started_at), flwState: row.flw_state,
});

const offsetOf = (page: Page): number => (page.pageNum - 1) * page.pageSize;

export interface TaskPage { rows: TaskView[]; total: number }

/** Where a task stands, for who knows its flow. */
export interface TaskPlace { flowKey: string; flowVersion: number; nodeId: string; kind: string }

const totalOf = async (query: { executeTakeFirstOrThrow(): Promise<{ total: number | string | bigint }> }): Promise<number> => Number((await query.executeTakeFirstOrThrow()).total);

/** Open tasks this person may act on, the newest first. */
export async function listTodo(db: Db, userId: string, query: TaskQuery): Promise<TaskPage & { places: TaskPlace[] }> {
  const base = db.selectFrom('flw_task_candidate as c').innerJoin('flw_task as t', 't.id', 'c.task_id').innerJoin('flw_instance as i', 'i.id', 't.instance_id')
    .where('c.user_id', '=', userId).where('c.is_open', '=', true).where(filtersOf(query));
  const rows = await base.select([...instanceColumns, 'i.flow_key', 'i.flow_version', 't.id as task_id', 't.node_id', 't.kind', 't.node_name', 't.arrived_at', 't.due_at'])
    .orderBy('t.arrived_at', 'desc').orderBy('t.id', 'desc').limit(query.page.pageSize).offset(offsetOf(query.page)).execute();
  const total = await totalOf(base.select(sql<number>`count(*)`.as('total')));
  return {
    total, places: rows.map((row) => ({ flowKey: row.flow_key, flowVersion: row.flow_version, nodeId: row.node_id, kind: row.kind })),
    rows: rows.map((row) => ({ ...viewOf(row), taskId: row.task_id, taskNode: row.node_name, arriveTime: timeText(row.arrived_at), ...(row.due_at ? { dueTime: timeText(row.due_at) } : {}) })),
  };
}

/** Records this person acted on (not: submitted), each once with the last action. */
export async function listDone(db: Db, userId: string, query: TaskQuery): Promise<TaskPage> {
  const base = db.selectFrom('flw_task as t').innerJoin('flw_instance as i', 'i.id', 't.instance_id')
    .where('t.actor_id', '=', userId).where('t.action', '!=', 'submit')
    .where((where) => where.not(where.exists(
      where.selectFrom('flw_task as later').select('later.id').whereRef('later.instance_id', '=', 't.instance_id').where('later.actor_id', '=', userId)
        .where('later.action', '!=', 'submit').where(sql<boolean>`(later.finished_at, later.id) > (t.finished_at, t.id)`),
    ))).where(filtersOf(query));
  const rows = await base.select([...instanceColumns, 't.id as task_id', 't.node_name', 't.arrived_at', 't.finished_at', 't.action', 't.opinion'])
    .orderBy('t.finished_at', 'desc').orderBy('t.id', 'desc').limit(query.page.pageSize).offset(offsetOf(query.page)).execute();
  const total = await totalOf(base.select(sql<number>`count(*)`.as('total')));
  return {
    total,
    rows: rows.map((row) => ({
      ...viewOf(row), taskId: row.task_id, taskNode: row.node_name, arriveTime: timeText(row.arrived_at),
      ...(row.finished_at ? { finishTime: timeText(row.finished_at) } : {}), action: row.action ?? '', opinion: row.opinion ?? '', currentHandlers: row.task_nodes,
    })),
  };
}

/** Processes this person started, with who holds them now. */
export async function listStarted(db: Db, userId: string, query: TaskQuery): Promise<TaskPage> {
  const base = db.selectFrom('flw_instance as i').where('i.initiator_id', '=', userId).where(filtersOf(query));
  const rows = await base.select([...instanceColumns]).orderBy('i.started_at', 'desc').orderBy('i.id', 'desc')
    .limit(query.page.pageSize).offset(offsetOf(query.page)).execute();
  const total = await totalOf(base.select(sql<number>`count(*)`.as('total')));
  const handlers = await handlersOf(db, rows.map((row) => row.instance_id));
  return {
    total,
    rows: rows.map((row) => ({
      ...viewOf(row), taskId: row.instance_id, taskNode: row.task_nodes, currentHandlers: handlers.get(row.instance_id) ?? '',
      ...(row.ended_at ? { finishTime: timeText(row.ended_at) } : {}),
    })),
  };
}

const MANY = 5;

/** Names of the people who may act on each process now; many are cut to the first five. */
async function handlersOf(db: Db, instanceIds: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string[]>();
  if (instanceIds.length > 0) {
    const rows = await db.selectFrom('flw_task as t').innerJoin('flw_task_candidate as c', 'c.task_id', 't.id').innerJoin('sys_user as u', 'u.id', 'c.user_id')
      .where('t.instance_id', 'in', instanceIds).where('t.state', '=', 'open').select(['t.instance_id', 'u.name']).distinct().orderBy('u.name').execute();
    for (const row of rows) names.set(row.instance_id, [...(names.get(row.instance_id) ?? []), row.name]);
  }
  return new Map([...names].map(([id, list]) => [id, list.length > MANY ? `${list.slice(0, MANY).join('、')} 等 ${list.length} 人` : list.join('、')]));
}

/** TC-011. */
export async function countTodo(db: Db, userId: string): Promise<number> {
  return totalOf(db.selectFrom('flw_task_candidate').where('user_id', '=', userId).where('is_open', '=', true).select(sql<number>`count(*)`.as('total')));
}
