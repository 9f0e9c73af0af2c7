import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { today } from '../../../domain/dates.ts';
import { namedPeriod } from '../../../domain/periods.ts';
import { escapeLikeText } from '../../store/escapeLikeText.ts';
import { Refusal } from '../../http/refusal.ts';
import { inAreaSql } from './areaSql.ts';
import { dateExample, dateLimits, dateSpan } from './comparedDates.ts';
import { pointInTime, timeZone } from './listTime.ts';
import type { ListColumn } from './listFields.ts';
import { fold } from './searchText.ts';

/** One condition of a list. `op`: an operator of `conditionSql`. */
export interface Condition {
  field: string;
  op: string;
  value: unknown;
}

/** A group of conditions, which matches a record if at least one of the conditions matches. */
export interface AnyOf {
  anyOf: readonly Condition[];
}

/** Maximum number of values of one condition, because the database may compare every row with every value. */
export const MAX_VALUES = 200;
/** Maximum number of characters of one value of a condition. */
export const MAX_TEXT = 1000;

const invalid = (detail: string): Refusal => new Refusal('REQUEST_INVALID', { detail });

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/**
 * Returns the value if it is a text, number or boolean. Refuses other values and a text of more than `MAX_TEXT`
 * characters.
 */
function requireScalar({ key }: ListColumn, value: unknown): string | number | boolean {
  if (!isScalar(value)) throw invalid(`“${key}”的查询值类型不正确`);
  if (typeof value === 'string' && value.length > MAX_TEXT) throw invalid(`“${key}”的查询值不能超过 ${MAX_TEXT} 个字`);
  return value;
}

/** Throws the refusal of a value that is not a date. Its text shows an example in the format of the column. */
const refuseDate = ({ key, dateFormat }: ListColumn, value: unknown): never => {
  throw invalid(
    `“${key}”的查询值“${String(value).slice(0, 50)}”应为日期，如 ${dateFormat ? dateExample(dateFormat) : '2026-01-31'}`,
  );
};

/**
 * Returns the first and the last text that a text column with a date format may hold for the date `value`
 * (`dateSpan`). Refuses a value that is not a date.
 */
const parseSpan = (column: ListColumn, format: string, value: unknown) =>
  dateSpan(String(requireScalar(column, value)), format) ?? refuseDate(column, value);

const isDateColumn = ({ kind }: ListColumn): boolean => kind === 'date' || kind === 'timestamp';

/**
 * Returns the first day or moment that `value` may mean in a date column, with `isUpper` the last. Refuses a value
 * that is not a date.
 */
function parseMoment(column: ListColumn, value: unknown, isUpper: boolean): string {
  const limits =
    dateLimits(String(requireScalar(column, value)), column.dateFormat ?? 'YYYY-MM-DD') ?? refuseDate(column, value);
  const moment = isUpper ? limits.to : limits.from;
  return column.kind === 'date' ? moment.slice(0, 10) : moment;
}

/**
 * Checks whether the queried `value` stands for a span of stored values: for example a day for a column that stores
 * times, or a second for a column that stores fractions of seconds. The column kind `span` means something else, a
 * period.
 */
const coversSpan = (column: ListColumn, value: unknown): boolean =>
  column.kind === 'time' ||
  (isDateColumn(column) && parseMoment(column, value, false) !== parseMoment(column, value, true)) ||
  (column.kind === 'text' &&
    Boolean(column.dateFormat) &&
    !parseSpan(column, column.dateFormat ?? '', value).isSingleText);

/**
 * Converts one value of a condition to the type that the column stores. If a date stands for a span, returns the start
 * of the span, with `isUpper` its end. Refuses a value that the column cannot hold.
 */
