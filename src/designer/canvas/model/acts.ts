import type { Syllables } from '../../keys/proposeFieldKey.ts';
import { readClipboard } from './clipboard.ts';
import type { Design, Edited } from './design.ts';
import {
  clampSpan,
  findNode,
  insertNodes,
  kindOfList,
  moveByOne,
  moveInto,
  moveNodes,
  outermost,
  removeNodes,
  spanOf,
  withKeys,
  type Target,
} from './edits.ts';
import { takenKeys, withFreeKeys } from './fieldKeys.ts';
import {
  areasOf,
  endOf,
  idOf,
  isField,
  isNode,
  listsOf,
  mayStandIn,
  panesKey,
  ROOT,
  type FormDoc,
  type RawNode,
} from './nodes.ts';
import { newPane } from './panes.ts';
import { nodesOfItem, titleOfNode, type PaletteItem } from './palette.ts';

/** What a node is called for people: its label, else what kind it is. */
export const nameOfNode = (node: RawNode): string =>
  [node.label, node.title, node.text].find((text): text is string => typeof text === 'string' && text.trim() !== '') ??
  titleOfNode(node);

const names = (nodes: readonly RawNode[]): string =>
  nodes.length === 1 && nodes[0] ? `“${nameOfNode(nodes[0])}”` : `${nodes.length} 个元素`;

/**
 * The insertion point of new nodes: the selected container if it is empty, its open pane if others are closed, else the place
 * behind the selection, else the end (`endOf`).
 */
export function placeFor(
  doc: FormDoc,
  { selection, tags, isShown }: { selection: readonly number[]; tags: readonly string[]; isShown: Design['isShown'] },
): Target {
  const end = endOf(doc);
  const last = selection.at(-1);
  const found = last === undefined ? null : findNode(doc, last);
  if (!found) return end;
  const lists = listsOf(found.node, found.path).filter(({ kind }) => tags.every((tag) => mayStandIn(tag, kind)));
  const open = lists.filter(({ path }) => isShown(path));
  const hasClosed = open.length < lists.length;
  const inner = open.find(({ nodes, kind }) => nodes.length === 0 || kind === 'columns' || hasClosed);
  if (inner) return { list: inner.path, index: inner.nodes.length };
  let at: ReturnType<typeof findNode> = found;
  while (at && !tags.every((tag) => mayStandIn(tag, at?.list.kind ?? 'nodes')))
    at = at.parent ? findNode(doc, idOf(at.parent)) : null;
  return at ? { list: at.list.path, index: Number(at.path.at(-1)) + 1 } : end;
}

/** The root node whose areas hold everything else (the shell); undefined in other documents. */
const rootOfAreas = ({ fields }: FormDoc): RawNode | undefined =>
  fields.length === 1 && fields[0] && areasOf(fields[0].tag) ? fields[0] : undefined;

/** No node may stand beside a root with areas: what is put there goes to the end of its first area. */
const besideNothing = (doc: FormDoc, target: Target): Target =>
  target.list.length === ROOT.length && rootOfAreas(doc) ? endOf(doc) : target;

/** A column takes no place in the grid. */
const forColumn = (nodes: readonly RawNode[]): RawNode[] => nodes.map(({ span: _span, ...node }) => node as RawNode);

function insertAll(doc: FormDoc, given: Target, nodes: readonly RawNode[]): Edited {
  const target = besideNothing(doc, given);
  const kind = kindOfList(doc, target.list);
  const fit = nodes.filter(({ tag }) => mayStandIn(tag, kind));
  if (fit.length === 0) return { doc, said: kind === 'columns' ? '子表中只能放字段' : '操作列只能放在子表中' };
  const added = kind === 'columns' ? forColumn(fit) : fit;
  return { doc: insertNodes(doc, target, added), selection: added.map(idOf), said: `已添加${names(added)}` };
}

/** Puts a palette's item at a place, or where it belongs by what is chosen. */
export function addItem(design: Design, item: PaletteItem, syllables: Syllables | null, target?: Target): void {
  design.edit((doc) => {
    const nodes = nodesOfItem(item, takenKeys(doc), syllables);
    const place =
      target ??
      placeFor(doc, {
        selection: design.selection(),
        tags: nodes.map(({ tag }) => tag),
        isShown: design.isShown,
      });
    return insertAll(doc, place, nodes);
  });
}

