import type { ListCondition } from '../../runtime/services/paging.ts';

/** Words of a fixed condition that ask whether the field is filled in, whatever its value. */
const FILLED_WORDS: ReadonlyMap<unknown, 'empty' | 'notEmpty'> = new Map([
  ['${empty}', 'empty'],
  ['${notEmpty}', 'notEmpty'],
]);

/**
 * Conditions of a block's `fixedQuery` (field key → value): for a list of values one of them must match; `${notEmpty}`
 * and `${empty}` select the records whose field is filled in or not.
 */
export const fixedConditions = (fixedQuery: Readonly<Record<string, unknown>> = {}): ListCondition[] =>
  Object.entries(fixedQuery).map(([field, value]) => {
    const filled = FILLED_WORDS.get(value);
    if (filled) return { field, op: filled, value: null };
    return { field, op: Array.isArray(value) ? 'in' : 'eq', value };
  });
