import type { AnyOf, ListCondition, ListOperator } from '../../../runtime/services/paging.ts';

/** One row of 高级筛选. */
export interface MoreRow {
  field: string;
  op: ListOperator;
  value?: unknown;
}

/** Conditions that a person puts together: all of the rows hold, or any one. */
export interface MoreConditions {
  match: 'all' | 'any';
  rows: readonly MoreRow[];
}

/** Names of the operators as people read them, in the order in which they are offered. */
export const OPERATOR_NAMES: Readonly<Record<ListOperator, string>> = {
  eq: '等于',
  ne: '不等于',
  contains: '包含',
  notContains: '不包含',
  in: '属于任一',
  notIn: '不属于',
  gte: '不小于',
  lte: '不大于',
  range: '介于',
  within: '时间段',
  empty: '为空',
  notEmpty: '不为空',
};

const OPERATORS = new Set(Object.keys(OPERATOR_NAMES));
const MOST_ROWS = 20;

export const needsNoValue = (op: ListOperator): boolean => op === 'empty' || op === 'notEmpty';

const isRow = (row: unknown): row is MoreRow =>
  row !== null &&
  typeof row === 'object' &&
  typeof (row as MoreRow).field === 'string' &&
  OPERATORS.has((row as MoreRow).op);

/** The conditions of an address; null for what nobody could have put together. */
export function readMore(text: string | undefined): MoreConditions | null {
  if (text === undefined) return null;
  try {
    const read = JSON.parse(text) as Partial<MoreConditions> | null;
    const rows = Array.isArray(read?.rows) ? (read.rows as unknown[]).filter(isRow).slice(0, MOST_ROWS) : [];
    return rows.length > 0 ? { match: read?.match === 'any' ? 'any' : 'all', rows } : null;
  } catch {
    return null;
  }
}

const isGiven = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  !(Array.isArray(value) && value.every((one) => !isGiven(one)));

/** The rows that say something. */
export const givenRows = (more: MoreConditions | null): readonly MoreRow[] =>
  (more?.rows ?? []).filter(({ op, value }) => needsNoValue(op) || isGiven(value));

/** As the list call takes them: the rows themselves, or one group of which one must hold. */
export function moreConditions(more: MoreConditions | null): (ListCondition | AnyOf)[] {
  const rows = givenRows(more).map(({ field, op, value }) => ({ field, op, value }));
  return more?.match === 'any' && rows.length > 1 ? [{ anyOf: rows }] : rows;
}
