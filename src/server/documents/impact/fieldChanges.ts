import {
  columnNodes,
  isTableNode,
  relationOf,
  valueTypeOf,
  type FormDefinition,
  type Vocabulary,
} from '../../../kernel/index.ts';
import { fieldsOf } from '../../../relations/index.ts';
import type { FieldNode } from '../../../grammar/nodes.ts';

/** A field (`key`) or column (`table.key`) that a new version removes, or whose type it changes. */
export interface FieldChange {
  key: string;
  label: string;
}

/** The fields and columns that a new version removes (`removed`), and those whose type it changes (`changed`). */
export interface FieldChanges {
  removed: FieldChange[];
  changed: FieldChange[];
}

interface LabelledField {
  node: FieldNode;
  label: string;
}

/** Returns all fields and columns, by the key that references use. */
function fieldsByKey(definition: FormDefinition): Map<string, LabelledField> {
  const fields = new Map<string, LabelledField>();
  for (const [key, node] of fieldsOf(definition)) {
    const label = node.label || key;
    fields.set(key, { node, label });
    if (isTableNode(node))
      for (const column of columnNodes(node))
        fields.set(`${key}.${column.__vModel__}`, {
          node: column,
          label: `${label}.${column.label || column.__vModel__}`,
        });
  }
  return fields;
}

/**
 * Returns the properties of a field's values that references rely on, as a text for comparison: type, relation target,
 * whether they are rows, dates or files, and how they are compared.
 */
function typeSignature(node: FieldNode, vocabulary: Vocabulary): string {
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

/**
 * Returns the fields and columns that the next version of a form removes or changes, without columns of a removed
 * sub-table.
 */
export function fieldChanges(before: FormDefinition, next: FormDefinition, vocabulary: Vocabulary): FieldChanges {
  const nextFields = fieldsByKey(next);
  const removed: FieldChange[] = [];
  const changed: FieldChange[] = [];
  for (const [key, { node, label }] of fieldsByKey(before)) {
    const nextField = nextFields.get(key);
    const table = key.includes('.') ? key.slice(0, key.indexOf('.')) : null;
    if (!nextField) {
      const isTableRemoved = table !== null && !nextFields.has(table);
      if (!isTableRemoved) removed.push({ key, label });
    } else if (typeSignature(node, vocabulary) !== typeSignature(nextField.node, vocabulary))
      changed.push({ key, label });
  }
  return { removed, changed };
}
