import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { today } from '../../../domain/dates.ts';
import { namedPeriod } from '../../../domain/periods.ts';
import { likeText } from '../../store/likeText.ts';
import { Refusal } from '../../http/refusal.ts';
import { dateExample, dateLimits, dateSpan } from './comparedDates.ts';
import { pointInTime, timeZone } from './listTime.ts';
import type { ListColumn } from './listFields.ts';

export interface Condition {
  field: string;
  op: string;
  value: unknown;
}

/** A group of conditions of which one must hold. */
export interface AnyOf {
  anyOf: readonly Condition[];
}

/** Limits of one condition, of records and tasks: every row is compared with all of it. */
export const MAX_VALUES = 200;
export const MAX_TEXT = 1000;

const invalid = (detail: string): Refusal => new Refusal('REQUEST_INVALID', { detail });

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** One value of a condition. Refuses what no column compares with. */
function scalarOf({ key }: ListColumn, value: unknown): string | number | boolean {
  if (!isScalar(value)) throw invalid(`“${key}”的查询值类型不正确`);
  if (typeof value === 'string' && value.length > MAX_TEXT) throw invalid(`“${key}”的查询值不能超过 ${MAX_TEXT} 个字`);
  return value;
}

const refuseDate = ({ key, dateFormat }: ListColumn, value: unknown): never => {
  throw invalid(
    `“${key}”的查询值“${String(value).slice(0, 50)}”应为日期，如 ${dateFormat ? dateExample(dateFormat) : '2026-01-31'}`,
  );
};

const spanAt = (column: ListColumn, format: string, value: unknown) =>
  dateSpan(String(scalarOf(column, value)), format) ?? refuseDate(column, value);

const isMoment = ({ kind }: ListColumn): boolean => kind === 'date' || kind === 'timestamp';

/** A day or moment of a typed column: the first or the last that the value may mean. */
function momentAt(column: ListColumn, given: unknown, isUpper: boolean): string {
  const limits =
    dateLimits(String(scalarOf(column, given)), column.dateFormat ?? 'YYYY-MM-DD') ?? refuseDate(column, given);
  const moment = isUpper ? limits.to : limits.from;
  return column.kind === 'date' ? moment.slice(0, 10) : moment;
}

/** Is this value one of many that the column may hold: the second of a time, the day of a field that keeps minutes? */
const isSpan = (column: ListColumn, value: unknown): boolean =>
  column.kind === 'time' ||
  (isMoment(column) && momentAt(column, value, false) !== momentAt(column, value, true)) ||
  (column.kind === 'text' && Boolean(column.dateFormat) && !spanAt(column, column.dateFormat ?? '', value).isOne);

