import type { ToSyllables } from '../../keys/generateKeyFromName.ts';
import { readClipboard } from './clipboard.ts';
import type { Design, EditResult } from './design.ts';
import {
  clampSpan,
  findNode,
  insertNodes,
  kindOfList,
  moveByOne,
  moveInto,
  moveNodes,
  outermostNodes,
  removeNodes,
  spanOf,
  withKeys,
  type InsertionPoint,
} from './edits.ts';
import { usedKeys, withUnusedKeys } from './fieldKeys.ts';
import {
  areaKeysOf,
  defaultInsertionPoint,
  idOf,
  isNode,
  listsOf,
  isAllowedIn,
  panesKey,
  ROOT,
  type CanvasDoc,
  type RawNode,
} from './nodes.ts';
import { newPane } from './newPane.ts';
import { nodesOfItem, titleOfNode, type PaletteItem } from './palette.ts';

/** Returns the display name of a node: its label, title or text, else the name of its kind. */
export const nameOfNode = (node: RawNode): string =>
  [node.label, node.title, node.text].find((text): text is string => typeof text === 'string' && text.trim() !== '') ??
  titleOfNode(node);

const namesOf = (nodes: readonly RawNode[]): string =>
  nodes.length === 1 && nodes[0] ? `“${nameOfNode(nodes[0])}”` : `${nodes.length} 个元素`;

/**
 * Returns the insertion point of new nodes with these tags. It is inside the last selected node if that node is a
 * sub-table, has an empty visible list, or has closed panes (then in its visible pane). Otherwise it is right after the
 * selected node or, if the list around that node may not hold the new nodes, right after the nearest ancestor whose
 * list may hold them. Returns `defaultInsertionPoint` if nothing is selected.
 */
export function insertionPointFor(
  doc: CanvasDoc,
  { selection, tags, isShown }: { selection: readonly number[]; tags: readonly string[]; isShown: Design['isShown'] },
): InsertionPoint {
  const fallback = defaultInsertionPoint(doc);
  const last = selection.at(-1);
  const found = last === undefined ? null : findNode(doc, last);
  if (!found) return fallback;
  const lists = listsOf(found.node, found.path).filter(({ kind }) => tags.every((tag) => isAllowedIn(tag, kind)));
  const visibleLists = lists.filter(({ path }) => isShown(path));
  const hasClosedPanes = visibleLists.length < lists.length;
  const innerList = visibleLists.find(({ nodes, kind }) => nodes.length === 0 || kind === 'columns' || hasClosedPanes);
  if (innerList) return { list: innerList.path, index: innerList.nodes.length };
  let sibling: ReturnType<typeof findNode> = found;
  while (sibling && !tags.every((tag) => isAllowedIn(tag, sibling?.list.kind ?? 'nodes')))
    sibling = sibling.parent ? findNode(doc, idOf(sibling.parent)) : null;
  return sibling ? { list: sibling.list.path, index: Number(sibling.path.at(-1)) + 1 } : fallback;
}

/** Returns the root node with areas, which is the shell; undefined in other documents. */
const rootWithAreas = ({ fields }: CanvasDoc): RawNode | undefined =>
  fields.length === 1 && fields[0] && areaKeysOf(fields[0].tag) ? fields[0] : undefined;

/**
 * Returns the target. If the target is next to a root with areas, which may have no siblings, returns the end of the
 * root's first area instead.
 */
const keepInsideRoot = (doc: CanvasDoc, target: InsertionPoint): InsertionPoint =>
  target.list.length === ROOT.length && rootWithAreas(doc) ? defaultInsertionPoint(doc) : target;

/** Copies nodes without `span`, because columns of a sub-table have no width in the grid. */
const withoutSpan = (nodes: readonly RawNode[]): RawNode[] => nodes.map(({ span: _span, ...node }) => node as RawNode);

function insertAll(doc: CanvasDoc, requestedPoint: InsertionPoint, nodes: readonly RawNode[]): EditResult {
  const target = keepInsideRoot(doc, requestedPoint);
  const kind = kindOfList(doc, target.list);
  const allowedNodes = nodes.filter(({ tag }) => isAllowedIn(tag, kind));
  if (allowedNodes.length === 0)
    return { doc, announcement: kind === 'columns' ? '子表中只能放字段' : '操作列只能放在子表中' };
  const addedNodes = kind === 'columns' ? withoutSpan(allowedNodes) : allowedNodes;
  return {
    doc: insertNodes(doc, target, addedNodes),
    selection: addedNodes.map(idOf),
    announcement: `已添加${namesOf(addedNodes)}`,
  };
}

/** Inserts an item of the palette at the target, by default at the insertion point of the current selection. */
export function addItem(
  design: Design,
  item: PaletteItem,
  toSyllables: ToSyllables | null,
  target?: InsertionPoint,
): void {
  design.edit((doc) => {
    const nodes = nodesOfItem(item, usedKeys(doc), toSyllables);
    const point =
      target ??
      insertionPointFor(doc, {
        selection: design.selection(),
        tags: nodes.map(({ tag }) => tag),
        isShown: design.isShown,
      });
    return insertAll(doc, point, nodes);
  });
}

