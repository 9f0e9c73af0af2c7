import type { ListCondition } from '../../runtime/services/paging.ts';

/** Values of a fixed condition that select records by whether the field is filled in. */
const FILLED_WORDS: ReadonlyMap<unknown, 'empty' | 'notEmpty'> = new Map([
  ['${empty}', 'empty'],
  ['${notEmpty}', 'notEmpty'],
]);

/**
 * Returns the conditions of a block's `fixedQuery` (field key → value). For a list of values, one of them must match.
 * `${notEmpty}` and `${empty}` select the records whose field is filled in or empty.
 */
export const fixedConditions = (fixedQuery: Readonly<Record<string, unknown>> = {}): ListCondition[] =>
  Object.entries(fixedQuery).map(([field, value]) => {
    const filled = FILLED_WORDS.get(value);
    if (filled) return { field, op: filled, value: null };
    return { field, op: Array.isArray(value) ? 'in' : 'eq', value };
  });
