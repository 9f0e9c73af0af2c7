import type { ListCondition } from '../../runtime/services/paging.ts';

/** Conditions of a block's `fixedQuery` (field key → value); for a list of values one of them must match. */
export const fixedConditions = (fixedQuery: Readonly<Record<string, unknown>> = {}): ListCondition[] =>
  Object.entries(fixedQuery).map(([field, value]) => ({ field, op: Array.isArray(value) ? 'in' : 'eq', value }));
