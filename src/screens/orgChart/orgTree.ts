import type { OrgNode } from '../../runtime/services/people.ts';

/** Returns the subtree of a unit or department; without `root` the whole tree; empty if `root` is not found. */
export function subtreeOf(tree: readonly OrgNode[], root: string | undefined): readonly OrgNode[] {
  if (root === undefined) return tree;
  for (const node of tree) {
    if (node.id === root) return [node];
    const foundNodes = subtreeOf(node.children ?? [], root);
    if (foundNodes.length > 0) return foundNodes;
  }
  return [];
}

/** Returns the ids of the first `depth` levels. */
export const idsOfLevels = (tree: readonly OrgNode[], depth: number): string[] =>
  depth < 1 ? [] : tree.flatMap(({ id, children = [] }) => [id, ...idsOfLevels(children, depth - 1)]);

/** Returns the ids of the nodes whose names contain a text, and the ids of all their ancestors. */
export function searchTree(tree: readonly OrgNode[], text: string): { hits: Set<string>; ancestors: Set<string> } {
  const hits = new Set<string>();
  const ancestors = new Set<string>();
  const walk = (nodes: readonly OrgNode[]): boolean =>
    nodes
      .map(({ id, name, children = [] }) => {
        const isHit = text !== '' && name.includes(text);
        if (isHit) hits.add(id);
        const hasHitBelow = walk(children);
        if (hasHitBelow) ancestors.add(id);
        return isHit || hasHitBelow;
      })
      .some(Boolean);
  walk(tree);
  return { hits, ancestors };
}