/** Inserts copies of the selected nodes right after them. */
export function duplicate(design: Design, toSyllables: ToSyllables | null): void {
  design.edit((doc, ids) => {
    const nodes = outermostNodes(doc, ids);
    const last = nodes.at(-1);
    const found = last ? findNode(doc, idOf(last)) : null;
    if (!found) return null;
    const copies = withUnusedKeys(nodes, usedKeys(doc), toSyllables);
    return insertAll(doc, { list: found.list.path, index: Number(found.path.at(-1)) + 1 }, copies);
  });
}

/** Inserts the nodes of a clipboard text. Returns false if the text contains no nodes. */
export function paste(design: Design, text: string, toSyllables: ToSyllables | null): boolean {
  const nodes = readClipboard(text);
  if (!nodes) return false;
  design.edit((doc) => {
    const copies = withUnusedKeys(nodes, usedKeys(doc), toSyllables);
    const point = insertionPointFor(doc, {
      selection: design.selection(),
      tags: copies.map(({ tag }) => tag),
      isShown: design.isShown,
    });
    return insertAll(doc, point, copies);
  });
  return true;
}

/** Removes the selected nodes and selects their neighbour. */
export function remove(design: Design): void {
  design.edit((doc, ids) => {
    const nodes = outermostNodes(doc, ids);
    const first = nodes[0];
    const found = first ? findNode(doc, idOf(first)) : null;
    if (!found) return null;
    if (first === rootWithAreas(doc)) return { doc, announcement: '外壳不能删除，可删除其中的部件' };
    const index = Number(found.path.at(-1));
    const remainingNodes = found.list.nodes.filter((node) => !ids.has(idOf(node)));
    const next = remainingNodes[Math.min(index, remainingNodes.length - 1)] ?? found.parent;
    return { doc: removeNodes(doc, ids), selection: next ? [idOf(next)] : [], announcement: `已删除${namesOf(nodes)}` };
  });
}

/** Moves the selected nodes to an insertion point. */
export function moveTo(design: Design, target: InsertionPoint): void {
  design.edit((doc, ids) => {
    const next = moveNodes(doc, ids, keepInsideRoot(doc, target));
    return next
      ? { doc: next, announcement: `已移动${namesOf(outermostNodes(doc, ids))}` }
      : { doc, announcement: '不能放在这里' };
  });
}

/** Moves the selected nodes past their neighbour: before it for -1, after it for 1. */
export function moveByStep(design: Design, step: -1 | 1): void {
  design.edit((doc, ids) => {
    const next = moveByOne(doc, ids, step);
    return next ? { doc: next, announcement: step < 0 ? '已前移' : '已后移' } : { doc, announcement: '已在最边上' };
  });
}

/** Moves the selection into the container right before (-1) or after (1) it. */
export function moveIntoNeighbour(design: Design, step: -1 | 1): void {
  design.edit((doc, ids) => {
    const next = moveInto(doc, ids, { step, isShown: design.isShown });
    return next
      ? { doc: next, announcement: `已移入${step < 0 ? '前' : '后'}一个容器` }
      : { doc, announcement: `${step < 0 ? '前' : '后'}一个元素不能放入所选内容` };
  });
}

/** Changes the width of every selected node in the grid by `step` grid columns. */
export function resizeBy(design: Design, step: number): void {
  design.edit((doc, ids) => {
    let next = doc;
    for (const id of ids) {
      const found = findNode(next, id);
      if (found && found.list.kind === 'nodes')
        next = withKeys(next, found.path, { span: clampSpan(spanOf(found.node) + step) });
    }
    return next === doc ? null : { doc: next, announcement: step < 0 ? '已变窄' : '已变宽' };
  }, 'resize');
}

/** Sets the width of a node in grid columns. */
export function resizeTo(design: Design, id: number, span: number): void {
  design.edit((doc) => {
    const found = findNode(doc, id);
    const newSpan = clampSpan(span);
    if (!found || spanOf(found.node) === newSpan) return null;
    return { doc: withKeys(doc, found.path, { span: newSpan }), announcement: `宽度 ${newSpan} 格` };
  });
}

/** Adds a pane to tabs, steps, a collapse or a table layout. */
export function addPane(design: Design, id: number): void {
  design.edit((doc) => {
    const found = findNode(doc, id);
    if (!found) return null;
    const key = panesKey(found.node.tag) ?? 'children';
    const inner = found.node[key];
    const panes = Array.isArray(inner) ? (inner as unknown[]) : [];
    const next = newPane(panes, key === 'items');
    return { doc: withKeys(doc, found.path, { [key]: [...panes, next] }), announcement: '已添加一项' };
  });
}

/** Returns the selected nodes, for copying. Nodes inside another selected node are left out. */
export const outermostSelection = (design: Design): RawNode[] =>
  outermostNodes(design.doc(), new Set(design.selection())).filter(isNode);
