/** While the pointer is within EDGE_PX of an edge, a drag scrolls by SCROLL_STEP_PX every TICK_MS. */
const EDGE_PX = 28;
const SCROLL_STEP_PX = 40;
const TICK_MS = 50;
/** A mouse button released over an iframe fires only `mouseup`. */
const END_EVENTS = ['pointerup', 'mouseup'] as const;

export interface DragOptions {
  scroller: HTMLElement;
  /** Called with the grid element under the pointer; outside the grid, with the nearest one. */
  onOver(target: Element, event: { clientX: number; clientY: number }): void;
  /**
   * Called at the end. `isCompleted`: false after Esc and if the browser cancelled the drag. `hasCtrl`: Ctrl or the
   * command key was pressed at the release.
   */
  onEnd(isCompleted: boolean, hasCtrl: boolean): void;
}

/** Returns the area of the rows in px, without header, totals and fixed columns. */
function rowArea(scroller: HTMLElement): { left: number; right: number; top: number; bottom: number } {
  const box = scroller.getBoundingClientRect();
  const style = getComputedStyle(scroller);
  const head = scroller.querySelector('.st-header')?.getBoundingClientRect().height ?? 0;
  const foot = scroller.querySelector('.st-totals')?.getBoundingClientRect().height ?? 0;
  return {
    left: box.left + (Number.parseFloat(style.scrollPaddingLeft) || 0),
    right: box.right - (Number.parseFloat(style.scrollPaddingRight) || 0),
    top: box.top + head,
    bottom: box.bottom - foot,
  };
}

/** Returns the nearest ancestor of the grid that can scroll vertically, else the scrolling element of the document. */
function scrollParentOf(scroller: HTMLElement): HTMLElement | null {
  for (let ancestor = scroller.parentElement; ancestor !== null; ancestor = ancestor.parentElement) {
    if (
      ['auto', 'scroll'].includes(getComputedStyle(ancestor).overflowY) &&
      ancestor.scrollHeight > ancestor.clientHeight
    )
      return ancestor;
  }
  return document.scrollingElement as HTMLElement | null;
}

/**
 * Returns the vertical scroll step of the scroll parent in px: not 0 if the pointer is at its upper or lower edge and
 * the grid extends beyond that edge.
 */
function parentScrollStep(scrollParent: HTMLElement, scroller: HTMLElement, y: number): number {
  const box =
    scrollParent === document.scrollingElement
      ? { top: 0, bottom: window.innerHeight }
      : scrollParent.getBoundingClientRect();
  const grid = scroller.getBoundingClientRect();
  const top = box.top + (Number.parseFloat(getComputedStyle(scrollParent).scrollPaddingTop) || 0);
  if (y > box.bottom - EDGE_PX && grid.bottom > box.bottom) return SCROLL_STEP_PX;
  return y < top + EDGE_PX && grid.top < top ? -SCROLL_STEP_PX : 0;
}

/**
 * Tracks a drag until the button is released or the drag is cancelled, and scrolls the grid and its scroll parent at
 * their edges. The listeners are on the document, because scrolling may unmount the pressed element.
 */
export function startDrag({ scroller, onOver, onEnd }: DragOptions): void {
  let pointer: { clientX: number; clientY: number } | null = null;
  const scrollParent = scrollParentOf(scroller);
  const reportTarget = (): void => {
    if (pointer === null) return;
    const box = rowArea(scroller);
    const target = document.elementFromPoint(
      Math.max(box.left + 2, Math.min(box.right - 2, pointer.clientX)),
      Math.max(box.top + 2, Math.min(Math.min(box.bottom, window.innerHeight) - 2, pointer.clientY)),
    );
    if (target && scroller.contains(target)) onOver(target, pointer);
  };
  const scroll = (): void => {
    if (pointer === null) return;
    const box = rowArea(scroller);
    const parentStep = scrollParent === null ? 0 : parentScrollStep(scrollParent, scroller, pointer.clientY);
    const scrollStepOf = (position: number, min: number, max: number): number => {
      if (position > max) return SCROLL_STEP_PX;
      return position < min ? -SCROLL_STEP_PX : 0;
    };
    const rowStep = scrollStepOf(pointer.clientY, box.top + EDGE_PX, box.bottom - EDGE_PX);
    const columnStep = scrollStepOf(pointer.clientX, box.left, box.right - EDGE_PX);
    if (rowStep === 0 && columnStep === 0 && parentStep === 0) return;
    if (parentStep !== 0) scrollParent?.scrollBy(0, parentStep);
    scroller.scrollBy(columnStep, rowStep);
    reportTarget();
  };
  const timer = window.setInterval(scroll, TICK_MS);
  const end = (isCompleted: boolean, hasCtrl = false): void => {
    window.clearInterval(timer);
    document.removeEventListener('pointermove', onMove);
    for (const name of END_EVENTS) document.removeEventListener(name, onUp);
    document.removeEventListener('pointercancel', onCancel);
    document.removeEventListener('keydown', onKeyDown, true);
    onEnd(isCompleted, hasCtrl);
  };
  const onMove = (event: PointerEvent): void => {
    pointer = { clientX: event.clientX, clientY: event.clientY };
    reportTarget();
  };
  const onUp = (event: MouseEvent): void => end(true, event.ctrlKey || event.metaKey);
  const onCancel = (): void => end(false);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end(false);
  };
  document.addEventListener('pointermove', onMove);
  for (const name of END_EVENTS) document.addEventListener(name, onUp);
  document.addEventListener('pointercancel', onCancel);
  document.addEventListener('keydown', onKeyDown, true);
}
