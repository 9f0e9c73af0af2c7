import { sql, type RawBuilder } from 'kysely';
import { withoutNull, type SqlValue } from './sqlValue.ts';

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

const OPERATORS: Readonly<Record<Comparison, string>> = {
  '==': '=',
  '!=': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};
/** The operators after the two sides are exchanged: `a < b` is `b > a`. */
const MIRRORED: Readonly<Record<Comparison, Comparison>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};
const DAY_PATTERN = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** Checks whether an empty value satisfies the operator. An empty value is less than every other constant. */
const holdsForEmpty = (operator: Comparison): boolean => operator === '<' || operator === '<=' || operator === '!=';

/** Checks whether a text is an existing day. PostgreSQL rejects all other texts. */
function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !DAY_PATTERN.test(text) || text < '0001') return false;
  return new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
}

/**
 * Compares a column with a constant so that an index can be used: the column is not part of an expression. Only for
 * constants greater than the empty value of the column's kind (numbers above 0, texts that are not empty), because a
 * null in the column counts as that value. Returns null for all others; `compare` then uses its general form.
 */
function compareWithConstant(column: SqlValue, operator: Comparison, constant: SqlValue): RawBuilder<boolean> | null {
  const value = constant.constant;
  const compareColumn = (right: RawBuilder<unknown>, usedOperator: Comparison = operator): RawBuilder<boolean> => {
    const comparison = sql<boolean>`${column.sql} ${sql.raw(OPERATORS[usedOperator])} ${right}`;
    return holdsForEmpty(usedOperator) && !column.isNeverNull
      ? sql<boolean>`(${column.sql} is null or ${comparison})`
      : sql<boolean>`(${comparison})`;
  };
  if (column.kind === 'number' && typeof value === 'number' && value > 0) return compareColumn(constant.sql);
  if (column.kind === 'text' && typeof value === 'string' && value !== '')
    return compareColumn(sql`${value} collate "C"`);
  if (column.kind === 'date' && isDay(value)) return compareColumn(sql`${value}::date`);
  if (column.kind === 'time' && isDay(value) && operator !== '==' && operator !== '!=') {
    // compared as texts, `2026-03-05 00:00` is greater than `2026-03-05`, because it continues that text: `>` includes
    // midnight, `<=` excludes the whole day
    return compareColumn(sql`${value}::timestamp`, operator === '>' || operator === '>=' ? '>=' : '<');
  }
  return null;
}

/**
 * Translates `left operator right` with the semantics of expressions: texts by code point, dates as texts, null as '',
 * 0, false or [].
 */
export function compare(left: SqlValue, operator: Comparison, right: SqlValue): SqlValue {
  const isVariable = (value: SqlValue): boolean => value.constant === undefined;
  let indexableSql: RawBuilder<boolean> | null = null;
  if (isVariable(left) && !isVariable(right)) indexableSql = compareWithConstant(left, operator, right);
  if (isVariable(right) && !isVariable(left)) indexableSql = compareWithConstant(right, MIRRORED[operator], left);
  if (indexableSql) return { kind: 'bool', sql: indexableSql };
  const isText = [left, right].some(({ kind }) => kind === 'text' || kind === 'date' || kind === 'time');
  const collation = isText ? sql` collate "C"` : sql``;
  return {
    kind: 'bool',
    isNeverNull: true,
    sql: sql`(${withoutNull(left)} ${sql.raw(OPERATORS[operator])} ${withoutNull(right)}${collation})`,
  };
}