/** One value of a condition as the column has it. Refuses what the column cannot hold. */
function comparable(column: ListColumn, given: unknown, isUpper = false): number | string {
  const value = scalarOf(column, given);
  if (column.kind === 'number') {
    const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
    if (typeof value === 'boolean' || !Number.isFinite(number)) throw invalid(`“${column.key}”的查询值应为数字`);
    return number;
  }
  if (column.kind === 'time') return pointInTime(String(value), isUpper) ?? refuseDate(column, value);
  if (isMoment(column)) return momentAt(column, value, isUpper);
  const text = String(value);
  if (column.dateFormat) {
    const span = spanAt(column, column.dateFormat, value);
    return isUpper ? span.to : span.from;
  }
  // a day as upper bound includes its hours: '~' sorts after every character of a time
  return isUpper && /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}~` : text;
}

/** The type in which a column is compared. */
const TYPES: Readonly<Record<ListColumn['kind'], string>> = {
  text: 'text',
  number: 'numeric',
  time: 'timestamp',
  date: 'date',
  timestamp: 'timestamp',
  list: 'text',
  span: 'text',
};

/** The same as SQL, in the type in which it is compared. */
function operand(column: ListColumn, given: unknown, isUpper = false): RawBuilder<unknown> {
  const value = sql`${comparable(column, given, isUpper)}::${sql.raw(TYPES[column.kind])}`;
  return column.kind === 'time' ? sql`(${value} at time zone ${timeZone()})` : value;
}

/** Several of them as one parameter: a chain of thousands of comparisons is more than the embedded database can hold. */
const operands = (column: ListColumn, given: readonly unknown[]): RawBuilder<unknown> =>
  sql`${given.map((value) => comparable(column, value))}::${sql.raw(TYPES[column.kind])}[]`;

/** Those of a list, or alternatives. */
function valuesOf({ key }: ListColumn, value: unknown): unknown[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  if (values.length > MAX_VALUES) throw invalid(`“${key}”的查询值不能超过 ${MAX_VALUES} 个`);
  return values;
}

/** The ends of a period are dates, too. */
const part = (column: ListColumn, value: unknown): string | number | boolean =>
  column.dateFormat ? comparable(column, value) : scalarOf(column, value);

/** Values of a list as they stand in the column: texts. */
const listOf = (column: ListColumn, value: unknown): string[] =>
  valuesOf(column, value).map((one) => String(part(column, one)));

/** Within any of the spans that the values stand for. `offset 0` keeps the planner from making a join of each. */
function withinAny(column: ListColumn, values: readonly unknown[]): RawBuilder<SqlBool> {
  const [from, to] = [
    values.map((value) => comparable(column, value)),
    values.map((value) => comparable(column, value, true)),
  ];
  const at = (name: string): RawBuilder<unknown> => {
    const value = sql`${sql.ref(name)}::${sql.raw(TYPES[column.kind])}`;
    return column.kind === 'time' ? sql`(${value} at time zone ${timeZone()})` : value;
  };
  return sql<SqlBool>`exists (select 1 from unnest(${from}::text[], ${to}::text[]) as span(first, last) where ${column.value} >= ${at('span.first')} and ${column.value} <= ${at('span.last')} offset 0)`;
}

const isSeveral = ({ kind }: ListColumn): boolean => kind === 'list' || kind === 'span';

function equals(column: ListColumn, value: unknown): RawBuilder<SqlBool> {
  if (isSeveral(column)) return sql<SqlBool>`${column.value} @> ${listOf(column, value)}::text[]`;
  if (isSpan(column, value))
    return sql<SqlBool>`(${column.value} >= ${operand(column, value)} and ${column.value} <= ${operand(column, value, true)})`;
  return sql<SqlBool>`${column.value} = ${operand(column, value)}`;
}

const either = (parts: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(parts, sql` or `)})`;

function anyOf(column: ListColumn, values: readonly unknown[]): RawBuilder<SqlBool> {
  if (isSeveral(column)) {
    const lists = values.map((value) => listOf(column, value));
    return lists.every((list) => list.length === 1)
      ? sql<SqlBool>`${column.value} && ${lists.flat()}::text[]`
      : either(lists.map((list) => sql<SqlBool>`${column.value} @> ${list}::text[]`));
  }
  if (values.some((value) => isSpan(column, value))) return withinAny(column, values);
  return sql<SqlBool>`${column.value} = any(${operands(column, values)})`;
}

/** From so many characters on the index over all texts of a record is asked first. */
const PAIR = 2;

/** Texts in which a text is found; the index knows which records may hold it, the column says which do. */
function contains(column: ListColumn, given: unknown): RawBuilder<SqlBool> {
  const value = scalarOf(column, given);
  if (column.kind === 'number' || column.kind === 'time') return equals(column, value);
  const pattern = `%${likeText(String(value))}%`;
  const own = isSeveral(column)
    ? sql<SqlBool>`exists (select 1 from unnest(${column.value}) as one where one ilike ${pattern})`
    : isMoment(column)
      ? sql<SqlBool>`${column.value}::text like ${pattern}`
      : sql<SqlBool>`${column.value} ilike ${pattern}`;
  const isWithin = either([own, ...column.labels.map((label) => sql<SqlBool>`${label} ilike ${pattern}`)]);
  return column.grams && [...String(value)].length >= PAIR
    ? sql<SqlBool>`(${column.grams} @> frm_grams(array[${String(value)}::text]) and ${isWithin})`
    : isWithin;
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.every(isBlank));

