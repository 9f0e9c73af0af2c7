import type { AnyNode, FieldNode, NodeByTag } from '../grammar/nodes.ts';
import { type ExpressionType, type ExpressionTypes, type ValueType, isRowsType } from '../expressions/index.ts';
import { isFieldNode, isTableNode, walkNodes } from './nodes.ts';
import type { Vocabulary } from './registry.ts';

/** Types of the names that every expression of a form may use in addition to the fields. */
const CONTEXT_TYPES: ExpressionTypes = {
  user: { fields: { id: 'string', name: 'string', roles: 'list' } },
  taskNode: 'string',
  flowState: 'string',
};

/** Returns the type of a field's value in expressions. */
export function valueTypeOf(node: FieldNode, vocabulary: Vocabulary): ValueType {
  const { valueType = 'dyn' } = vocabulary.definition(node.tag) ?? {};
  return typeof valueType === 'function' ? valueType(node as never) : valueType;
}

export const columnNodes = (table: NodeByTag['subTable']): FieldNode[] =>
  (table.children as AnyNode[]).filter(isFieldNode);

const typesOf = (nodes: readonly FieldNode[], vocabulary: Vocabulary): Record<string, ExpressionType> =>
  Object.fromEntries(nodes.map((node) => [node.__vModel__, fieldType(node, vocabulary)]));

function fieldType(node: FieldNode, vocabulary: Vocabulary): ExpressionType {
  return isTableNode(node) ? { rows: typesOf(columnNodes(node), vocabulary) } : valueTypeOf(node, vocabulary);
}

/** Names and types for the expressions of one form: outside sub-tables, and inside each sub-table (by its key). */
export interface FormTypes {
  form: ExpressionTypes;
  tables: ReadonlyMap<string, ExpressionTypes>;
}

/**
 * Returns the types for the expressions of a form. A field of the same name hides `user`, `taskNode` or `flowState`;
 * `form.<key>` reaches every field from anywhere.
 */
export function formTypesOf(roots: readonly AnyNode[], vocabulary: Vocabulary): FormTypes {
  const nodes = [...walkNodes(roots)].map(({ node }) => node).filter(isFieldNode);
  const fields = typesOf(nodes, vocabulary);
  const sharedTypes: ExpressionTypes = { ...CONTEXT_TYPES, form: { fields } };
  const tables = new Map<string, ExpressionTypes>();
  for (const node of nodes) {
    if (isTableNode(node)) tables.set(node.__vModel__, { ...sharedTypes, ...typesOf(columnNodes(node), vocabulary) });
  }
  return { form: { ...sharedTypes, ...fields }, tables };
}

/** Names and types for the expressions of a process over one form. */
export interface FlowTypes {
  form: ExpressionTypes;
  /**
   * Returns the types inside a sub-process that is repeated over the list `listName`. The name `item` means the current
   * row (with its columns) or value of the list. The numbers of instances of the sub-process are available too.
   */
  inside(listName: string): ExpressionTypes;
}

const INSTANCE_COUNT_TYPES: ExpressionTypes = {
  nrOfInstances: 'double',
  nrOfCompletedInstances: 'double',
  nrOfActiveInstances: 'double',
};

/**
 * Returns the types for the expressions of a process. A field of the same name hides `item`, the counts and `user`.
 * Returns the same object for the same table, since the environments of expressions are cached by this object.
 */
export function flowTypesOf(roots: readonly AnyNode[], vocabulary: Vocabulary): FlowTypes {
  const { form } = formTypesOf(roots, vocabulary);
  const typesByTable = new Map<string, ExpressionTypes>();
  return {
    form,
    inside(listName) {
      const type = form[listName.trim()];
      const key = type !== undefined && typeof type === 'object' && isRowsType(type) ? listName.trim() : '';
      const cached = typesByTable.get(key);
      if (cached) return cached;
      const rows = key === '' ? undefined : type;
      const types: ExpressionTypes = {
        ...INSTANCE_COUNT_TYPES,
        item: rows !== undefined && typeof rows === 'object' && isRowsType(rows) ? { fields: rows.rows } : 'string',
        ...form,
      };
      typesByTable.set(key, types);
      return types;
    },
  };
}
