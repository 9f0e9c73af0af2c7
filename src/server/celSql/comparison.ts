import { sql, type RawBuilder } from 'kysely';
import { filled, type SqlValue } from './sqlValue.ts';

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

const OPERATORS: Readonly<Record<Comparison, string>> = {
  '==': '=',
  '!=': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};
const MIRRORED: Readonly<Record<Comparison, Comparison>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

const isBelow = (operator: Comparison): boolean => operator === '<' || operator === '<=' || operator === '!=';

/** A day that exists; PostgreSQL refuses others. */
function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !DAY.test(text) || text < '0001') return false;
  return new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
}

/**
 * Compares a column with a constant so that an index on the column can answer it: the column stands alone. Null counts as
 * the empty value of the kind, which is below every other constant. Null where the general form must be used.
 */
function withConstant(column: SqlValue, operator: Comparison, other: SqlValue): RawBuilder<boolean> | null {
  const value = other.constant;
  const bare = (right: RawBuilder<unknown>, op: Comparison = operator): RawBuilder<boolean> => {
    const plain = sql<boolean>`${column.sql} ${sql.raw(OPERATORS[op])} ${right}`;
    return isBelow(op) && !column.isFilled
      ? sql<boolean>`(${column.sql} is null or ${plain})`
      : sql<boolean>`(${plain})`;
  };
  if (column.kind === 'number' && typeof value === 'number' && value > 0) return bare(other.sql);
  if (column.kind === 'text' && typeof value === 'string' && value !== '') return bare(sql`${value} collate "C"`);
  if (column.kind === 'date' && isDay(value)) return bare(sql`${value}::date`);
  if (column.kind === 'time' && isDay(value) && operator !== '==' && operator !== '!=') {
    // as texts, every time of a day is longer than the day alone, so it comes after it
    return bare(sql`${value}::timestamp`, operator === '>' || operator === '>=' ? '>=' : '<');
  }
  return null;
}

/** `left operator right` with the author's meaning: texts by code point, dates as texts, empty as '', 0, false or []. */
export function compare(left: SqlValue, operator: Comparison, right: SqlValue): SqlValue {
  const isColumn = (value: SqlValue): boolean => value.constant === undefined;
  const short =
    isColumn(left) && !isColumn(right)
      ? withConstant(left, operator, right)
      : isColumn(right) && !isColumn(left)
        ? withConstant(right, MIRRORED[operator], left)
        : null;
  if (short) return { kind: 'bool', sql: short };
  const isText = [left, right].some(({ kind }) => kind === 'text' || kind === 'date' || kind === 'time');
  const collation = isText ? sql` collate "C"` : sql``;
  return {
    kind: 'bool',
    isFilled: true,
    sql: sql`(${filled(left)} ${sql.raw(OPERATORS[operator])} ${filled(right)}${collation})`,
  };
}
