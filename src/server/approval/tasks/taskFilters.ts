import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { Refusal } from '../../http/refusal.ts';
import type { Page } from '../../http/envelope.ts';
import { escapeLikeText } from '../../store/escapeLikeText.ts';
import { MAX_TEXT, MAX_VALUES, pointInTime, timeZone } from '../../records/index.ts';

/** The four task lists, in this order: 我的待办, 我的已办, 我发起的, 抄送我的. */
export type TaskSource = 'todo' | 'done' | 'start' | 'copy';

/**
 * A condition of a task list. `field`: a property of the rows (`TaskView`), `isOverdue` or `side`; `op`: by default
 * 'eq'.
 */
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
  /** The units of the user. Applications from these units, or without a unit, are 内部; all others are 外部. */
  units?: readonly string[];
  /** The order of the list; by default the newest first. */
  sort?: TaskSort | null;
}

/** The text columns of all lists, by filter field. Table aliases: instance `i`, task `t`, copy `x`. */
const TEXT_COLUMNS: Readonly<Record<string, string>> = {
  formKey: 'i.form_key',
  formName: 'i.form_name',
  flwState: 'i.flw_state',
  title: 'i.title',
  startUserName: 'i.initiator_name',
};
/** The column that the filter `taskNode` reads, by list. `i.task_nodes`: the names of all current nodes in one text. */
export const NODE_COLUMNS: Readonly<Record<TaskSource, string>> = {
  todo: 't.node_name',
  done: 't.node_name',
  start: 'i.task_nodes',
  copy: 'i.task_nodes',
};
/** The columns of the filters on times, by list and filter field. */
export const TIME_COLUMNS: Readonly<Record<TaskSource, Readonly<Record<string, string>>>> = {
  todo: { arriveTime: 't.arrived_at', startTime: 'i.started_at', dueTime: 't.due_at' },
  done: { finishTime: 't.finished_at', startTime: 'i.started_at' },
  start: { startTime: 'i.started_at', finishTime: 'i.ended_at' },
  copy: { arriveTime: 'x.created_at', startTime: 'i.started_at', finishTime: 'i.ended_at' },
};

/** True if the process was urged after the task arrived. */
export const IS_URGED = sql<SqlBool>`exists (select 1 from flw_history u where u.record_id = i.record_id and u.action = 'urge' and u.happened_at >= t.arrived_at)`;
/**
 * Returns the condition that a row is urgent: by its form's `urgentWhen` or, in the list of to-dos, because the process
 * was urged.
 */
export const urgentSql = (source: TaskSource): RawBuilder<SqlBool> =>
  source === 'todo' ? sql<SqlBool>`(i.is_urgent or ${IS_URGED})` : sql<SqlBool>`i.is_urgent`;
