import type { AnyNode, FieldNode, NodeByTag } from '../grammar/nodes.ts';
import { TAGS } from '../grammar/tags.ts';
import type { Path } from '../domain/problem/index.ts';

/** A part of tabs, steps, a collapse or a table layout: it has no tag and holds nodes. */
export interface Pane {
  label?: string;
  visibleWhen?: string;
  children?: unknown;
}

/** A node and its path in the canonical definition; `pane` is the pane of its parent that contains it. */
export interface PlacedNode {
  node: AnyNode;
  path: Path;
  pane?: Pane;
}

export const isFieldNode = (node: AnyNode): node is FieldNode => TAGS[node.tag]?.kind === 'field';

/** The kernel compiles sub-tables and operation columns itself: they belong to the structure of the language. */
export const isTableNode = (node: { tag: string }): node is NodeByTag['subTable'] => node.tag === 'subTable';
export const isOperationColumn = (node: { tag: string }): node is NodeByTag['opColumn'] => node.tag === 'opColumn';
/** Returns true for a field that refers to records of another form; `src/relations` checks it against that form. */
export const isRelationNode = (node: { tag: string }): node is NodeByTag['recordSelector'] =>
  node.tag === 'recordSelector';
export const isPlaceholderNode = (node: { tag: string }): boolean => node.tag === 'placeholder';

type WithChildren = { children?: unknown; sidebar?: unknown; header?: unknown; items?: unknown };

const asNodes = (list: unknown): AnyNode[] => (Array.isArray(list) ? (list as AnyNode[]) : []);

const NODE_LIST_KEYS = ['children', 'sidebar', 'header', 'items'] as const;

/**
 * Returns the nodes directly inside a node: children, contents of panes, parts of the shell. Columns of a sub-table are
 * not included.
 */
export function innerNodes({ node, path }: PlacedNode): PlacedNode[] {
  if (isTableNode(node) || isOperationColumn(node) || isPlaceholderNode(node)) return [];
  const placedNodes: PlacedNode[] = [];
  for (const listKey of NODE_LIST_KEYS) {
    const children = (node as WithChildren)[listKey];
    if (!Array.isArray(children)) continue;
    for (const [index, child] of (children as AnyNode[]).entries()) {
      const childPath = [...path, listKey, index];
      if (typeof child.tag === 'string') placedNodes.push({ node: child, path: childPath });
      else
        asNodes((child as WithChildren).children).forEach((paneChild, position) =>
          placedNodes.push({ node: paneChild, path: [...childPath, 'children', position], pane: child as Pane }),
        );
    }
  }
  return placedNodes;
}

/** Returns the panes of a node. */
export const panesOf = (node: AnyNode): Pane[] =>
  isFieldNode(node) || isPlaceholderNode(node)
    ? []
    : (asNodes((node as WithChildren).children).filter((child) => typeof child.tag !== 'string') as unknown as Pane[]);

/** Yields every node of a definition in document order, parents first; sub-tables without their columns. */
export function* walkNodes(roots: readonly AnyNode[], path: Path = ['fields']): Generator<PlacedNode> {
  const stack: PlacedNode[] = roots.map((node, index) => ({ node, path: [...path, index] })).reverse();
  for (let next = stack.pop(); next; next = stack.pop()) {
    yield next;
    // one by one: `push(...list)` overflows the stack if the list has a hundred thousand items
    for (const placedNode of innerNodes(next).reverse()) stack.push(placedNode);
  }
}
