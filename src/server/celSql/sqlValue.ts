import { sql, type RawBuilder } from 'kysely';

/**
 * The SQL type of a value. `date` and `time` are typed columns in the database, but texts for the author of the
 * expression (`YYYY-MM-DD`, `YYYY-MM-DD HH:mm:ss`); `list` is a text array.
 */
export type SqlKind = 'text' | 'number' | 'bool' | 'list' | 'date' | 'time';

/** A translated part of an expression. `sql` may evaluate to null, which means the empty value of its kind. */
export interface SqlValue {
  kind: SqlKind;
  sql: RawBuilder<unknown>;
  /** The value, if it is known before the statement runs: a literal, a parameter or today's date. */
  constant?: string | number | boolean | readonly string[];
  /** True if `sql` never evaluates to null. */
  isNeverNull?: boolean;
  /**
   * Set for a date that a dataset shifts by days or months: the stored day, which is not shifted. Translates a period
   * of the shifted date into a period of the stored day, for which an index can be used.
   */
  storedDay?: {
    /** SQL of the stored day. */
    day: RawBuilder<unknown>;
    /** Returns the first stored day whose shifted date is `day` or later. */
    firstDay(day: string): string;
    /** Returns the last stored day whose shifted date is `day` or earlier. */
    lastDay(day: string): string;
  };
}

/** Converts a column of ids to the text that a record's JSON contains for it: the ids joined by commas. */
export const joinedIds = (ids: RawBuilder<unknown>): RawBuilder<string> => sql<string>`array_to_string(${ids}, ',')`;

export const textConstant = (value: string): SqlValue => ({
  kind: 'text',
  sql: sql`${value}::text`,
  constant: value,
  isNeverNull: true,
});
export const numberConstant = (value: number): SqlValue => ({
  kind: 'number',
  sql: sql`${String(value)}::numeric`,
  constant: value,
  isNeverNull: true,
});
export const boolConstant = (value: boolean): SqlValue => ({
  kind: 'bool',
  sql: value ? sql`true` : sql`false`,
  constant: value,
  isNeverNull: true,
});
export const listConstant = (value: readonly string[]): SqlValue => ({
  kind: 'list',
  sql: sql`${[...value]}::text[]`,
  constant: value,
  isNeverNull: true,
});

/**
 * Returns a value that is known before the statement runs (a parameter, the current user, values of a record) as a
 * bound parameter.
 */
export function constantOf(value: unknown): SqlValue {
  if (typeof value === 'number') return numberConstant(Number.isFinite(value) ? value : 0);
  if (typeof value === 'boolean') return boolConstant(value);
  if (Array.isArray(value)) return listConstant(value.map(String));
  return textConstant(typeof value === 'string' ? value : '');
}

const DATE_FORMAT = `'YYYY-MM-DD'`;
const TIME_FORMAT = `'YYYY-MM-DD HH24:MI:SS'`;

/** Returns the value as text; null becomes '', for a number '0', for a boolean 'false'. */
export function asText(value: SqlValue): RawBuilder<unknown> {
  switch (value.kind) {
    case 'text':
      return value.isNeverNull ? value.sql : sql`coalesce(${value.sql}, '')`;
    case 'number':
      return sql`trim_scale(coalesce(${value.sql}, 0))::text`;
    case 'bool':
      return sql`(case when ${value.sql} then 'true' else 'false' end)`;
    case 'list':
      return sql`coalesce(array_to_string(${value.sql}, ','), '')`;
    case 'date':
      return sql`coalesce(to_char(${value.sql}, ${sql.raw(DATE_FORMAT)}), '')`;
    case 'time':
      return sql`coalesce(to_char(${value.sql}, ${sql.raw(TIME_FORMAT)}), '')`;
  }
}

/**
 * Returns the value with null replaced by the empty value of its kind: 0, '', false, an empty array. Dates and times
 * become texts.
 */
export function withoutNull(value: SqlValue): RawBuilder<unknown> {
  if (value.kind === 'date' || value.kind === 'time') return asText(value);
  if (value.isNeverNull) return value.sql;
  const empty = { text: sql`''`, number: sql`0`, bool: sql`false`, list: sql`'{}'::text[]` }[value.kind];
  return sql`coalesce(${value.sql}, ${empty})`;
}

/** Returns the condition that a value is empty: null, '' or an empty array. */
export function isEmptySql(value: SqlValue): RawBuilder<unknown> {
  if (value.kind === 'text') return sql`(${value.sql} is null or ${value.sql} = '')`;
  if (value.kind === 'list') return sql`(${value.sql} is null or cardinality(${value.sql}) = 0)`;
  return sql`(${value.sql} is null)`;
}
