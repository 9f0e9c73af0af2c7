import { isPeriodName } from '../../../domain/periods.ts';
import type { AnyOf, ListCondition, ListOperator } from '../../../runtime/services/paging.ts';

/** One condition of the advanced filter (高级筛选). */
export interface AdvancedCondition {
  field: string;
  op: ListOperator;
  value?: unknown;
}

/** The advanced filter. `match`: a record must meet all conditions in `rows`, or at least one of them. */
export interface AdvancedFilterValue {
  match: 'all' | 'any';
  rows: readonly AdvancedCondition[];
  /** Only with `any`: further conditions that a record must meet, e.g. those of a lane that is shown as a table. */
  additional?: readonly AdvancedCondition[];
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

/** Returns true for the operators that take no value. */
export const needsNoValue = (op: ListOperator): boolean => op === 'empty' || op === 'notEmpty';

const isCondition = (row: unknown): row is AdvancedCondition =>
  row !== null &&
  typeof row === 'object' &&
  typeof (row as AdvancedCondition).field === 'string' &&
  OPERATORS.has((row as AdvancedCondition).op);

/**
 * Returns the filter without an empty `additional`. If `match` is `all`, or there is at most one row, all conditions
 * are joined in `rows`. Null without conditions.
 */
function simplify({ match, rows, additional = [] }: AdvancedFilterValue): AdvancedFilterValue | null {
  if (match === 'any' && rows.length > 1) return { match, rows, ...(additional.length > 0 ? { additional } : {}) };
  const allRows = [...rows, ...additional];
  return allRows.length > 0 ? { match: additional.length > 0 ? 'all' : match, rows: allRows } : null;
}

/** Parses the conditions from an address parameter; null if there are none or the text is invalid. */
export function parseAdvancedFilterValue(text: string | undefined): AdvancedFilterValue | null {
  if (text === undefined) return null;
  try {
    const parsed = JSON.parse(text) as Partial<AdvancedFilterValue> | null;
    const [rows, additional] = [parsed?.rows, parsed?.additional].map((list) =>
      Array.isArray(list) ? (list as unknown[]).filter(isCondition).slice(0, MAX_ROWS) : [],
    ) as [AdvancedCondition[], AdvancedCondition[]];
    return simplify({ match: parsed?.match === 'any' ? 'any' : 'all', rows, additional });
  } catch {
    return null;
  }
}

const isFilled = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  !(Array.isArray(value) && value.every((item) => !isFilled(item)));

const completeConditions = (rows: readonly AdvancedCondition[] = []): readonly AdvancedCondition[] =>
  rows.filter(({ op, value }) => needsNoValue(op) || isFilled(value));

/**
 * Returns the advanced filter without incomplete conditions: conditions that need a value and have none. Null without
 * conditions.
 */
export const withoutIncomplete = (advanced: AdvancedFilterValue | null): AdvancedFilterValue | null =>
  advanced &&
  simplify({
    match: advanced.match,
    rows: completeConditions(advanced.rows),
    additional: completeConditions(advanced.additional),
  });

/** Returns the number of conditions. */
export const countConditions = (advanced: AdvancedFilterValue | null): number =>
  (advanced?.rows.length ?? 0) + (advanced?.additional?.length ?? 0);

/** Returns the advanced filter with these additional conditions. */
export function withConditions(
  advanced: AdvancedFilterValue | null,
  conditions: readonly AdvancedCondition[],
): AdvancedFilterValue {
  const { match, rows, additional = [] } = withoutIncomplete(advanced) ?? { match: 'all', rows: [] };
  return match === 'any' && rows.length > 1
    ? { match, rows, additional: [...additional, ...conditions] }
    : { match: 'all', rows: [...rows, ...conditions] };
}

/**
 * Converts one condition for the list call. A range whose value is the name of a period (`thisMonth`) gets the operator
 * `within`.
 */
const toListCondition = ({ field, op, value }: AdvancedCondition): ListCondition => ({
  field,
  op: op === 'range' && isPeriodName(value) ? 'within' : op,
  value,
});

/**
 * Converts the advanced filter to the conditions of the list call: the rows themselves, or one `anyOf` group and the
 * additional conditions.
 */
export function toListConditions(advanced: AdvancedFilterValue | null): (ListCondition | AnyOf)[] {
  const completeFilter = withoutIncomplete(advanced);
  const [rows, additional] = [completeFilter?.rows ?? [], completeFilter?.additional ?? []].map((conditions) =>
    conditions.map(toListCondition),
  ) as [ListCondition[], ListCondition[]];
  return completeFilter?.match === 'any' && rows.length > 1 ? [{ anyOf: rows }, ...additional] : rows;
}