export const IS_OVERDUE = sql<SqlBool>`(t.due_at is not null and t.due_at < now())`;
/** Returns the condition that an application is 内部: it comes from one of these units or has no unit. */
export const innerSql = (units: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(i.unit_id is null or i.unit_id = any(${units}::text[]))`;

/** The operators of conditions, a subset of the operators of record lists. */
const OPERATORS: readonly string[] = ['eq', 'contains', 'in', 'range', 'gte', 'lte'];

const invalidRequest = (detail: string): Refusal => new Refusal('REQUEST_INVALID', { detail });

function timestampSql(field: string, value: unknown, isRangeEnd: boolean): RawBuilder<unknown> {
  const text = pointInTime(String(value), isRangeEnd);
  if (text === null) throw invalidRequest(`“${field}”的查询值应为日期`);
  return sql`(${text}::timestamp at time zone ${timeZone()})`;
}

/**
 * Returns the condition for a time range. A value that is not an array is both bounds; for 'gte' and 'lte' it is the
 * only bound. An empty bound is no limit; a date as upper bound includes the whole day.
 */
function rangeSql(column: string, { field, op, value }: TaskCondition): RawBuilder<SqlBool> {
  const range: readonly unknown[] = Array.isArray(value) ? value : [value, value];
  const from = !Array.isArray(value) && op === 'lte' ? null : range[0];
  const to = !Array.isArray(value) && op === 'gte' ? null : range[1];
  const bounds = [sql<SqlBool>`true`];
  if (from !== null && from !== undefined && from !== '')
    bounds.push(sql<SqlBool>`${sql.ref(column)} >= ${timestampSql(field, from, false)}`);
  if (to !== null && to !== undefined && to !== '')
    bounds.push(sql<SqlBool>`${sql.ref(column)} <= ${timestampSql(field, to, true)}`);
  return sql<SqlBool>`(${sql.join(bounds, sql` and `)})`;
}

/** The conditions on flags, by field; null if the list does not have the flag. */
const FLAGS: ReadonlyMap<string, (source: TaskSource) => RawBuilder<SqlBool> | null> = new Map([
  ['isUrgent', urgentSql],
  ['isOverdue', (source: TaskSource) => (source === 'todo' ? IS_OVERDUE : null)],
  ['isWithdrawn', () => sql<SqlBool>`i.is_withdrawn`],
]);

/** Returns the condition on a flag or on `side` (内部 or 外部); null for other fields and for flags that the list lacks. */
function flagSql(
  source: TaskSource,
  { field, value }: TaskCondition,
  units: readonly string[],
): RawBuilder<SqlBool> | null {
  const flag = FLAGS.get(field)?.(source);
  if (flag) return String(value) === '1' ? flag : sql<SqlBool>`not ${flag}`;
  if (field !== 'side') return null;
  if (value !== 'inner' && value !== 'outer') throw invalidRequest('“side”的查询值应为 inner 或 outer');
  return value === 'inner' ? innerSql(units) : sql<SqlBool>`not ${innerSql(units)}`;
}

function conditionSql(source: TaskSource, condition: TaskCondition, units: readonly string[]): RawBuilder<SqlBool> {
  const { field, op = 'eq', value } = condition;
  if (!OPERATORS.includes(op)) throw invalidRequest(`未知的查询方式“${op}”`);
  const refuseOtherThan = (...operators: readonly string[]): void => {
    if (!operators.includes(op)) throw invalidRequest(`“${field}”不能用“${op}”查询`);
  };
  const flag = flagSql(source, condition, units);
  if (flag) {
    refuseOtherThan('eq');
    return flag;
  }
  const timeColumn = Object.hasOwn(TIME_COLUMNS[source], field) ? TIME_COLUMNS[source][field] : undefined;
  if (timeColumn) return rangeSql(timeColumn, condition);
  const textColumn = Object.hasOwn(TEXT_COLUMNS, field) ? TEXT_COLUMNS[field] : undefined;
  const column = field === 'taskNode' ? NODE_COLUMNS[source] : textColumn;
  if (!column) throw invalidRequest(`不能按“${field}”查询`);
  refuseOtherThan('eq', 'contains', 'in');
  const values = (Array.isArray(value) ? value : [value]).map(String);
  if (values.length > MAX_VALUES) throw invalidRequest(`“${field}”的查询值不能超过 ${MAX_VALUES} 个`);
  if (values.some((text) => text.length > MAX_TEXT))
    throw invalidRequest(`“${field}”的查询值不能超过 ${MAX_TEXT} 个字`);
  if (op === 'contains' || column === 'i.task_nodes')
    return sql<SqlBool>`${sql.ref(column)} ilike any(${values.map((text) => `%${escapeLikeText(text)}%`)}::text[])`;
  return sql<SqlBool>`${sql.ref(column)} = any(${values}::text[])`;
}

const hasNoValue = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.every((bound) => bound === null || bound === ''));

/** Checks whether a query has a keyword or at least one condition with a value. */
export const hasFilters = ({ keyword, conditions }: Pick<TaskQuery, 'keyword' | 'conditions'>): boolean =>
  Boolean(keyword?.trim()) || conditions?.some(({ value }) => !hasNoValue(value)) === true;

/**
 * Returns the SQL condition for a keyword (in title, form and applicant) and for conditions on the columns of a task
 * row. Leaves out conditions on the fields `ignoredFields`, because the counts for the values of a field are computed
 * without the condition on this field. Refuses with REQUEST_INVALID an unknown field or operator and a value that is
 * not allowed.
 */
export function taskFilters(
  source: TaskSource,
  { keyword, conditions, units = [] }: Omit<TaskQuery, 'page'>,
  ignoredFields: readonly string[] = [],
): RawBuilder<SqlBool> {
  const filters: RawBuilder<SqlBool>[] = [];
  const trimmedKeyword = keyword?.trim();
  if (trimmedKeyword) {
    const pattern = `%${escapeLikeText(trimmedKeyword)}%`;
    filters.push(
      sql<SqlBool>`(i.title ilike ${pattern} or i.form_name ilike ${pattern} or i.initiator_name ilike ${pattern})`,
    );
  }
  for (const condition of conditions ?? [])
    if (!hasNoValue(condition.value) && !ignoredFields.includes(condition.field))
      filters.push(conditionSql(source, condition, units));
  return filters.length > 0 ? sql<SqlBool>`(${sql.join(filters, sql` and `)})` : sql<SqlBool>`true`;
}