function toComparable(column: ListColumn, conditionValue: unknown, isUpper = false): number | string {
  const value = requireScalar(column, conditionValue);
  if (column.kind === 'number') {
    const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
    if (typeof value === 'boolean' || !Number.isFinite(number)) throw invalid(`“${column.key}”的查询值应为数字`);
    return number;
  }
  if (column.kind === 'time') return pointInTime(String(value), isUpper) ?? refuseDate(column, value);
  if (isDateColumn(column)) return parseMoment(column, value, isUpper);
  const text = String(value);
  if (column.dateFormat) {
    const span = parseSpan(column, column.dateFormat, value);
    return isUpper ? span.to : span.from;
  }
  // the column may store texts with a day and a time: a day as upper bound includes all its times, because '~' sorts
  // after every character of a time
  return isUpper && /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}~` : text;
}

/** The SQL types that columns are compared in. */
const SQL_TYPES: Readonly<Record<ListColumn['kind'], string>> = {
  text: 'text',
  number: 'numeric',
  time: 'timestamp',
  date: 'date',
  timestamp: 'timestamp',
  list: 'text',
  span: 'text',
};

/** Returns one value of a condition as an SQL parameter, cast to the SQL type of the comparison. */
function operand(column: ListColumn, conditionValue: unknown, isUpper = false): RawBuilder<unknown> {
  const value = sql`${toComparable(column, conditionValue, isUpper)}::${sql.raw(SQL_TYPES[column.kind])}`;
  return column.kind === 'time' ? sql`(${value} at time zone ${timeZone()})` : value;
}

/**
 * Returns several values as one array parameter. A long chain of single comparisons may be too much for the embedded
 * database.
 */
const operands = (column: ListColumn, values: readonly unknown[]): RawBuilder<unknown> =>
  sql`${values.map((value) => toComparable(column, value))}::${sql.raw(SQL_TYPES[column.kind])}[]`;

/** Returns the value of a condition as an array of values. Refuses more than `MAX_VALUES`. */
function valuesOf({ key }: ListColumn, value: unknown): unknown[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  if (values.length > MAX_VALUES) throw invalid(`“${key}”的查询值不能超过 ${MAX_VALUES} 个`);
  return values;
}

/**
 * Converts a value of a condition to an element of a column that holds several values. The ends of a period are
 * written in the column's date format.
 */
const listElement = (column: ListColumn, value: unknown): string | number | boolean =>
  column.dateFormat ? toComparable(column, value) : requireScalar(column, value);

/** Returns the values of a condition on a column that holds several values, as the texts that the column stores. */
const listElements = (column: ListColumn, value: unknown): string[] =>
  valuesOf(column, value).map((element) => String(listElement(column, element)));

/**
 * Returns the condition that the column's value lies within at least one of the spans that `values` stand for.
 * `offset 0` keeps the planner from turning the subquery into a join.
 */
function withinAny(column: ListColumn, values: readonly unknown[]): RawBuilder<SqlBool> {
  const [from, to] = [
    values.map((value) => toComparable(column, value)),
    values.map((value) => toComparable(column, value, true)),
  ];
  const spanEnd = (name: string): RawBuilder<unknown> => {
    const value = sql`${sql.ref(name)}::${sql.raw(SQL_TYPES[column.kind])}`;
    return column.kind === 'time' ? sql`(${value} at time zone ${timeZone()})` : value;
  };
  return sql<SqlBool>`exists (select 1 from unnest(${from}::text[], ${to}::text[]) as span(first, last) where ${column.value} >= ${spanEnd('span.first')} and ${column.value} <= ${spanEnd('span.last')} offset 0)`;
}

/** Returns true for a column that holds several values, by which no list can be sorted. */
export const isMultiValued = ({ kind }: Pick<ListColumn, 'kind'>): boolean => kind === 'list' || kind === 'span';

/**
 * Returns the condition that the column equals the value. If the value stands for a span, the column must lie within
 * the span. A column with several values must contain all queried values.
 */
function equals(column: ListColumn, value: unknown): RawBuilder<SqlBool> {
  if (isMultiValued(column)) return sql<SqlBool>`${column.value} @> ${listElements(column, value)}::text[]`;
  if (coversSpan(column, value))
    return sql<SqlBool>`(${column.value} >= ${operand(column, value)} and ${column.value} <= ${operand(column, value, true)})`;
  return sql<SqlBool>`${column.value} = ${operand(column, value)}`;
}

const orSql = (parts: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(parts, sql` or `)})`;

/** Returns the condition that `equals` is true for at least one of the values. */
function equalsAny(column: ListColumn, values: readonly unknown[]): RawBuilder<SqlBool> {
  if (isMultiValued(column)) {
    const lists = values.map((value) => listElements(column, value));
    return lists.every((list) => list.length === 1)
      ? sql<SqlBool>`${column.value} && ${lists.flat()}::text[]`
      : orSql(lists.map((list) => sql<SqlBool>`${column.value} @> ${list}::text[]`));
  }
  if (values.some((value) => coversSpan(column, value))) return withinAny(column, values);
  return sql<SqlBool>`${column.value} = any(${operands(column, values)})`;
}

/** Minimum length of a searched text for which the index of character pairs is used. */
const MIN_INDEXED_LENGTH = 2;

/**
 * Returns the condition that the column, one of its elements or its display text contains the value; upper and lower
 * case are the same. A number or a system time must equal the value instead. If the index of character pairs includes
 * the column and the value is not too short, the index first finds the records that may match.
 */
