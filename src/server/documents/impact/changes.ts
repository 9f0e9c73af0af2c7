import {
  columnNodes,
  fieldsOf,
  isTableNode,
  relationOf,
  valueTypeOf,
  type FormDefinition,
  type Vocabulary,
} from '../../../kernel/index.ts';
import type { FieldNode } from '../../../grammar/nodes.ts';

/** A field (`key`) or column (`table.key`) that a version takes away, or whose values become something else. */
export interface FieldChange {
  key: string;
  label: string;
}

export interface FieldChanges {
  removed: FieldChange[];
  changed: FieldChange[];
}

interface Placed {
  node: FieldNode;
  label: string;
}

/** Every field and column by the name under which references speak of it. */
function placedIn(definition: FormDefinition): Map<string, Placed> {
  const found = new Map<string, Placed>();
  for (const [key, node] of fieldsOf(definition)) {
    const label = node.label || key;
    found.set(key, { node, label });
    if (isTableNode(node))
      for (const column of columnNodes(node))
        found.set(`${key}.${column.__vModel__}`, {
          node: column,
          label: `${label}.${column.label || column.__vModel__}`,
        });
  }
  return found;
}

/** What others rely on in a field's values: their type, what a relation points at, whether they are days. */
function natureOf(node: FieldNode, vocabulary: Vocabulary): string {
  const definition = vocabulary.definition(node.tag);
  const relation = relationOf(node);
  return JSON.stringify([
    isTableNode(node),
    valueTypeOf(node, vocabulary),
    relation && [relation.to, relation.isMultiple],
    definition?.dateFormat !== undefined,
    definition?.comparedAs?.(node as never) ?? null,
    definition?.files !== undefined,
  ]);
}

/** What the next version of a form takes away or makes something else. Columns of a table that goes are not named beside it. */
export function fieldChanges(before: FormDefinition, next: FormDefinition, vocabulary: Vocabulary): FieldChanges {
  const now = placedIn(next);
  const removed: FieldChange[] = [];
  const changed: FieldChange[] = [];
  for (const [key, { node, label }] of placedIn(before)) {
    const other = now.get(key);
    const table = key.includes('.') ? key.slice(0, key.indexOf('.')) : null;
    if (!other) {
      const isTableGone = table !== null && !now.has(table);
      if (!isTableGone) removed.push({ key, label });
    } else if (natureOf(node, vocabulary) !== natureOf(other.node, vocabulary)) changed.push({ key, label });
  }
  return { removed, changed };
}
