import type { Path } from '../../../domain/problem/index.ts';
import {
  copyId,
  idOf,
  isNode,
  isObject,
  listsOf,
  isAllowedIn,
  nodeAt,
  rootList,
  valueAt,
  walk,
  type CanvasDoc,
  type NodeList,
  type RawNode,
} from './nodes.ts';

/** An insertion point: before the node at `index` of the list. */
export interface InsertionPoint {
  list: Path;
  index: number;
}

/**
 * Returns a copy of the document with another value at the path; everything outside the path is shared with the old
 * document.
 */
export function withValue(doc: CanvasDoc, path: Path, value: unknown): CanvasDoc {
  const set = (container: unknown, depth: number): unknown => {
    if (depth === path.length) return value;
    const part = path[depth] as string | number;
    if (Array.isArray(container)) {
      const copy = [...(container as unknown[])];
      copy[Number(part)] = set(copy[Number(part)], depth + 1);
      return copy;
    }
    const before = isObject(container) ? container : {};
    const copy = { ...before, [part]: set(before[part], depth + 1) };
    if (isNode(before) && isNode(copy)) copyId(before, copy);
    return copy;
  };
  return set(doc, 0) as CanvasDoc;
}

/** Returns the nodes of a list, by its path. */
const listAt = (doc: CanvasDoc, list: Path): RawNode[] => {
  const value = valueAt(doc, list);
  return Array.isArray(value) ? (value as RawNode[]) : [];
};

/** Returns a copy of the document with nodes inserted at a point. */
export const insertNodes = (doc: CanvasDoc, { list, index }: InsertionPoint, nodes: readonly RawNode[]): CanvasDoc => {
  const before = listAt(doc, list);
  return withValue(doc, list, [...before.slice(0, index), ...nodes, ...before.slice(index)]);
};

/** Returns a copy of the document with every list replaced by the result of `change`; unchanged lists are shared. */
function mapLists(doc: CanvasDoc, change: (list: NodeList) => readonly RawNode[]): CanvasDoc {
  const mapList = (list: NodeList): readonly RawNode[] => {
    const changedNodes = change(list);
    const next = changedNodes.map((node) => {
      const index = list.nodes.indexOf(node);
      return index === -1 ? node : mapNode(node, [...list.path, index]);
    });
    const isSame = next.length === list.nodes.length && next.every((node, index) => node === list.nodes[index]);
    return isSame ? list.nodes : next;
  };
  const mapNode = (node: RawNode, path: Path): RawNode => {
    let result: CanvasDoc | RawNode = node;
    for (const list of listsOf(node, path)) {
      const next = mapList(list);
      if (next !== list.nodes)
        result = withValue(result as unknown as CanvasDoc, list.path.slice(path.length), next) as unknown as RawNode;
    }
    return result as RawNode;
  };
  const fields = mapList(rootList(doc));
  return fields === doc.fields ? doc : { ...doc, fields: [...fields] };
}

/** Returns a copy of the document without the nodes with these ids. */
export function removeNodes(doc: CanvasDoc, ids: ReadonlySet<number>): CanvasDoc {
  return mapLists(doc, ({ nodes }) =>
    nodes.some((node) => ids.has(idOf(node))) ? nodes.filter((node) => !ids.has(idOf(node))) : nodes,
  );
}

/** Returns the nodes with these ids in document order. Nodes inside another node of `ids` are left out. */
export function outermostNodes(doc: CanvasDoc, ids: ReadonlySet<number>): RawNode[] {
  const result: RawNode[] = [];
  for (const { node, parent } of walk(doc)) {
    let ancestor = parent;
    while (ancestor && !ids.has(idOf(ancestor.node))) ancestor = ancestor.parent;
    if (!ancestor && ids.has(idOf(node))) result.push(node);
  }
  return result;
}

/**
 * Moves nodes to one insertion point. Null if there are no nodes or no such list, if one of the nodes is not allowed in
 * the list, or if the insertion point is inside one of the nodes.
 */
export function moveNodes(doc: CanvasDoc, ids: ReadonlySet<number>, { list, index }: InsertionPoint): CanvasDoc | null {
  const movedNodes = outermostNodes(doc, ids);
  if (movedNodes.length === 0) return null;
  for (let length = 1; length <= list.length; length += 1) {
    const ancestor = nodeAt(doc, list.slice(0, length));
    if (ancestor && ids.has(idOf(ancestor))) return null;
  }
  const target = list.join('.');
  if (!movedNodes.every(({ tag }) => isAllowedIn(tag, kindOfList(doc, list)))) return null;
  const isMoved = (node: RawNode): boolean => movedNodes.includes(node);
  let isFound = false;
  const next = mapLists(doc, ({ nodes, path }) => {
    const isTarget = path.join('.') === target;
    if (!isTarget) return nodes.some(isMoved) ? nodes.filter((node) => !isMoved(node)) : nodes;
    isFound = true;
    const before = nodes.slice(0, index).filter((node) => !isMoved(node));
    const after = nodes.slice(index).filter((node) => !isMoved(node));
    return [...before, ...movedNodes, ...after];
  });
  return isFound ? next : null;
}

