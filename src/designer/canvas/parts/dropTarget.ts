import type { Path } from '../../../domain/problem/index.ts';
import { isAllowedIn, pathOfText, type NodeList } from '../model/nodes.ts';
import type { InsertionPoint } from '../model/edits.ts';

/** An insertion point for dropped nodes, and the line that marks it on the canvas, in pixels of the window. */
export interface Drop {
  target: InsertionPoint;
  line: { left: number; top: number; width: number; height: number };
}

/** If the pointer is between nodes, nodes are searched at this distance from it in four directions, in pixels. */
const PROBE_PX = 24;
const PROBE_OFFSETS: readonly (readonly [number, number])[] = [
  [0, 0],
  [-PROBE_PX, 0],
  [0, -PROBE_PX],
  [PROBE_PX, 0],
  [0, PROBE_PX],
];

const kindOf = (list: Element): NodeList['kind'] =>
  list instanceof HTMLElement && list.dataset.direction === 'row' ? 'columns' : 'nodes';

/** Selector of the elements around the content of a closed pane (tabs, steps, collapse). */
const CLOSED_PANE_SELECTOR =
  '.ant-tabs-tabpane-hidden, .ant-collapse-panel-hidden, .ant-collapse-content-hidden, [hidden]';

/** Returns true if the list at this path is rendered on the canvas and not inside a closed pane. */
export function isListShown(canvas: HTMLElement, listPath: Path): boolean {
  const listElement = canvas.querySelector(`[data-drop-list="${listPath.join('.')}"]`);
  return listElement !== null && listElement.closest(CLOSED_PANE_SELECTOR) === null;
}

/** Returns the header of a closed tab or collapse pane if the element is this header or inside it, otherwise null. */
export function closedPaneHeader(canvas: HTMLElement, element: Element): HTMLElement | null {
  const header = element.closest<HTMLElement>(
    '[role="tab"][aria-selected="false"], .ant-collapse-header[aria-expanded="false"]',
  );
  return header && canvas.contains(header) ? header : null;
}

const openPaneClicks = new WeakSet<Event>();

/**
 * Opens a pane during a drag with a synthetic click on its header. The canvas ignores this click (`isOpenPaneClick`).
 */
export function openPane(header: HTMLElement): void {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  // during a drag, dnd-kit stops the propagation of every click at the document, so that React does not receive it
  Object.defineProperty(click, 'stopPropagation', { value: () => undefined });
  openPaneClicks.add(click);
  header.dispatchEvent(click);
}

/** Returns true if a click event was made by `openPane`. */
export const isOpenPaneClick = (click: Event): boolean => openPaneClicks.has(click);

/** Returns the node directly in the list that contains the element; null if there is none. */
function childIn(list: Element, element: Element): HTMLElement | null {
  let node = element.closest<HTMLElement>('[data-node-path]');
  while (node && node.parentElement !== list)
    node = node.parentElement?.closest<HTMLElement>('[data-node-path]') ?? null;
  return node;
}

/** Returns the innermost list around an element in which nodes of these tags are allowed; null if there is none. */
function listAt(element: Element, canvas: Element, tags: readonly string[]): HTMLElement | null {
  let list = element.closest<HTMLElement>('[data-drop-list]');
  while (list && canvas.contains(list) && !tags.every((tag) => isAllowedIn(tag, kindOf(list as Element))))
    list = list.parentElement?.closest<HTMLElement>('[data-drop-list]') ?? null;
  return list && canvas.contains(list) ? list : null;
}

/**
 * Returns the drop before or after a node: to its left or right if the list is a row or the node is clearly narrower
 * than the list, otherwise above or below it.
 */
function dropAtNode(list: HTMLElement, child: HTMLElement, x: number, y: number): Drop {
  const nodePath = pathOfText(child.dataset.nodePath ?? '');
  const box = child.getBoundingClientRect();
  const isLineVertical = list.dataset.direction === 'row' || box.width < list.getBoundingClientRect().width * 0.9;
  const isAfter = isLineVertical ? x > box.left + box.width / 2 : y > box.top + box.height / 2;
  return {
    target: { list: nodePath.slice(0, -1), index: Number(nodePath.at(-1)) + (isAfter ? 1 : 0) },
    line: isLineVertical
      ? {
          left: (isAfter ? box.right : box.left) - 2 + (isAfter ? 4 : -4),
          top: box.top,
          width: 4,
          height: box.height,
        }
      : {
          left: box.left,
          top: (isAfter ? box.bottom : box.top) - 2 + (isAfter ? 4 : -4),
          width: box.width,
          height: 4,
        },
  };
}

/** Returns the drop after the last node of a list; null for a row, an empty list, or a point not below that node. */
function dropAfterLast(list: HTMLElement, y: number): Drop | null {
  const last = list.querySelector<HTMLElement>(':scope > [data-node-path]:last-of-type');
  if (!last || list.dataset.direction === 'row') return null;
  const { bottom } = last.getBoundingClientRect();
  if (y <= bottom) return null;
  const box = list.getBoundingClientRect();
  const index = Number(pathOfText(last.dataset.nodePath ?? '').at(-1)) + 1;
  return {
    target: { list: pathOfText(list.dataset.dropList ?? ''), index },
    line: { left: box.left, top: bottom + 2, width: box.width, height: 4 },
  };
}

/**
 * Returns the insertion point for nodes of these tags at a point of the window, or null. `pointElement`: the element at
 * that point; the caller determines it once, because `elementFromPoint` is slow in a long form. The cost does not
 * depend on the length of the form.
 */
export function dropAt(
  canvas: HTMLElement,
  pointElement: Element | null,
  x: number,
  y: number,
  tags: readonly string[],
): Drop | null {
  // a point in the margin around the canvas counts as a point on the canvas
  const scrollArea = canvas.closest('.ds-stage-scroll') ?? canvas.parentElement ?? canvas;
  if (!pointElement || !scrollArea.contains(pointElement)) return null;
  const root = canvas.querySelector<HTMLElement>('[data-drop-list="fields"]');
  const mayBeInRoot = tags.every((tag) => isAllowedIn(tag, 'nodes'));
  const fallbackList = mayBeInRoot ? root : null;
  const innermostList = pointElement.closest('[data-drop-list]') ? listAt(pointElement, canvas, tags) : fallbackList;
  const dropBelow =
    innermostList && childIn(innermostList, pointElement) === null ? dropAfterLast(innermostList, y) : null;
  if (dropBelow) return dropBelow;
  for (const [dx, dy] of PROBE_OFFSETS) {
    const element = dx === 0 && dy === 0 ? pointElement : document.elementFromPoint(x + dx, y + dy);
    if (!element || !canvas.contains(element)) continue;
    const list = listAt(element, canvas, tags);
    if (!list) continue;
    const child = childIn(list, element);
    if (child) return dropAtNode(list, child, x, y);
    // the list is empty or has no node near the point
    const path = pathOfText(list.dataset.dropList ?? '');
    const box = list.getBoundingClientRect();
    if (list.querySelector(':scope > [data-node-path]') === null)
      return { target: { list: path, index: 0 }, line: { left: box.left, top: box.top, width: box.width, height: 4 } };
  }
  if (!root || !mayBeInRoot) return null;
  if (root.querySelector(':scope > [data-node-path]')) return dropAfterLast(root, y);
  const { left, bottom, width } = root.getBoundingClientRect();
  return { target: { list: ['fields'], index: 0 }, line: { left, top: bottom + 2, width, height: 4 } };
}
