import type { Path } from '../../../domain/problem/index.ts';
import { TAGS } from '../../../grammar/tags.ts';
import { isOperationColumn, isTableNode } from '../../../kernel/index.ts';
import { schemaOfTag } from '../../editor/grammarDocs.ts';

/** A node as a document writes it: what this build does not know of it stays as it is. */
export interface RawNode {
  tag: string;
  [key: string]: unknown;
}

/** A form's document as it is edited. Never changed in place: an edit answers a new one that shares what stayed. */
export interface FormDoc {
  fields: RawNode[];
  [key: string]: unknown;
}

/** One list that holds nodes. */
export interface NodeList {
  nodes: readonly RawNode[];
  path: Path;
  /** `columns`: of a sub-table, where only fields and operation columns may stand. */
  kind: 'nodes' | 'columns';
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isNode = (value: unknown): value is RawNode => isObject(value) && typeof value.tag === 'string';

/** Fields have a key and a value; everything else is layout. */
export const isField = (node: RawNode): boolean => TAGS[node.tag]?.kind === 'field';

export const keyOf = (node: RawNode): string | undefined =>
  typeof node.__vModel__ === 'string' && node.__vModel__ !== '' ? node.__vModel__ : undefined;

/** Under which key panes (tabs, steps, cells) stand that have no tag of their own; null where this tag has none. */
export function panesKey(tag: string): 'children' | 'items' | null {
  const properties = schemaOfTag(tag)?.properties;
  const key = (['children', 'items'] as const).find(
    (one) => properties?.[one]?.items?.properties?.children !== undefined,
  );
  return key ?? null;
}

/** Do the children of this tag stand in panes? */
export const hasPanes = (tag: string): boolean => panesKey(tag) !== null;

/** The keys under which this tag holds lists of nodes, such as the areas of the shell; null where `children` is the only one. */
export const areasOf = (tag: string): readonly string[] | null => schemaOfTag(tag)?.['x-lists'] ?? null;

/** Does this tag hold nodes at all? */
const holdsNodes = (tag: string): boolean => schemaOfTag(tag)?.properties?.children !== undefined || hasPanes(tag);

const nodesIn = (list: unknown): RawNode[] => (Array.isArray(list) ? list.filter(isNode) : []);

/** The lists directly inside a node. */
export function listsOf(node: RawNode, path: Path): NodeList[] {
  if (!holdsNodes(node.tag)) return [];
  const areas = areasOf(node.tag);
  if (areas) return areas.map((key) => ({ nodes: nodesIn(node[key]), path: [...path, key], kind: 'nodes' }));
  const panes = panesKey(node.tag);
  const inner = node[panes ?? 'children'];
  const children = Array.isArray(inner) ? (inner as unknown[]) : [];
  if (panes)
    return children.flatMap((pane, index): NodeList[] =>
      isObject(pane)
        ? [{ nodes: nodesIn(pane.children), path: [...path, panes, index, 'children'], kind: 'nodes' }]
        : [],
    );
  return [{ nodes: nodesIn(children), path: [...path, 'children'], kind: isTableNode(node) ? 'columns' : 'nodes' }];
}

export interface PlacedRaw {
  node: RawNode;
  path: Path;
  /** The list it stands in. */
  list: NodeList;
  /** The node around it, or null. */
  parent: PlacedRaw | null;
}

export const ROOT: Path = ['fields'];

/** Where new nodes go that belong to no chosen one: the end of the document, or of the first area of its root node. */
export function endOf(doc: FormDoc): { list: Path; index: number } {
  const root = doc.fields.length === 1 ? doc.fields[0] : undefined;
  const area = root && areasOf(root.tag)?.[0];
  return root && area !== undefined
    ? { list: [...ROOT, 0, area], index: nodesIn(root[area]).length }
    : { list: ROOT, index: doc.fields.length };
}

export const rootList = (doc: FormDoc): NodeList => ({ nodes: doc.fields, path: ROOT, kind: 'nodes' });

/** Every node in document order, parents first, columns of sub-tables with their table. */
export function* walk(doc: FormDoc): Generator<PlacedRaw> {
  function* within(list: NodeList, parent: PlacedRaw | null): Generator<PlacedRaw> {
    for (const [index, node] of list.nodes.entries()) {
      const placed: PlacedRaw = { node, path: [...list.path, index], list, parent };
      yield placed;
      for (const inner of listsOf(node, placed.path)) yield* within(inner, placed);
    }
  }
  yield* within(rootList(doc), null);
}

/** The value at a path, undefined where there is none. */
export function valueAt(doc: FormDoc, path: Path): unknown {
  let value: unknown = doc;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}

export function nodeAt(doc: FormDoc, path: Path): RawNode | null {
  const value = path.length === 0 ? null : valueAt(doc, path);
  return isNode(value) ? value : null;
}

/** The innermost node on a path (of a problem, of a caret in the text). */
export function nodePathIn(doc: FormDoc, path: Path): Path | null {
  for (let length = path.length; length > 0; length -= 1) {
    const own = path.slice(0, length);
    if (typeof own.at(-1) === 'number' && nodeAt(doc, own)) return own;
  }
  return null;
}

/** May a node of this tag stand in a list of this kind? */
export function mayStandIn(tag: string, kind: NodeList['kind']): boolean {
  const column = isOperationColumn({ tag });
  if (kind === 'nodes') return !column;
  return column || (TAGS[tag]?.kind === 'field' && !isTableNode({ tag }));
}

export const pathText = (path: Path): string => path.join('.');
export const pathOfText = (text: string): Path =>
  text === '' ? [] : text.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

const ids = new WeakMap<RawNode, number>();
let last = 0;

/** A number that stays with a node while it is edited and moved: for selection and for React's keys. */
export function idOf(node: RawNode): number {
  const known = ids.get(node);
  if (known !== undefined) return known;
  last += 1;
  ids.set(node, last);
  return last;
}

/** What replaces a node is the same node to the person who edits it. */
export function carryId(from: RawNode, to: RawNode): void {
  ids.set(to, idOf(from));
}
