import type { AnyNode } from '../grammar/nodes.ts';
import { type ExpressionTypes, isRowsType } from '../expressions/index.ts';
import type { Vocabulary } from './registry.ts';
import { formTypesOf } from './types.ts';

/** Names and types for the expressions of a process over one form. */
export interface FlowTypes {
  form: ExpressionTypes;
  /**
   * Returns the types inside a sub-process that is repeated over the list `over`: `item` is the row (with its columns)
   * or the value. The counts of instances are available too.
   */
  inside(over: string): ExpressionTypes;
}

const COUNTS: ExpressionTypes = {
  nrOfInstances: 'double',
  nrOfCompletedInstances: 'double',
  nrOfActiveInstances: 'double',
};

/**
 * Returns the types for the expressions of a process. A field of the same name hides `item`, the counts and `user`.
 * Returns the same object for the same table, since environments are cached by identity.
 */
export function flowTypesOf(roots: readonly AnyNode[], vocabulary: Vocabulary): FlowTypes {
  const { form } = formTypesOf(roots, vocabulary);
  const typesByTable = new Map<string, ExpressionTypes>();
  return {
    form,
    inside(over) {
      const type = form[over.trim()];
      const key = type !== undefined && typeof type === 'object' && isRowsType(type) ? over.trim() : '';
      const cached = typesByTable.get(key);
      if (cached) return cached;
      const rows = key === '' ? undefined : type;
      const types: ExpressionTypes = {
        ...COUNTS,
        item: rows !== undefined && typeof rows === 'object' && isRowsType(rows) ? { fields: rows.rows } : 'string',
        ...form,
      };
      typesByTable.set(key, types);
      return types;
    },
  };
}
