import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { Refusal } from '../../http/refusal.ts';
import type { Page } from '../../http/envelope.ts';
import { likeText } from '../../store/likeText.ts';
import { MAX_TEXT, MAX_VALUES, pointInTime, timeZone } from '../../records/index.ts';

/** 我的待办, 我的已办, 我发起的, 抄送我的. */
export type TaskSource = 'todo' | 'done' | 'start' | 'copy';

export interface TaskCondition {
  field: string;
  op?: string;
  value?: unknown;
}

export interface TaskSort {
  field: string;
  order?: 'asc' | 'desc';
}

export interface TaskQuery {
  page: Page;
  keyword?: string;
  conditions?: readonly TaskCondition[];
  /** Units of who asks: what comes from them is 内部, anything else 外部. */
  units?: readonly string[];
  /** What came or was done last stands first unless it says otherwise. */
  sort?: TaskSort | null;
}

/** Columns of the instance, joined as `i`, of the task, joined as `t`, and of a copy, joined as `x`. */
const TEXTS: Readonly<Record<string, string>> = {
  formKey: 'i.form_key',
  formName: 'i.form_name',
  flwState: 'i.flw_state',
  title: 'i.title',
  startUserName: 'i.initiator_name',
};
export const NODE: Readonly<Record<TaskSource, string>> = {
  todo: 't.node_name',
  done: 't.node_name',
  start: 'i.task_nodes',
  copy: 'i.task_nodes',
};
export const TIMES: Readonly<Record<TaskSource, Readonly<Record<string, string>>>> = {
  todo: { arriveTime: 't.arrived_at', startTime: 'i.started_at', dueTime: 't.due_at' },
  done: { finishTime: 't.finished_at', startTime: 'i.started_at' },
  start: { startTime: 'i.started_at', finishTime: 'i.ended_at' },
  copy: { arriveTime: 'x.created_at', startTime: 'i.started_at', finishTime: 'i.ended_at' },
};

/** Somebody has pressed for it since it came to this person. */
export const URGED = sql<SqlBool>`exists (select 1 from flw_history u where u.record_id = i.record_id and u.action = 'urge' and u.happened_at >= t.arrived_at)`;
export const urgentSql = (source: TaskSource): RawBuilder<SqlBool> =>
  source === 'todo' ? sql<SqlBool>`(i.is_urgent or ${URGED})` : sql<SqlBool>`i.is_urgent`;
export const OVERDUE = sql<SqlBool>`(t.due_at is not null and t.due_at < now())`;
/** What has no unit is the company's own. */
export const innerSql = (units: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(i.unit_id is null or i.unit_id = any(${units}::text[]))`;

/** As of lists of records. */
const OPERATORS: readonly string[] = ['eq', 'contains', 'in', 'range', 'gte', 'lte'];

const invalid = (detail: string): Refusal => new Refusal('REQUEST_INVALID', { detail });

function moment(field: string, value: unknown, isUpper: boolean): RawBuilder<unknown> {
  const text = pointInTime(String(value), isUpper);
  if (text === null) throw invalid(`“${field}”的查询值应为日期`);
  return sql`(${text}::timestamp at time zone ${timeZone()})`;
}

/** From the first to the last moment, each of them left open by an empty value; a day includes its hours. */
function within(column: string, { field, op, value }: TaskCondition): RawBuilder<SqlBool> {
  const [from, to] = Array.isArray(value)
    ? (value as unknown[])
    : op === 'lte'
      ? [null, value]
      : [value, op === 'gte' ? null : value];
  const parts = [sql<SqlBool>`true`];
  if (from !== null && from !== undefined && from !== '')
    parts.push(sql<SqlBool>`${sql.ref(column)} >= ${moment(field, from, false)}`);
  if (to !== null && to !== undefined && to !== '')
    parts.push(sql<SqlBool>`${sql.ref(column)} <= ${moment(field, to, true)}`);
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

function flagOf(
  source: TaskSource,
  { field, value }: TaskCondition,
  units: readonly string[],
): RawBuilder<SqlBool> | null {
  const yes = (
    {
      isUrgent: () => urgentSql(source),
      isOverdue: () => (source === 'todo' ? OVERDUE : null),
      isWithdrawn: () => sql<SqlBool>`i.is_withdrawn`,
    } as Readonly<Record<string, () => RawBuilder<SqlBool> | null>>
  )[field]?.();
  if (yes) return String(value) === '1' ? yes : sql<SqlBool>`not ${yes}`;
  if (field !== 'side') return null;
  if (value !== 'inner' && value !== 'outer') throw invalid('“side”的查询值应为 inner 或 outer');
  return value === 'inner' ? innerSql(units) : sql<SqlBool>`not ${innerSql(units)}`;
}

function conditionSql(source: TaskSource, condition: TaskCondition, units: readonly string[]): RawBuilder<SqlBool> {
  const { field, op = 'eq', value } = condition;
  if (!OPERATORS.includes(op)) throw invalid(`未知的查询方式“${op}”`);
  const flag = flagOf(source, condition, units);
  if (flag) return flag;
  const time = Object.hasOwn(TIMES[source], field) ? TIMES[source][field] : undefined;
  if (time) return within(time, condition);
  const column = field === 'taskNode' ? NODE[source] : Object.hasOwn(TEXTS, field) ? TEXTS[field] : undefined;
  if (!column) throw invalid(`不能按“${field}”查询`);
  const values = (Array.isArray(value) ? value : [value]).map(String);
  if (values.length > MAX_VALUES) throw invalid(`“${field}”的查询值不能超过 ${MAX_VALUES} 个`);
  if (values.some((text) => text.length > MAX_TEXT)) throw invalid(`“${field}”的查询值不能超过 ${MAX_TEXT} 个字`);
  if (op === 'contains' || column === 'i.task_nodes')
    return sql<SqlBool>`${sql.ref(column)} ilike ${`%${likeText(values[0] ?? '')}%`}`;
  return sql<SqlBool>`${sql.ref(column)} = any(${values}::text[])`;
}

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.every((part) => part === null || part === ''));

/** Whether a query leaves any task out. */
export const isAsking = ({ keyword, conditions }: Pick<TaskQuery, 'keyword' | 'conditions'>): boolean =>
  Boolean(keyword?.trim()) || conditions?.some(({ value }) => !isBlank(value)) === true;

/**
 * Keyword over title, form and applicant, and conditions on what a task row shows. `without` leaves conditions out, for
 * counts beside the list. Refuses an unknown field.
 */
export function taskFilters(
  source: TaskSource,
  { keyword, conditions, units = [] }: Omit<TaskQuery, 'page'>,
  without: readonly string[] = [],
): RawBuilder<SqlBool> {
  const filters: RawBuilder<SqlBool>[] = [];
  const word = keyword?.trim();
  if (word) {
    const pattern = `%${likeText(word)}%`;
    filters.push(
      sql<SqlBool>`(i.title ilike ${pattern} or i.form_name ilike ${pattern} or i.initiator_name ilike ${pattern})`,
    );
  }
  for (const condition of conditions ?? [])
    if (!isBlank(condition.value) && !without.includes(condition.field))
      filters.push(conditionSql(source, condition, units));
  return filters.length > 0 ? sql<SqlBool>`(${sql.join(filters, sql` and `)})` : sql<SqlBool>`true`;
}