/** Nothing stands in the column: no value, an empty text or an empty list. */
function isEmptySql(column: ListColumn): RawBuilder<SqlBool> {
  if (isSeveral(column)) return sql<SqlBool>`coalesce(cardinality(${column.value}), 0) = 0`;
  return column.kind === 'text'
    ? sql<SqlBool>`coalesce(${column.value}, '') = ''`
    : sql<SqlBool>`${column.value} is null`;
}

/** Records without a value meet a negation, too. */
const not = (part: RawBuilder<SqlBool>): RawBuilder<SqlBool> => sql<SqlBool>`(${part}) is not true`;

/** The days of a relative period such as `thisMonth` or `next:30d`, on the server's day. Refuses an unknown name. */
function relativeRange({ key, kind, dateFormat }: ListColumn, value: unknown): (string | null)[] {
  if (kind !== 'date' && kind !== 'timestamp' && kind !== 'time' && kind !== 'span' && !dateFormat)
    throw invalid(`“${key}”不是日期，不能按时间段查询`);
  const period = typeof value === 'string' ? namedPeriod(value, today()) : null;
  if (!period) throw invalid(`“${key}”的时间段“${String(value).slice(0, 50)}”无法识别`);
  return period.map((end) => (end === '' ? null : end));
}

/** Operators whose meaning needs no value. */
const WITHOUT_VALUE: ReadonlySet<string> = new Set(['empty', 'notEmpty']);

/**
 * A condition as SQL. A blank value does not narrow (an empty search box), unless the operator needs none. Refuses with
 * REQUEST_INVALID an operator or a value that does not fit the column; values are always parameters. Source: business
 * language, section 6 (`ne`, `empty`, `notEmpty`, `notIn`, `within`).
 */
export function conditionSql(column: ListColumn, { op, value }: Condition): RawBuilder<SqlBool> | null {
  if (isBlank(value) && !WITHOUT_VALUE.has(op)) return null;
  // a span meets a range when it ends after its start and starts before its end
  const read = (sign: '>=' | '<='): RawBuilder<unknown> =>
    column.kind === 'span' ? sql`(${column.value})[${sql.lit(sign === '>=' ? 2 : 1)}]` : column.value;
  const bound = (sign: '>=' | '<=', limit: unknown): RawBuilder<SqlBool> =>
    sql<SqlBool>`${read(sign)} ${sql.raw(sign)} ${operand(column, limit, sign === '<=')}`;
  if (column.kind === 'list' && (op === 'range' || op === 'gte' || op === 'lte'))
    throw invalid(`“${column.key}”不能按范围查询`);
  const among = (): RawBuilder<SqlBool> => {
    const values = valuesOf(column, value);
    return values.length === 1 ? equals(column, values[0]) : anyOf(column, values);
  };
  switch (op) {
    case 'eq':
      return equals(column, value);
    case 'ne':
      return not(equals(column, value));
    case 'contains':
      return contains(column, value);
    case 'notContains':
      return not(contains(column, value));
    case 'empty':
      return isEmptySql(column);
    case 'notEmpty':
      return sql<SqlBool>`not (${isEmptySql(column)})`;
    case 'gte':
      return bound('>=', value);
    case 'lte':
      return bound('<=', value);
    case 'in':
      return among();
    case 'notIn':
      return not(among());
    case 'within':
    case 'range': {
      const ends = op === 'within' ? relativeRange(column, value) : value;
      if (!Array.isArray(ends) || ends.length !== 2) throw invalid(`“${column.key}”的范围应为两个值`);
      const [from, to] = ends as unknown[];
      const parts = [...(isBlank(from) ? [] : [bound('>=', from)]), ...(isBlank(to) ? [] : [bound('<=', to)])];
      return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
    }
    default:
      throw invalid(`未知的查询方式“${op}”`);
  }
}