/** Copies of what is chosen, right behind it. */
export function duplicate(design: Design, syllables: Syllables | null): void {
  design.edit((doc, ids) => {
    const nodes = outermost(doc, ids);
    const last = nodes.at(-1);
    const found = last ? findNode(doc, idOf(last)) : null;
    if (!found) return null;
    const copies = withFreeKeys(nodes, takenKeys(doc), syllables);
    return insertAll(doc, { list: found.list.path, index: Number(found.path.at(-1)) + 1 }, copies);
  });
}

/** Takes nodes from a text of the clipboard. Answers false when the text holds none. */
export function paste(design: Design, text: string, syllables: Syllables | null): boolean {
  const nodes = readClipboard(text);
  if (!nodes) return false;
  design.edit((doc) => {
    const copies = withFreeKeys(nodes, takenKeys(doc), syllables);
    const place = placeFor(doc, {
      selection: design.selection(),
      tags: copies.map(({ tag }) => tag),
      isShown: design.isShown,
    });
    return insertAll(doc, place, copies);
  });
  return true;
}

/** Removes what is chosen; its neighbour is chosen then. */
export function remove(design: Design): void {
  design.edit((doc, ids) => {
    const nodes = outermost(doc, ids);
    const first = nodes[0];
    const found = first ? findNode(doc, idOf(first)) : null;
    if (!found) return null;
    if (first === rootOfAreas(doc)) return { doc, said: '外壳不能删除，可删除其中的部件' };
    const at = Number(found.path.at(-1));
    const left = found.list.nodes.filter((node) => !ids.has(idOf(node)));
    const next = left[Math.min(at, left.length - 1)] ?? found.parent;
    return { doc: removeNodes(doc, ids), selection: next ? [idOf(next)] : [], said: `已删除${names(nodes)}` };
  });
}

export function moveTo(design: Design, target: Target): void {
  design.edit((doc, ids) => {
    const next = moveNodes(doc, ids, besideNothing(doc, target));
    return next ? { doc: next, said: `已移动${names(outermost(doc, ids))}` } : { doc, said: '不能放在这里' };
  });
}

export function moveStep(design: Design, step: -1 | 1): void {
  design.edit((doc, ids) => {
    const next = moveByOne(doc, ids, step);
    return next ? { doc: next, said: step < 0 ? '已前移' : '已后移' } : { doc, said: '已在最边上' };
  });
}

/** Moves the selection into the container before or behind it. */
export function stepInto(design: Design, step: -1 | 1): void {
  design.edit((doc, ids) => {
    const next = moveInto(doc, ids, { step, isShown: design.isShown });
    return next
      ? { doc: next, said: `已移入${step < 0 ? '前' : '后'}一个容器` }
      : { doc, said: `${step < 0 ? '前' : '后'}一个元素不能放入所选内容` };
  });
}

/** Wider or narrower by grid columns; every chosen node that stands in a grid. */
export function resizeBy(design: Design, step: number): void {
  design.edit((doc, ids) => {
    let next = doc;
    for (const id of ids) {
      const found = findNode(next, id);
      if (found && found.list.kind === 'nodes')
        next = withKeys(next, found.path, { span: clampSpan(spanOf(found.node) + step) });
    }
    return next === doc ? null : { doc: next, said: step < 0 ? '已变窄' : '已变宽' };
  }, 'resize');
}

export function resizeTo(design: Design, id: number, span: number): void {
  design.edit((doc) => {
    const found = findNode(doc, id);
    const wanted = clampSpan(span);
    if (!found || spanOf(found.node) === wanted) return null;
    return { doc: withKeys(doc, found.path, { span: wanted }), said: `宽度 ${wanted} 格` };
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
    return { doc: withKeys(doc, found.path, { [key]: [...panes, next] }), said: '已添加一项' };
  });
}

/** The nodes that a copy takes. */
export const chosenNodes = (design: Design): RawNode[] =>
  outermost(design.doc(), new Set(design.selection())).filter(isNode);

export const isFieldNode = isField;