/** Returns the kind of the list at a path: `columns` for a sub-table. All lists of a node have the same kind. */
export function kindOfList(doc: CanvasDoc, list: Path): NodeList['kind'] {
  const owner = nodeAt(doc, list.slice(0, -1));
  return owner ? (listsOf(owner, list.slice(0, -1))[0]?.kind ?? 'nodes') : 'nodes';
}

/**
 * Returns a copy of the document in which the object at the path has the changed keys; undefined removes a key. New
 * keys come last, so that the JSON text changes as little as possible.
 */
export function withKeys(doc: CanvasDoc, path: Path, changes: Readonly<Record<string, unknown>>): CanvasDoc {
  const before = path.length === 0 ? doc : valueAt(doc, path);
  if (!isObject(before)) return doc;
  const next = Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== undefined));
  if (isNode(before)) copyId(before, next as RawNode);
  return path.length === 0 ? (next as CanvasDoc) : withValue(doc, path, next);
}

/** Number of grid columns, the maximum width of a node. */
export const MAX_SPAN = 24;

/** Returns the width of a node in grid columns. */
export const spanOf = (node: RawNode): number => (typeof node.span === 'number' ? node.span : MAX_SPAN);
/** Returns the nearest allowed width in grid columns. */
export const clampSpan = (span: number): number => Math.max(1, Math.min(MAX_SPAN, Math.round(span)));

/** A node with its path, the node around it (null at the root) and the list that holds it. */
export interface FoundNode {
  node: RawNode;
  path: Path;
  parent: RawNode | null;
  list: NodeList;
}

/** Finds the node with an id; null if the document does not contain it. */
export function findNode(doc: CanvasDoc, id: number): FoundNode | null {
  for (const { node, path, parent, list } of walk(doc))
    if (idOf(node) === id) return { node, path, parent: parent?.node ?? null, list };
  return null;
}

/**
 * Moves nodes past their neighbour (before it for `step` -1, after it for 1), or out of the container at its beginning
 * or end. Null if the nodes are already first or last in the document.
 */
export function moveByOne(doc: CanvasDoc, ids: ReadonlySet<number>, step: -1 | 1): CanvasDoc | null {
  const movedNodes = outermostNodes(doc, ids);
  const firstOrLast = step < 0 ? movedNodes[0] : movedNodes.at(-1);
  const found = firstOrLast ? findNode(doc, idOf(firstOrLast)) : null;
  if (!found) return null;
  const list = found.list.path;
  const nextIndex = (found.path.at(-1) as number) + step;
  if (nextIndex >= 0 && nextIndex < found.list.nodes.length)
    return moveNodes(doc, ids, { list, index: step < 0 ? nextIndex : nextIndex + 1 });
  if (!found.parent) return null;
  const container = findNode(doc, idOf(found.parent));
  if (!container) return null;
  const index = container.path.at(-1) as number;
  return moveNodes(doc, ids, { list: container.list.path, index: step < 0 ? index : index + 1 });
}

/**
 * Moves nodes into the container right before them (to its end) or right after them (to its beginning). In a container
 * with panes the pane for which `isShown` is true is used, else the first pane. Null if the neighbour cannot hold all
 * nodes.
 */
export function moveInto(
  doc: CanvasDoc,
  ids: ReadonlySet<number>,
  { step, isShown }: { step: -1 | 1; isShown: (list: Path) => boolean },
): CanvasDoc | null {
  const movedNodes = outermostNodes(doc, ids);
  const firstOrLast = step < 0 ? movedNodes[0] : movedNodes.at(-1);
  const found = firstOrLast ? findNode(doc, idOf(firstOrLast)) : null;
  if (!found) return null;
  const index = Number(found.path.at(-1)) + step;
  const neighbour = found.list.nodes[index];
  const lists = neighbour
    ? listsOf(neighbour, [...found.list.path, index]).filter(({ kind }) =>
        movedNodes.every(({ tag }) => isAllowedIn(tag, kind)),
      )
    : [];
  const inner = lists.find(({ path }) => isShown(path)) ?? lists[0];
  return inner ? moveNodes(doc, ids, { list: inner.path, index: step < 0 ? inner.nodes.length : 0 }) : null;
}