function contains(column: ListColumn, conditionValue: unknown): RawBuilder<SqlBool> {
  const value = requireScalar(column, conditionValue);
  if (column.kind === 'number' || column.kind === 'time') return equals(column, value);
  const pattern = `%${escapeLikeText(String(value))}%`;
  const singleValueMatches = isDateColumn(column)
    ? sql<SqlBool>`${column.value}::text like ${pattern}`
    : sql<SqlBool>`${column.value} ilike ${pattern}`;
  const valueMatches = isMultiValued(column)
    ? sql<SqlBool>`exists (select 1 from unnest(${column.value}) as element where element ilike ${pattern})`
    : singleValueMatches;
  const containsValue = orSql([valueMatches, ...column.labels.map((label) => sql<SqlBool>`${label} ilike ${pattern}`)]);
  // for system columns the index includes only the searchable text, which is folded
  const indexedValue = column.isSystem ? fold(String(value)) : String(value);
  return column.grams && [...indexedValue].length >= MIN_INDEXED_LENGTH
    ? sql<SqlBool>`(${column.grams} @> frm_grams(array[${indexedValue}::text]) and ${containsValue})`
    : containsValue;
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.every(isBlank));

/** Returns the condition that the column has no value, an empty text or an empty list. */
function isEmptySql(column: ListColumn): RawBuilder<SqlBool> {
  if (isMultiValued(column)) return sql<SqlBool>`coalesce(cardinality(${column.value}), 0) = 0`;
  return column.kind === 'text'
    ? sql<SqlBool>`coalesce(${column.value}, '') = ''`
    : sql<SqlBool>`${column.value} is null`;
}

/** Negates a condition. Records without a value match the negation. */
const negate = (condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> => sql<SqlBool>`(${condition}) is not true`;

/**
 * Returns the first and the last day (null: no limit) of a period such as `thisMonth` or `next:30d`, which is relative
 * to the server's current date. Refuses an unknown name, and a column that does not hold dates.
 */
function relativeRange({ key, kind, dateFormat }: ListColumn, value: unknown): (string | null)[] {
  if (kind !== 'date' && kind !== 'timestamp' && kind !== 'time' && kind !== 'span' && !dateFormat)
    throw invalid(`“${key}”不是日期，不能按时间段查询`);
  const period = typeof value === 'string' ? namedPeriod(value, today()) : null;
  if (!period) throw invalid(`“${key}”的时间段“${String(value).slice(0, 50)}”无法识别`);
  return period.map((end) => (end === '' ? null : end));
}

/** The operators without a value. */
const OPERATORS_WITHOUT_VALUE: ReadonlySet<string> = new Set(['empty', 'notEmpty']);

/**
 * Returns a condition as SQL. Returns null, which selects all records, for a blank value such as an empty search box,
 * unless the operator takes no value. Refuses with REQUEST_INVALID an operator or a value that does not fit the
 * column. Values are always parameters.
 */
export function conditionSql(column: ListColumn, { op, value }: Condition): RawBuilder<SqlBool> | null {
  if (isBlank(value) && !OPERATORS_WITHOUT_VALUE.has(op)) return null;
  // a column of kind `span` stores a start (element 1) and an end (element 2); its period overlaps a queried range if
  // the end is not before the start of the range, and the start is not after the end of the range
  const comparedEnd = (operator: '>=' | '<='): RawBuilder<unknown> =>
    column.kind === 'span' ? sql`(${column.value})[${sql.lit(operator === '>=' ? 2 : 1)}]` : column.value;
  const boundSql = (operator: '>=' | '<=', limit: unknown): RawBuilder<SqlBool> =>
    sql<SqlBool>`${comparedEnd(operator)} ${sql.raw(operator)} ${operand(column, limit, operator === '<=')}`;
  if (column.kind === 'list' && (op === 'range' || op === 'gte' || op === 'lte'))
    throw invalid(`“${column.key}”不能按范围查询`);
  const oneOfSql = (): RawBuilder<SqlBool> => {
    const values = valuesOf(column, value);
    return values.length === 1 ? equals(column, values[0]) : equalsAny(column, values);
  };
  switch (op) {
    case 'eq':
      return equals(column, value);
    case 'ne':
      return negate(equals(column, value));
    case 'contains':
      return contains(column, value);
    case 'notContains':
      return negate(contains(column, value));
    case 'empty':
      return isEmptySql(column);
    case 'notEmpty':
      return sql<SqlBool>`not (${isEmptySql(column)})`;
    case 'area':
    case 'areaOnly':
      return inAreaSql(column, value, op === 'areaOnly');
    case 'gte':
      return boundSql('>=', value);
    case 'lte':
      return boundSql('<=', value);
    case 'in':
      return oneOfSql();
    case 'notIn':
      return negate(oneOfSql());
    case 'within':
    case 'range': {
      const ends = op === 'within' ? relativeRange(column, value) : value;
      if (!Array.isArray(ends) || ends.length !== 2) throw invalid(`“${column.key}”的范围应为两个值`);
      const [from, to] = ends as unknown[];
      const parts = [...(isBlank(from) ? [] : [boundSql('>=', from)]), ...(isBlank(to) ? [] : [boundSql('<=', to)])];
      return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
    }
    default:
      throw invalid(`未知的查询方式“${op}”`);
  }
}
