import type { FieldNode } from '../grammar/nodes.ts';
import {
  type FormDefinition,
  isFieldNode,
  isTableNode,
  walkNodes,
  relationOf,
  type Vocabulary,
  valueTypeOf,
} from '../kernel/index.ts';
import type { ValueType } from '../expressions/index.ts';

/** System columns of every record that paths and conditions may name, with their types. */
export const RECORD_COLUMNS: Readonly<Record<string, ValueType>> = {
  id: 'string',
  title: 'string',
  flwState: 'string',
  createBy: 'string',
  createByName: 'string',
  createTime: 'string',
  updateTime: 'string',
};

/** Finds the published form with a key; null if there is none. */
export type FormLookup = (formKey: string) => FormDefinition | null;

/** The end of a path: a field of a form with its type; `node` is null for a system column. */
export interface PathEnd {
  definition: FormDefinition;
  node: FieldNode | null;
  name: string;
  type: ValueType;
}

const fieldsCache = new WeakMap<FormDefinition, ReadonlyMap<string, FieldNode>>();

/** Returns the fields of a form outside its sub-tables, by key. Cached by definition. */
export function fieldsOf(definition: FormDefinition): ReadonlyMap<string, FieldNode> {
  const cached = fieldsCache.get(definition);
  if (cached) return cached;
  const fields = new Map(
    [...walkNodes(definition.fields)]
      .map(({ node }) => node)
      .filter(isFieldNode)
      .map((node) => [node.__vModel__, node] as const),
  );
  fieldsCache.set(definition, fields);
  return fields;
}

/**
 * Follows a path such as [contract, customer, customerName] from a form: every part but the last must be a relation to
 * one record. Null if a part does not exist, is a relation to several records, or if the path ends at a sub-table.
 */
export function endOfPath(
  definition: FormDefinition,
  path: readonly string[],
  formOf: FormLookup,
  vocabulary: Vocabulary,
): PathEnd | null {
  const [name, ...rest] = path;
  if (name === undefined) return null;
  const node = fieldsOf(definition).get(name);
  if (rest.length > 0) {
    const relation = node ? relationOf(node) : null;
    const next = relation && !relation.isMultiple ? formOf(relation.to) : null;
    return next && endOfPath(next, rest, formOf, vocabulary);
  }
  if (node) return isTableNode(node) ? null : { definition, node, name, type: valueTypeOf(node, vocabulary) };
  const systemType = Object.hasOwn(RECORD_COLUMNS, name) ? RECORD_COLUMNS[name] : undefined;
  return systemType === undefined ? null : { definition, node: null, name, type: systemType };
}
