import type { Path } from '../../../domain/problem/index.ts';
import { TAGS } from '../../../grammar/tags.ts';
import { isOperationColumn, isTableNode } from '../../../kernel/index.ts';
import { schemaOfTag } from '../../editor/grammarDocs.ts';

/** A node as written in a document; unknown keys are kept. */
export interface RawNode {
  tag: string;
  [key: string]: unknown;
}

/**
 * A form or a page as the canvas edits it; `fields` are its top-level nodes. Immutable: an edit returns a new document
 * that shares the unchanged parts.
 */
export interface CanvasDoc {
  fields: RawNode[];
  [key: string]: unknown;
}

/** A list of nodes inside a document. */
export interface NodeList {
  nodes: readonly RawNode[];
  path: Path;
  /** `columns`: the list of a sub-table, which holds only fields and operation columns. */
  kind: 'nodes' | 'columns';
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isNode = (value: unknown): value is RawNode => isObject(value) && typeof value.tag === 'string';

/** Returns true if the node is a field, which has a key and a value; containers and blocks have neither. */
export const isField = (node: RawNode): boolean => TAGS[node.tag]?.kind === 'field';

/** Returns the field key of a node; undefined if it has none. */
export const keyOf = (node: RawNode): string | undefined =>
  typeof node.__vModel__ === 'string' && node.__vModel__ !== '' ? node.__vModel__ : undefined;

/** Returns the key under which a tag holds panes (tabs, steps, cells); null if the tag has no panes. */
export function panesKey(tag: string): 'children' | 'items' | null {
  const properties = schemaOfTag(tag)?.properties;
  const key = (['children', 'items'] as const).find(
    (candidate) => properties?.[candidate]?.items?.properties?.children !== undefined,
  );
  return key ?? null;
}

/** Returns true if the children of this tag are inside panes. */
export const hasPanes = (tag: string): boolean => panesKey(tag) !== null;

/**
 * Returns the keys under which this tag holds lists of nodes, such as the areas of the shell; null if `children` is the
 * only such key.
 */
export const areaKeysOf = (tag: string): readonly string[] | null => schemaOfTag(tag)?.['x-lists'] ?? null;

/** Returns true if nodes of this tag can hold other nodes. */
const canHoldNodes = (tag: string): boolean => schemaOfTag(tag)?.properties?.children !== undefined || hasPanes(tag);

const nodesIn = (list: unknown): RawNode[] => (Array.isArray(list) ? list.filter(isNode) : []);

/** Returns the lists directly inside a node. */
export function listsOf(node: RawNode, path: Path): NodeList[] {
  if (!canHoldNodes(node.tag)) return [];
  const areas = areaKeysOf(node.tag);
  if (areas) return areas.map((key) => ({ nodes: nodesIn(node[key]), path: [...path, key], kind: 'nodes' }));
  const panes = panesKey(node.tag);
  const value = node[panes ?? 'children'];
  const children = Array.isArray(value) ? (value as unknown[]) : [];
  if (panes)
    return children.flatMap((pane, index): NodeList[] =>
      isObject(pane)
        ? [{ nodes: nodesIn(pane.children), path: [...path, panes, index, 'children'], kind: 'nodes' }]
        : [],
    );
  return [{ nodes: nodesIn(children), path: [...path, 'children'], kind: isTableNode(node) ? 'columns' : 'nodes' }];
}

/** A node with its position in the document. */
export interface LocatedNode {
  node: RawNode;
  path: Path;
  /** The list that holds the node. */
  list: NodeList;
  /** The node that holds the list; null at the root. */
  parent: LocatedNode | null;
}

/** Path of the list of top-level nodes. */
export const ROOT: Path = ['fields'];

/**
 * Returns the insertion point of new nodes without a selection: the end of the document, or of the first area of its
 * root node.
 */
export function defaultInsertionPoint(doc: CanvasDoc): { list: Path; index: number } {
  const root = doc.fields.length === 1 ? doc.fields[0] : undefined;
  const area = root && areaKeysOf(root.tag)?.[0];
  return root && area !== undefined
    ? { list: [...ROOT, 0, area], index: nodesIn(root[area]).length }
    : { list: ROOT, index: doc.fields.length };
}

/** Returns the list of top-level nodes. */
export const rootList = (doc: CanvasDoc): NodeList => ({ nodes: doc.fields, path: ROOT, kind: 'nodes' });

/** Iterates over all nodes in document order, including columns of sub-tables; a parent comes before its children. */
export function* walk(doc: CanvasDoc): Generator<LocatedNode> {
  function* walkList(list: NodeList, parent: LocatedNode | null): Generator<LocatedNode> {
    for (const [index, node] of list.nodes.entries()) {
      const located: LocatedNode = { node, path: [...list.path, index], list, parent };
      yield located;
      for (const inner of listsOf(node, located.path)) yield* walkList(inner, located);
    }
  }
  yield* walkList(rootList(doc), null);
}

/** Returns the value at a path; undefined if the path does not exist. */
export function valueAt(doc: CanvasDoc, path: Path): unknown {
  let value: unknown = doc;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}

/** Returns the node at a path; null if the path does not lead to a node. */
export function nodeAt(doc: CanvasDoc, path: Path): RawNode | null {
  const value = path.length === 0 ? null : valueAt(doc, path);
  return isNode(value) ? value : null;
}

/**
 * Returns the path of the innermost node on a path, such as the path of a problem or of the caret; null if the path
 * contains no node.
 */
export function nodePathIn(doc: CanvasDoc, path: Path): Path | null {
  for (let length = path.length; length > 0; length -= 1) {
    const nodePath = path.slice(0, length);
    if (typeof nodePath.at(-1) === 'number' && nodeAt(doc, nodePath)) return nodePath;
  }
  return null;
}

/** Returns true if a list of this kind may hold a node of this tag. */
export function isAllowedIn(tag: string, kind: NodeList['kind']): boolean {
  const isOperation = isOperationColumn({ tag });
  if (kind === 'nodes') return !isOperation;
  return isOperation || (TAGS[tag]?.kind === 'field' && !isTableNode({ tag }));
}

/** Converts a path to text: `fields.0.children.1`. */
export const pathText = (path: Path): string => path.join('.');
/** Converts the text of `pathText` to a path. */
export const pathOfText = (text: string): Path =>
  text === '' ? [] : text.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

const ids = new WeakMap<RawNode, number>();
let lastId = 0;

/** Returns a number that identifies a node while it is edited and moved; used for the selection and as React key. */
export function idOf(node: RawNode): number {
  const id = ids.get(node);
  if (id !== undefined) return id;
  lastId += 1;
  ids.set(node, lastId);
  return lastId;
}

/** Assigns the id of the original node to its edited copy. */
export function copyId(from: RawNode, to: RawNode): void {
  ids.set(to, idOf(from));
}
