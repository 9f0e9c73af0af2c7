/** A node of the tree beside a list, as far as it has been read. */
export interface TreeItem {
  key: string;
  title: string;
  isLeaf: boolean;
  children?: TreeItem[];
}
/** Below `parentId` (null: the top), before `beforeId` (null: last). */
export interface Place {
  parentId: string | null;
  beforeId: string | null;
}
export type Step = 'up' | 'down' | 'out' | 'in';

/** Where a node stands: its siblings, its place among them, and the nodes above it, the nearest last. */
interface Found {
  siblings: readonly TreeItem[];
  index: number;
  above: readonly TreeItem[];
}

function find(nodes: readonly TreeItem[], key: string, above: readonly TreeItem[] = []): Found | null {
  const index = nodes.findIndex((node) => node.key === key);
  if (index >= 0) return { siblings: nodes, index, above };
  for (const node of nodes) {
    const found = find(node.children ?? [], key, [...above, node]);
    if (found) return found;
  }
  return null;
}

/** Whether a node lies at or below another one. */
export const isAtOrBelow = (nodes: readonly TreeItem[], key: string, other: string): boolean =>
  key === other || find(nodes, key)?.above.some((node) => node.key === other) === true;

/** Where a node goes that is dropped into another one (first, where that stands open and shows what it holds), or before or after it. */
export function dropPlace(
  nodes: readonly TreeItem[],
  target: string,
  where: 'first' | 'into' | 'before' | 'after',
): Place | null {
  if (where === 'into') return { parentId: target, beforeId: null };
  const found = find(nodes, target);
  if (!found) return null;
  const { siblings, index, above } = found;
  if (where === 'first') return { parentId: target, beforeId: siblings[index]?.children?.[0]?.key ?? null };
  return {
    parentId: above.at(-1)?.key ?? null,
    beforeId: (where === 'before' ? target : siblings[index + 1]?.key) ?? null,
  };
}

/** Where one step of the keyboard takes a node, or why it goes no further. */
export function stepPlace(nodes: readonly TreeItem[], key: string, step: Step): Place | string {
  const found = find(nodes, key);
  if (!found) return '请先选择要移动的一项';
  const { siblings, index, above } = found;
  const parentId = above.at(-1)?.key ?? null;
  if (step === 'up') return index === 0 ? '已在同级的最前面' : { parentId, beforeId: siblings[index - 1]?.key ?? null };
  if (step === 'down')
    return index === siblings.length - 1
      ? '已在同级的最后面'
      : { parentId, beforeId: siblings[index + 2]?.key ?? null };
  if (step === 'in') {
    const into = siblings[index - 1];
    return into ? { parentId: into.key, beforeId: null } : '前面没有同级，不能移入';
  }
  const parent = above.at(-1);
  return parent ? (dropPlace(nodes, parent.key, 'after') ?? '已在最上级') : '已在最上级';
}

/** The tree with what was read below one of its nodes. */
export const withChildren = (nodes: readonly TreeItem[], key: string, children: TreeItem[]): TreeItem[] =>
  nodes.map((node) =>
    node.key === key
      ? { ...node, children }
      : node.children
        ? { ...node, children: withChildren(node.children, key, children) }
        : node,
  );

/** The tree as it is after the move: shown at once, while the server is told. */
export function movedTo(nodes: readonly TreeItem[], key: string, { parentId, beforeId }: Place): TreeItem[] {
  const found = find(nodes, key);
  const item = found?.siblings[found.index];
  if (!item) return [...nodes];
  const put = (siblings: readonly TreeItem[]): TreeItem[] => {
    const at = siblings.findIndex((node) => node.key === beforeId);
    return at < 0 ? [...siblings, item] : [...siblings.slice(0, at), item, ...siblings.slice(at)];
  };
  const walk = (level: readonly TreeItem[]): TreeItem[] =>
    level.flatMap((node) => {
      if (node.key === key) return [];
      const children = node.children ? walk(node.children) : undefined;
      // what was not read yet is read when it is opened
      if (node.key === parentId)
        return [{ ...node, isLeaf: false, ...(children || node.isLeaf ? { children: put(children ?? []) } : {}) }];
      if (!children) return [node];
      return [{ ...node, children, isLeaf: children.length === 0 }];
    });
  const rest = walk(nodes);
  return parentId === null ? put(rest) : rest;
}
