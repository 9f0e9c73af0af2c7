import type { Path } from '../../../domain/problem/index.ts';
import {
  carryId,
  idOf,
  isNode,
  isObject,
  listsOf,
  mayStandIn,
  nodeAt,
  rootList,
  valueAt,
  walk,
  type FormDoc,
  type NodeList,
  type RawNode,
} from './nodes.ts';

/** Where nodes go: before the node at this place of a list. */
export interface Target {
  list: Path;
  index: number;
}

/** Replaces the value at a path; what lies beside the path is shared with the old document. */
export function withValue(doc: FormDoc, path: Path, value: unknown): FormDoc {
  const set = (at: unknown, depth: number): unknown => {
    if (depth === path.length) return value;
    const part = path[depth] as string | number;
    if (Array.isArray(at)) {
      const copy = [...(at as unknown[])];
      copy[Number(part)] = set(copy[Number(part)], depth + 1);
      return copy;
    }
    const before = isObject(at) ? at : {};
    const copy = { ...before, [part]: set(before[part], depth + 1) };
    if (isNode(before) && isNode(copy)) carryId(before, copy);
    return copy;
  };
  return set(doc, 0) as FormDoc;
}

/** The nodes of a list, by its path. */
const listAt = (doc: FormDoc, list: Path): RawNode[] => {
  const value = valueAt(doc, list);
  return Array.isArray(value) ? (value as RawNode[]) : [];
};

export const insertNodes = (doc: FormDoc, { list, index }: Target, nodes: readonly RawNode[]): FormDoc => {
  const before = listAt(doc, list);
  return withValue(doc, list, [...before.slice(0, index), ...nodes, ...before.slice(index)]);
};

/** Rebuilds the lists that `change` answers anew; everything else is shared. */
function mapLists(doc: FormDoc, change: (list: NodeList) => readonly RawNode[]): FormDoc {
  const mapList = (list: NodeList): readonly RawNode[] => {
    const changed = change(list);
    const next = changed.map((node) => {
      const index = list.nodes.indexOf(node);
      return index === -1 ? node : mapNode(node, [...list.path, index]);
    });
    const isSame = next.length === list.nodes.length && next.every((node, index) => node === list.nodes[index]);
    return isSame ? list.nodes : next;
  };
  const mapNode = (node: RawNode, path: Path): RawNode => {
    let own: FormDoc | RawNode = node;
    for (const list of listsOf(node, path)) {
      const next = mapList(list);
      if (next !== list.nodes)
        own = withValue(own as unknown as FormDoc, list.path.slice(path.length), next) as unknown as RawNode;
    }
    return own as RawNode;
  };
  const fields = mapList(rootList(doc));
  return fields === doc.fields ? doc : { ...doc, fields: [...fields] };
}

export function removeNodes(doc: FormDoc, ids: ReadonlySet<number>): FormDoc {
  return mapLists(doc, ({ nodes }) =>
    nodes.some((node) => ids.has(idOf(node))) ? nodes.filter((node) => !ids.has(idOf(node))) : nodes,
  );
}

/** The chosen nodes in document order, without those that stand inside another chosen one. */
export function outermost(doc: FormDoc, ids: ReadonlySet<number>): RawNode[] {
  const found: RawNode[] = [];
  for (const { node, parent } of walk(doc)) {
    let around = parent;
    while (around && !ids.has(idOf(around.node))) around = around.parent;
    if (!around && ids.has(idOf(node))) found.push(node);
  }
  return found;
}

