import type { AnyNode } from '../grammar/nodes.ts';
import type { ExpressionTypes } from './expressions/types.ts';
import { isRowsType } from './expressions/types.ts';
import type { Vocabulary } from './registry.ts';
import { formTypesOf } from './types.ts';

/** Names and types for the expressions of a process over one form. */
export interface FlowTypes {
  form: ExpressionTypes;
  /** Inside of a sub-process that is repeated over this: `item` is the row (by its columns) or the value, and the counts of the runs are there. */
  inside(over: string): ExpressionTypes;
}

const COUNTS: ExpressionTypes = {
  nrOfInstances: 'double',
  nrOfCompletedInstances: 'double',
  nrOfActiveInstances: 'double',
};

/** A field of the same name hides `item` and the counts, as it hides `user`. Answers the same object for the same table: environments are cached by it. */
export function flowTypesOf(roots: readonly AnyNode[], vocabulary: Vocabulary): FlowTypes {
  const { form } = formTypesOf(roots, vocabulary);
  const made = new Map<string, ExpressionTypes>();
  return {
    form,
    inside(over) {
      const type = form[over.trim()];
      const key = type !== undefined && typeof type === 'object' && isRowsType(type) ? over.trim() : '';
      const known = made.get(key);
      if (known) return known;
      const rows = key === '' ? undefined : type;
      const types: ExpressionTypes = {
        ...COUNTS,
        item: rows !== undefined && typeof rows === 'object' && isRowsType(rows) ? { fields: rows.rows } : 'string',
        ...form,
      };
      made.set(key, types);
      return types;
    },
  };
}
