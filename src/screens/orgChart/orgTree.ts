import type { OrgNode } from '../../runtime/services/people.ts';

/** The part of the organisation below one unit or department; all of it where none is named. */
export function partOf(tree: readonly OrgNode[], root: string | undefined): readonly OrgNode[] {
  if (root === undefined) return tree;
  for (const node of tree) {
    if (node.id === root) return [node];
    const found = partOf(node.children ?? [], root);
    if (found.length > 0) return found;
  }
  return [];
}

/** The ids down to a level: 1 the topmost alone. */
export const idsTo = (tree: readonly OrgNode[], depth: number): string[] =>
  depth < 1 ? [] : tree.flatMap(({ id, children = [] }) => [id, ...idsTo(children, depth - 1)]);

/** Whose names hold a text, and all that stand above them. */
export function found(tree: readonly OrgNode[], text: string): { hits: Set<string>; above: Set<string> } {
  const hits = new Set<string>();
  const above = new Set<string>();
  const look = (nodes: readonly OrgNode[]): boolean =>
    nodes
      .map(({ id, name, children = [] }) => {
        const isHit = text !== '' && name.includes(text);
        if (isHit) hits.add(id);
        const isBelow = look(children);
        if (isBelow) above.add(id);
        return isHit || isBelow;
      })
      .some(Boolean);
  look(tree);
  return { hits, above };
}
