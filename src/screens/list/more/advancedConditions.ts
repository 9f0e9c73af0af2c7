import type { AnyOf, ListCondition, ListOperator } from '../../../runtime/services/paging.ts';

/** One condition of the advanced filter (高级筛选). */
export interface AdvancedCondition {
  field: string;
  op: ListOperator;
  value?: unknown;
}

/** The advanced filter. `match`: whether a record must meet all conditions or at least one. */
export interface AdvancedConditions {
  match: 'all' | 'any';
  rows: readonly AdvancedCondition[];
}

/** Chinese names of the operators, in the order of the selector. */
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
const MAX_ROWS = 20;

export const needsNoValue = (op: ListOperator): boolean => op === 'empty' || op === 'notEmpty';

const isRow = (row: unknown): row is AdvancedCondition =>
  row !== null &&
  typeof row === 'object' &&
  typeof (row as AdvancedCondition).field === 'string' &&
  OPERATORS.has((row as AdvancedCondition).op);

/** Parses the conditions from an address parameter; null if there are none or the text is invalid. */
export function readAdvancedConditions(text: string | undefined): AdvancedConditions | null {
  if (text === undefined) return null;
  try {
    const parsed = JSON.parse(text) as Partial<AdvancedConditions> | null;
    const rows = Array.isArray(parsed?.rows) ? (parsed.rows as unknown[]).filter(isRow).slice(0, MAX_ROWS) : [];
    return rows.length > 0 ? { match: parsed?.match === 'any' ? 'any' : 'all', rows } : null;
  } catch {
    return null;
  }
}

const isFilled = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  !(Array.isArray(value) && value.every((one) => !isFilled(one)));

/** The conditions that are complete: they have a value or need none. */
export const filledConditions = (advanced: AdvancedConditions | null): readonly AdvancedCondition[] =>
  (advanced?.rows ?? []).filter(({ op, value }) => needsNoValue(op) || isFilled(value));

/** Converts to the conditions of the list call: the rows themselves, or one `anyOf` group. */
export function toListConditions(advanced: AdvancedConditions | null): (ListCondition | AnyOf)[] {
  const rows = filledConditions(advanced).map(({ field, op, value }) => ({ field, op, value }));
  return advanced?.match === 'any' && rows.length > 1 ? [{ anyOf: rows }] : rows;
}
