/** A node of the side tree; `children` is absent until loaded. */
export interface TreeItem {
  key: string;
  title: string;
  isLeaf: boolean;
  children?: TreeItem[];
}
/** New position of a node: below `parentId` (null: top level), before `beforeId` (null: at the end). */
export interface TreePosition {
  parentId: string | null;
  beforeId: string | null;
}
/** A move by keyboard. `out`: to after the parent of the node. `in`: to the end of the previous sibling's children. */
export type MoveStep = 'up' | 'down' | 'out' | 'in';

/** Location of a node: its siblings, its index among them, and its ancestors, the parent last. */
interface NodeLocation {
  siblings: readonly TreeItem[];
  index: number;
  ancestors: readonly TreeItem[];
}

function findNode(nodes: readonly TreeItem[], key: string, ancestors: readonly TreeItem[] = []): NodeLocation | null {
  const index = nodes.findIndex((node) => node.key === key);
  if (index >= 0) return { siblings: nodes, index, ancestors };
  for (const node of nodes) {
    const location = findNode(node.children ?? [], key, [...ancestors, node]);
    if (location) return location;
  }
  return null;
}

/** Returns true if node `key` is node `otherKey` or one of its descendants. */
export const isAtOrBelow = (nodes: readonly TreeItem[], key: string, otherKey: string): boolean =>
  key === otherKey || findNode(nodes, key)?.ancestors.some((node) => node.key === otherKey) === true;

/**
 * Returns the position of a node dropped on the node `targetKey`: as its first child (`first`, used if it is expanded),
 * as its last child (`into`), or before or after it. Null if the target does not exist.
 */
export function positionOfDrop(
  nodes: readonly TreeItem[],
  targetKey: string,
  side: 'first' | 'into' | 'before' | 'after',
): TreePosition | null {
  if (side === 'into') return { parentId: targetKey, beforeId: null };
  const location = findNode(nodes, targetKey);
  if (!location) return null;
  const { siblings, index, ancestors } = location;
  if (side === 'first') return { parentId: targetKey, beforeId: siblings[index]?.children?.[0]?.key ?? null };
  return {
    parentId: ancestors.at(-1)?.key ?? null,
    beforeId: (side === 'before' ? targetKey : siblings[index + 1]?.key) ?? null,
  };
}

/** Returns the position of a node after a keyboard step, or the reason why the step is not possible. */
export function positionOfStep(nodes: readonly TreeItem[], key: string, step: MoveStep): TreePosition | string {
  const location = findNode(nodes, key);
  if (!location) return '请先选择要移动的一项';
  const { siblings, index, ancestors } = location;
  const parentId = ancestors.at(-1)?.key ?? null;
  if (step === 'up') return index === 0 ? '已在同级的最前面' : { parentId, beforeId: siblings[index - 1]?.key ?? null };
  if (step === 'down')
    return index === siblings.length - 1
      ? '已在同级的最后面'
      : { parentId, beforeId: siblings[index + 2]?.key ?? null };
  if (step === 'in') {
    const newParent = siblings[index - 1];
    return newParent ? { parentId: newParent.key, beforeId: null } : '前面没有同级，不能移入';
  }
  const parent = ancestors.at(-1);
  return parent ? (positionOfDrop(nodes, parent.key, 'after') ?? '已在最上级') : '已在最上级';
}

/** Returns the tree with the loaded children of a node. */
export const withChildren = (nodes: readonly TreeItem[], key: string, children: TreeItem[]): TreeItem[] =>
  nodes.map((node) => {
    if (node.key === key) return { ...node, children };
    return node.children ? { ...node, children: withChildren(node.children, key, children) } : node;
  });

/** Returns the tree with the loaded children of several nodes, by the key of their parent. */
export const withLevels = (nodes: readonly TreeItem[], levels: ReadonlyMap<string, TreeItem[]>): TreeItem[] =>
  nodes.map((node) => {
    const children = levels.get(node.key);
    return children ? { ...node, children: withLevels(children, levels) } : node;
  });

/** Returns the keys of the nodes whose children are loaded. */
export const loadedKeysOf = (nodes: readonly TreeItem[]): string[] =>
  nodes.flatMap(({ key, children }) => (children ? [key, ...loadedKeysOf(children)] : []));

/** Returns the tree after a move; shown immediately, before the server has answered. */
export function moveNode(nodes: readonly TreeItem[], key: string, { parentId, beforeId }: TreePosition): TreeItem[] {
  const location = findNode(nodes, key);
  const item = location?.siblings[location.index];
  if (!item) return [...nodes];
  const insertInto = (siblings: readonly TreeItem[]): TreeItem[] => {
    const index = siblings.findIndex((node) => node.key === beforeId);
    return index < 0 ? [...siblings, item] : [...siblings.slice(0, index), item, ...siblings.slice(index)];
  };
  const walk = (level: readonly TreeItem[]): TreeItem[] =>
    level.flatMap((node) => {
      if (node.key === key) return [];
      const children = node.children ? walk(node.children) : undefined;
      // children that are not loaded yet stay absent: they are loaded when the node is expanded
      if (node.key === parentId)
        return [
          { ...node, isLeaf: false, ...(children || node.isLeaf ? { children: insertInto(children ?? []) } : {}) },
        ];
      if (!children) return [node];
      return [{ ...node, children, isLeaf: children.length === 0 }];
    });
  const remainingNodes = walk(nodes);
  return parentId === null ? insertInto(remainingNodes) : remainingNodes;
}
