import type { FieldNode } from '../grammar/nodes.ts';
import type { FormDefinition } from './form.ts';
import { isFieldNode, isTableNode, walkNodes } from './nodes.ts';
import { relationOf } from './relation.ts';
import type { Vocabulary } from './registry.ts';
import { valueTypeOf } from './types.ts';
import type { ValueType } from './widget.ts';

/** Columns that every record has, as paths and conditions may name them. */
export const RECORD_COLUMNS: Readonly<Record<string, ValueType>> = {
  id: 'string',
  title: 'string',
  flwState: 'string',
  createBy: 'string',
  createByName: 'string',
  createTime: 'string',
  updateTime: 'string',
};

/** The published forms that relations lead to; null: there is no such form. */
export type FormLookup = (formKey: string) => FormDefinition | null;

/** Where a path ends: a field of a form (null: a system column), and its type. */
export interface PathEnd {
  definition: FormDefinition;
  node: FieldNode | null;
  name: string;
  type: ValueType;
}

const fieldsCache = new WeakMap<FormDefinition, ReadonlyMap<string, FieldNode>>();

/** The fields of a form outside its sub-tables, by key. */
export function fieldsOf(definition: FormDefinition): ReadonlyMap<string, FieldNode> {
  const known = fieldsCache.get(definition);
  if (known) return known;
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
 * Follows a path such as [contract, customer, customerName] from a form: every part but the last is a relation to one
 * record. Null where it leads nowhere, through a list of records, or into a sub-table.
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
  const system = Object.hasOwn(RECORD_COLUMNS, name) ? RECORD_COLUMNS[name] : undefined;
  return system === undefined ? null : { definition, node: null, name, type: system };
}
