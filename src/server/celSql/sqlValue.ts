import { sql, type RawBuilder } from 'kysely';

/**
 * How a value stands in SQL. `date` and `time` are texts to the author (`YYYY-MM-DD`, `YYYY-MM-DD HH:mm:ss`) and typed
 * columns in the database; `list` is a text array.
 */
export type SqlKind = 'text' | 'number' | 'bool' | 'list' | 'date' | 'time';

/** A translated part of an expression. `sql` may be null in the database: null is the empty value of its kind. */
export interface SqlValue {
  kind: SqlKind;
  sql: RawBuilder<unknown>;
  /** The value where it is known before the statement runs: literals, parameters, today. */
  constant?: string | number | boolean | readonly string[];
  /** True where the part is never null. */
  isFilled?: boolean;
  /** Of a date or time that is moved: how a period of it is a period of what is stored. */
  unmoved?: {
    /** The day as it is stored. */
    day: RawBuilder<unknown>;
    /** The first stored day that is moved to this day or behind it. */
    first(day: string): string;
    /** The last stored day that is moved to this day or before it. */
    last(day: string): string;
  };
}

export const textConstant = (value: string): SqlValue => ({
  kind: 'text',
  sql: sql`${value}::text`,
  constant: value,
  isFilled: true,
});
export const numberConstant = (value: number): SqlValue => ({
  kind: 'number',
  sql: sql`${String(value)}::numeric`,
  constant: value,
  isFilled: true,
});
export const boolConstant = (value: boolean): SqlValue => ({
  kind: 'bool',
  sql: value ? sql`true` : sql`false`,
  constant: value,
  isFilled: true,
});
export const listConstant = (value: readonly string[]): SqlValue => ({
  kind: 'list',
  sql: sql`${[...value]}::text[]`,
  constant: value,
  isFilled: true,
});

/** A value known before the statement runs (a parameter, the asking person, the record at hand) as a bound parameter. */
export function constantOf(value: unknown): SqlValue {
  if (typeof value === 'number') return numberConstant(Number.isFinite(value) ? value : 0);
  if (typeof value === 'boolean') return boolConstant(value);
  if (Array.isArray(value)) return listConstant(value.map(String));
  return textConstant(typeof value === 'string' ? value : '');
}

const DATE = `'YYYY-MM-DD'`;
const TIME = `'YYYY-MM-DD HH24:MI:SS'`;

/** The part as text, empty as ''. */
export function asText(value: SqlValue): RawBuilder<unknown> {
  switch (value.kind) {
    case 'text':
      return value.isFilled ? value.sql : sql`coalesce(${value.sql}, '')`;
    case 'number':
      return sql`trim_scale(coalesce(${value.sql}, 0))::text`;
    case 'bool':
      return sql`(case when ${value.sql} then 'true' else 'false' end)`;
    case 'list':
      return sql`coalesce(array_to_string(${value.sql}, ','), '')`;
    case 'date':
      return sql`coalesce(to_char(${value.sql}, ${sql.raw(DATE)}), '')`;
    case 'time':
      return sql`coalesce(to_char(${value.sql}, ${sql.raw(TIME)}), '')`;
  }
}

/** The part with its empty value in place of null: 0, '', false, an empty array; dates and times become texts. */
export function filled(value: SqlValue): RawBuilder<unknown> {
  if (value.kind === 'date' || value.kind === 'time') return asText(value);
  if (value.isFilled) return value.sql;
  const empty = { text: sql`''`, number: sql`0`, bool: sql`false`, list: sql`'{}'::text[]` }[value.kind];
  return sql`coalesce(${value.sql}, ${empty})`;
}

/** Whether nothing stands there: null, a text without a character, an array without items. */
export function isEmptySql(value: SqlValue): RawBuilder<unknown> {
  if (value.kind === 'text') return sql`(${value.sql} is null or ${value.sql} = '')`;
  if (value.kind === 'list') return sql`(${value.sql} is null or cardinality(${value.sql}) = 0)`;
  return sql`(${value.sql} is null)`;
}
