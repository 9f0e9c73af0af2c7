import type { FieldNode } from '../grammar/nodes.ts';
import type { Path } from '../domain/problem/index.ts';
import { extractLookups, type LookupCall } from '../expressions/index.ts';
import { type FormDefinition, isFieldNode, isTableNode, walkNodes, columnNodes } from '../kernel/index.ts';

/** A formula with `lookup` calls and its position. */
export interface LocatedLookups {
  node: FieldNode;
  path: Path;
  /** Key of the sub-table; null outside of one. */
  table: string | null;
  calls: readonly LookupCall[];
  /** The formula in which each call is replaced by a placeholder name. */
  text: string;
}

const lookupsByDefinition = new WeakMap<FormDefinition, readonly LocatedLookups[]>();

/** Returns every formula of a form that looks values up, including formulas of columns. Cached by definition. */
export function lookupsIn(definition: FormDefinition): readonly LocatedLookups[] {
  const lookups = lookupsByDefinition.get(definition) ?? collectLookups(definition);
  lookupsByDefinition.set(definition, lookups);
  return lookups;
}

function collectLookups(definition: FormDefinition): LocatedLookups[] {
  const lookupsOf = (node: FieldNode, path: Path, table: string | null): LocatedLookups[] => {
    const { calls, text } = extractLookups(node.computed ?? '');
    return calls.length === 0 ? [] : [{ node, path, table, calls, text }];
  };
  return [...walkNodes(definition.fields)].flatMap(({ node, path }): LocatedLookups[] => {
    if (!isFieldNode(node)) return [];
    if (!isTableNode(node)) return lookupsOf(node, path, null);
    return columnNodes(node).flatMap((column) =>
      lookupsOf(column, [...path, 'children', (node.children as unknown[]).indexOf(column)], node.__vModel__),
    );
  });
}
