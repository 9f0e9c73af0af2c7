import type { ListCondition } from '../../runtime/services/paging.ts';

/** The conditions of a block's `fixedQuery`: field key → value; a list of values means one of them. */
export const fixedConditions = (fixedQuery: Readonly<Record<string, unknown>> = {}): ListCondition[] =>
  Object.entries(fixedQuery).map(([field, value]) => ({ field, op: Array.isArray(value) ? 'in' : 'eq', value }));