/** Moves nodes together to one place. Null where they may not stand there, or would stand inside themselves. */
export function moveNodes(doc: FormDoc, ids: ReadonlySet<number>, { list, index }: Target): FormDoc | null {
  const moved = outermost(doc, ids);
  if (moved.length === 0) return null;
  for (let length = 1; length <= list.length; length += 1) {
    const around = nodeAt(doc, list.slice(0, length));
    if (around && ids.has(idOf(around))) return null;
  }
  const target = list.join('.');
  if (!moved.every(({ tag }) => mayStandIn(tag, kindOfList(doc, list)))) return null;
  const isMoved = (node: RawNode): boolean => moved.includes(node);
  let isFound = false;
  const next = mapLists(doc, ({ nodes, path }) => {
    const isTarget = path.join('.') === target;
    if (!isTarget) return nodes.some(isMoved) ? nodes.filter((node) => !isMoved(node)) : nodes;
    isFound = true;
    const before = nodes.slice(0, index).filter((node) => !isMoved(node));
    const after = nodes.slice(index).filter((node) => !isMoved(node));
    return [...before, ...moved, ...after];
  });
  return isFound ? next : null;
}

/** `columns` for the list of a sub-table. */
export function kindOfList(doc: FormDoc, list: Path): NodeList['kind'] {
  const owner = nodeAt(doc, list.slice(0, -1));
  return owner ? (listsOf(owner, list.slice(0, -1))[0]?.kind ?? 'nodes') : 'nodes';
}

/** Changes keys of a node; undefined takes a key away. Keys that are new come last, so that nothing else moves in the text. */
export function withKeys(doc: FormDoc, path: Path, changes: Readonly<Record<string, unknown>>): FormDoc {
  const before = path.length === 0 ? doc : valueAt(doc, path);
  if (!isObject(before)) return doc;
  const next = Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== undefined));
  if (isNode(before)) carryId(before, next as RawNode);
  return path.length === 0 ? (next as FormDoc) : withValue(doc, path, next);
}

export const WIDEST = 24;

/** The width that a node takes, and the next one within the grid. */
export const spanOf = (node: RawNode): number => (typeof node.span === 'number' ? node.span : WIDEST);
export const clampSpan = (span: number): number => Math.max(1, Math.min(WIDEST, Math.round(span)));

export interface Found {
  node: RawNode;
  path: Path;
  parent: RawNode | null;
  list: NodeList;
}

export function findNode(doc: FormDoc, id: number): Found | null {
  for (const { node, path, parent, list } of walk(doc))
    if (idOf(node) === id) return { node, path, parent: parent?.node ?? null, list };
  return null;
}

/** One step up or down: past its neighbour, and at the end of its list out of the container. Null at the very end. */
export function moveByOne(doc: FormDoc, ids: ReadonlySet<number>, step: -1 | 1): FormDoc | null {
  const moved = outermost(doc, ids);
  const edge = step < 0 ? moved[0] : moved.at(-1);
  const found = edge ? findNode(doc, idOf(edge)) : null;
  if (!found) return null;
  const at = found.path.at(-1) as number;
  const list = found.list.path;
  const next = at + step;
  if (next >= 0 && next < found.list.nodes.length)
    return moveNodes(doc, ids, { list, index: step < 0 ? next : next + 1 });
  if (!found.parent) return null;
  const around = findNode(doc, idOf(found.parent));
  if (!around) return null;
  const place = around.path.at(-1) as number;
  return moveNodes(doc, ids, { list: around.list.path, index: step < 0 ? place : place + 1 });
}

/**
 * Moves the chosen nodes into the container right before them (at its end) or behind them (at its beginning). Of several panes
 * the one that `isShown`, else the first. Result: null where the neighbour takes none of them.
 */
export function moveInto(
  doc: FormDoc,
  ids: ReadonlySet<number>,
  { step, isShown }: { step: -1 | 1; isShown: (list: Path) => boolean },
): FormDoc | null {
  const moved = outermost(doc, ids);
  const edge = step < 0 ? moved[0] : moved.at(-1);
  const found = edge ? findNode(doc, idOf(edge)) : null;
  if (!found) return null;
  const at = Number(found.path.at(-1)) + step;
  const beside = found.list.nodes[at];
  const lists = beside
    ? listsOf(beside, [...found.list.path, at]).filter(({ kind }) => moved.every(({ tag }) => mayStandIn(tag, kind)))
    : [];
  const inner = lists.find(({ path }) => isShown(path)) ?? lists[0];
  return inner ? moveNodes(doc, ids, { list: inner.path, index: step < 0 ? inner.nodes.length : 0 }) : null;
}
