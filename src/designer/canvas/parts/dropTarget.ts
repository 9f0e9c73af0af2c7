import { mayStandIn, pathOfText, type NodeList } from '../model/nodes.ts';
import type { Target } from '../model/edits.ts';

/** Where something would be dropped, and the line that shows it, in pixels of the window. */
export interface Drop {
  target: Target;
  line: { left: number; top: number; width: number; height: number };
}

/** Pixels beside the pointer that are looked at where it stands between two nodes. */
const BESIDE = 24;
const LOOKS: readonly (readonly [number, number])[] = [
  [0, 0],
  [-BESIDE, 0],
  [0, -BESIDE],
  [BESIDE, 0],
  [0, BESIDE],
];

const kindOf = (list: Element): NodeList['kind'] =>
  list instanceof HTMLElement && list.dataset.direction === 'row' ? 'columns' : 'nodes';

/** The child of a list that the element belongs to. */
function childIn(list: Element, element: Element): HTMLElement | null {
  let node = element.closest<HTMLElement>('[data-node-path]');
  while (node && node.parentElement !== list)
    node = node.parentElement?.closest<HTMLElement>('[data-node-path]') ?? null;
  return node;
}

/** The innermost list at a point that takes these tags. */
function listAt(element: Element, canvas: Element, tags: readonly string[]): HTMLElement | null {
  let list = element.closest<HTMLElement>('[data-drop-list]');
  while (list && canvas.contains(list) && !tags.every((tag) => mayStandIn(tag, kindOf(list as Element))))
    list = list.parentElement?.closest<HTMLElement>('[data-drop-list]') ?? null;
  return list && canvas.contains(list) ? list : null;
}

/** Before or behind a node: left and right of it where others stand beside it, else above and below. */
function besideNode(list: HTMLElement, child: HTMLElement, x: number, y: number): Drop {
  const at = pathOfText(child.dataset.nodePath ?? '');
  const box = child.getBoundingClientRect();
  const isRow = list.dataset.direction === 'row' || box.width < list.getBoundingClientRect().width * 0.9;
  const isBehind = isRow ? x > box.left + box.width / 2 : y > box.top + box.height / 2;
  return {
    target: { list: at.slice(0, -1), index: Number(at.at(-1)) + (isBehind ? 1 : 0) },
    line: isRow
      ? {
          left: (isBehind ? box.right : box.left) - 2 + (isBehind ? 4 : -4),
          top: box.top,
          width: 4,
          height: box.height,
        }
      : {
          left: box.left,
          top: (isBehind ? box.bottom : box.top) - 2 + (isBehind ? 4 : -4),
          width: box.width,
          height: 4,
        },
  };
}

/** Where nodes of these tags would go when they are let go at a point of the window. Looks at one node, however long the form is. */
export function dropAt(canvas: HTMLElement, x: number, y: number, tags: readonly string[]): Drop | null {
  const first = document.elementFromPoint(x, y);
  if (!first || !canvas.contains(first)) return null;
  for (const [dx, dy] of LOOKS) {
    const element = document.elementFromPoint(x + dx, y + dy);
    if (!element || !canvas.contains(element)) continue;
    const list = listAt(element, canvas, tags);
    if (!list) continue;
    const child = childIn(list, element);
    if (child) return besideNode(list, child, x, y);
    // an empty list, or one whose nodes are not near
    const path = pathOfText(list.dataset.dropList ?? '');
    const box = list.getBoundingClientRect();
    if (list.querySelector(':scope > [data-node-path]') === null)
      return { target: { list: path, index: 0 }, line: { left: box.left, top: box.top, width: box.width, height: 4 } };
  }
  const root = canvas.querySelector<HTMLElement>('[data-drop-list="fields"]');
  const last = root?.querySelector<HTMLElement>(':scope > [data-node-path]:last-of-type');
  if (!root || !tags.every((tag) => mayStandIn(tag, 'nodes'))) return null;
  const box = (last ?? root).getBoundingClientRect();
  if (last && y < box.bottom) return null;
  const index = last ? Number(pathOfText(last.dataset.nodePath ?? '').at(-1)) + 1 : 0;
  return {
    target: { list: ['fields'], index },
    line: {
      left: root.getBoundingClientRect().left,
      top: box.bottom + 2,
      width: root.getBoundingClientRect().width,
      height: 4,
    },
  };
}
