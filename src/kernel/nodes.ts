import type { AnyNode, FieldNode, NodeByTag } from '../grammar/nodes.ts';
import { TAGS } from '../grammar/tags.ts';
import type { Path } from '../domain/problem/index.ts';

/** A part of tabs, steps, a collapse or a table layout: it has no tag and holds nodes. */
export interface Pane {
  label?: string;
  visibleWhen?: string;
  children?: unknown;
}

/** A node and its path in the canonical definition; `pane` is the part of its parent that it stands in. */
export interface PlacedNode {
  node: AnyNode;
  path: Path;
  pane?: Pane;
}

export const isFieldNode = (node: AnyNode): node is FieldNode => TAGS[node.tag]?.kind === 'field';

/** The tags that are part of the language's structure: the kernel compiles them itself. */
export const isTableNode = (node: { tag: string }): node is NodeByTag['subTable'] => node.tag === 'subTable';
export const isOperationColumn = (node: { tag: string }): node is NodeByTag['opColumn'] => node.tag === 'opColumn';
/** A field that points at records of other forms: the kernel checks it against them. */
export const isRelationNode = (node: { tag: string }): node is NodeByTag['recordSelector'] =>
  node.tag === 'recordSelector';
export const isPlaceholderNode = (node: { tag: string }): boolean => node.tag === 'placeholder';

type WithChildren = { children?: unknown; sidebar?: unknown; header?: unknown; items?: unknown };

const asNodes = (list: unknown): AnyNode[] => (Array.isArray(list) ? (list as AnyNode[]) : []);

const LISTS = ['children', 'sidebar', 'header', 'items'] as const;

/** Nodes directly inside a node: children, panes of tabs and collapses, parts of the shell. Columns of a sub-table are its own matter. */
export function innerNodes({ node, path }: PlacedNode): PlacedNode[] {
  if (isTableNode(node) || isOperationColumn(node) || isPlaceholderNode(node)) return [];
  const inner: PlacedNode[] = [];
  for (const list of LISTS) {
    const children = (node as WithChildren)[list];
    if (!Array.isArray(children)) continue;
    for (const [index, child] of (children as AnyNode[]).entries()) {
      const at = [...path, list, index];
      if (typeof child.tag === 'string') inner.push({ node: child, path: at });
      else
        asNodes((child as WithChildren).children).forEach((own, position) =>
          inner.push({ node: own, path: [...at, 'children', position], pane: child as Pane }),
        );
    }
  }
  return inner;
}

/** The parts of a node that have no tag of their own. */
export const panesOf = (node: AnyNode): Pane[] =>
  isFieldNode(node) || isPlaceholderNode(node)
    ? []
    : (asNodes((node as WithChildren).children).filter((child) => typeof child.tag !== 'string') as unknown as Pane[]);

/** Every node of a definition in document order, parents first; sub-tables without their columns. */
export function* walkNodes(roots: readonly AnyNode[], path: Path = ['fields']): Generator<PlacedNode> {
  const stack: PlacedNode[] = roots.map((node, index) => ({ node, path: [...path, index] })).reverse();
  for (let next = stack.pop(); next; next = stack.pop()) {
    yield next;
    stack.push(...innerNodes(next).reverse());
  }
}
