import { isBlank } from '../../domain/blank.ts';
import { fillPlaceholders, wordCondition, type PlaceholderValues } from '../../kernel/index.ts';
import type { ListCondition } from '../../runtime/services/paging.ts';

/**
 * Returns the conditions of a block's `fixedQuery` (field key → value). For a list of values, one of them must match.
 * Words such as `${notEmpty}` and `${thisMonth}` become conditions (`wordCondition`). Other placeholders are kept.
 */
export const fixedConditions = (fixedQuery: Readonly<Record<string, unknown>> = {}): ListCondition[] =>
  Object.entries(fixedQuery).map(([field, value]) => ({
    field,
    ...(wordCondition(value) ?? { op: Array.isArray(value) ? 'in' : 'eq', value }),
  }));

const hasNoValue = (value: unknown): boolean => value === null || isBlank(value);

/**
 * Fills the placeholders of a condition. If none of them has a value (a person without a department), the condition
 * selects the records with an empty field: the server would ignore a condition without a value and return all records.
 */
export function fillCondition<C extends { op?: string; value?: unknown }>(condition: C, source: PlaceholderValues): C {
  const filledValue = fillPlaceholders(condition.value, source);
  // '' in a range means that the range is open at this end, so '' is kept
  const isLeftOut = condition.op === 'range' ? (item: unknown) => item === null : hasNoValue;
  const value = Array.isArray(filledValue) ? filledValue.filter((item) => !isLeftOut(item)) : filledValue;
  return hasNoValue(value) && !hasNoValue(condition.value)
    ? { ...condition, op: 'empty', value: null }
    : { ...condition, value };
}
