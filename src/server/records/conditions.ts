import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { likeText } from '../flow/taskFilters.ts';
import { Refusal } from '../http/refusal.ts';
import { pointInTime, timeZone } from './listTime.ts';
import type { ListColumn } from './listFields.ts';
import { wordsOf } from './search.ts';

export interface Condition { field: string; op: string; value: unknown }

const MAX_VALUES = 200;
const CUT = 200;

const invalid = (detail: string): Refusal => new Refusal('REQUEST_INVALID', { detail });

const isScalar = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** One value of a condition in the form the column is compared in. Refuses what the column cannot hold. */
function operand(column: ListColumn, value: unknown, isUpper = false): RawBuilder<unknown> {
  if (!isScalar(value)) throw invalid(`“${column.key}”的查询值类型不正确`);
  if (column.kind === 'number') {
    const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
    if (typeof value === 'boolean' || !Number.isFinite(number)) throw invalid(`“${column.key}”的查询值应为数字`);
    return sql`${number}::double precision`;
  }
  if (column.kind === 'time') {
    const text = pointInTime(String(value), isUpper);
    if (text === null) throw invalid(`“${column.key}”的查询值应为日期`);
    return sql`(${text}::timestamp at time zone ${timeZone()})`;
  }
  const text = String(value).slice(0, CUT);
  // a day as upper bound includes its hours: '~' sorts after every character of a time
  return sql`${isUpper && /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}~` : text}::text`;
}

function equals(column: ListColumn, value: unknown): RawBuilder<SqlBool> {
  if (column.kind === 'list' || column.kind === 'span') {
    const parts: unknown[] = Array.isArray(value) ? value : [value];
    if (!parts.every(isScalar)) throw invalid(`“${column.key}”的查询值类型不正确`);
    return sql<SqlBool>`fields -> ${sql.lit(column.key)} @> ${JSON.stringify(parts)}::jsonb`;
  }
  const isEqual = sql<SqlBool>`${column.value} = ${operand(column, value)}`;
  const isCut = column.kind === 'text' && typeof value === 'string' && value.length > CUT;
  return isCut ? sql<SqlBool>`(${isEqual} and ${column.texts[0]} = ${value})` : isEqual;
}

const either = (parts: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> => sql<SqlBool>`(${sql.join(parts, sql` or `)})`;

function contains(column: ListColumn, value: unknown): RawBuilder<SqlBool> {
  if (!isScalar(value)) throw invalid(`“${column.key}”的查询值类型不正确`);
  if (column.kind === 'number' || column.kind === 'time') return equals(column, value);
  const pattern = `%${likeText(String(value))}%`;
  const isWithin = either(column.texts.map((text) => sql<SqlBool>`${text} ilike ${pattern}`));
  // what an index finds of it first: its pieces
  const grams = column.isSearched ? wordsOf(String(value)).flatMap((word) => word.grams) : [];
  return grams.length > 0 ? sql<SqlBool>`(search_grams @> ${grams}::text[] and ${isWithin})` : isWithin;
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '' || (Array.isArray(value) && value.every(isBlank));

/**
 * A condition as SQL. A blank value does not narrow (an empty search box). Refuses with REQUEST_INVALID an operator
 * or a value that does not fit the column; values are always parameters.
 */
export function conditionSql(column: ListColumn, { op, value }: Condition): RawBuilder<SqlBool> | null {
  if (isBlank(value)) return null;
  // a span meets a range when it ends after its start and starts before its end
  const read = (sign: '>=' | '<='): RawBuilder<unknown> =>
    (column.kind === 'span' ? sql`(fields -> ${sql.lit(column.key)} ->> ${sql.lit(sign === '>=' ? 1 : 0)}) collate "C"` : column.value);
  const bound = (sign: '>=' | '<=', limit: unknown): RawBuilder<SqlBool> =>
    sql<SqlBool>`${read(sign)} ${sql.raw(sign)} ${operand(column, limit, sign === '<=')}`;
  if (column.kind === 'list' && (op === 'range' || op === 'gte' || op === 'lte')) throw invalid(`“${column.key}”不能按范围查询`);
  switch (op) {
    case 'eq': return equals(column, value);
    case 'contains': return contains(column, value);
    case 'gte': return bound('>=', value);
    case 'lte': return bound('<=', value);
    case 'in': {
      const values: unknown[] = Array.isArray(value) ? value : [value];
      if (values.length > MAX_VALUES) throw invalid(`“${column.key}”的查询值不能超过 ${MAX_VALUES} 个`);
      return either(values.map((one) => equals(column, one)));
    }
    case 'range': {
      if (!Array.isArray(value) || value.length !== 2) throw invalid(`“${column.key}”的范围应为两个值`);
      const [from, to] = value as unknown[];
      const parts = [...(isBlank(from) ? [] : [bound('>=', from)]), ...(isBlank(to) ? [] : [bound('<=', to)])];
      return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
    }
    default: throw invalid(`未知的查询方式“${op}”`);
  }
}
