import type { FieldNode } from '../../grammar/nodes.ts';
import type { Path } from '../../domain/problem/index.ts';
import { lookupText, type LookupCall } from '../expressions/lookupText.ts';
import type { FormDefinition } from '../form.ts';
import { isFieldNode, isTableNode, walkNodes } from '../nodes.ts';
import { columnNodes } from '../types.ts';

/** A formula with calls of `lookup`, where it stands. */
export interface PlacedLookups {
  node: FieldNode;
  path: Path;
  /** Key of the sub-table; null outside of one. */
  table: string | null;
  calls: readonly LookupCall[];
  /** The formula with names in the places of its calls. */
  text: string;
}

const known = new WeakMap<FormDefinition, readonly PlacedLookups[]>();

/** Every formula of a form that looks values up, those of columns included. */
export function lookupsIn(definition: FormDefinition): readonly PlacedLookups[] {
  const found = known.get(definition) ?? collect(definition);
  known.set(definition, found);
  return found;
}

function collect(definition: FormDefinition): PlacedLookups[] {
  const placed = (node: FieldNode, path: Path, table: string | null): PlacedLookups[] => {
    const { calls, text } = lookupText(node.computed ?? '');
    return calls.length === 0 ? [] : [{ node, path, table, calls, text }];
  };
  return [...walkNodes(definition.fields)].flatMap(({ node, path }): PlacedLookups[] => {
    if (!isFieldNode(node)) return [];
    if (!isTableNode(node)) return placed(node, path, null);
    return columnNodes(node).flatMap((column) =>
      placed(column, [...path, 'children', (node.children as unknown[]).indexOf(column)], node.__vModel__),
    );
  });
}
