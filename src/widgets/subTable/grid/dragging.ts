/** How near the edge of the grid a drag scrolls it, in px, and how far at each tick of so many ms. */
const EDGE = 28;
const STRIDE = 40;
const TICK_MS = 50;
/** A mouse that was let go over another frame says only the second. */
const ENDS = ['pointerup', 'mouseup'] as const;

export interface Drag {
  scroller: HTMLElement;
  /** The pointer is over this element of the grid (or nearest to it, when it has left the grid). */
  onOver(target: Element, event: { clientX: number; clientY: number }): void;
  /** Let go; `isTaken` is false after Esc. `isOther`: with Ctrl (or the command key) held. */
  onEnd(isTaken: boolean, isOther: boolean): void;
}

/** Heights and widths of what lies over the rows: heads, totals and fixed columns are no place to drop on. */
function inner(scroller: HTMLElement): { left: number; right: number; top: number; bottom: number } {
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

/** What scrolls the page around the grid. */
function pageOf(scroller: HTMLElement): HTMLElement | null {
  for (let around = scroller.parentElement; around !== null; around = around.parentElement) {
    if (['auto', 'scroll'].includes(getComputedStyle(around).overflowY) && around.scrollHeight > around.clientHeight)
      return around;
  }
  return document.scrollingElement as HTMLElement | null;
}

/** A grid that is longer than the window scrolls with its page: how far, when the pointer is at the page's edge and more of the grid lies beyond it. */
function pageStride(page: HTMLElement, scroller: HTMLElement, y: number): number {
  const box =
    page === document.scrollingElement ? { top: 0, bottom: window.innerHeight } : page.getBoundingClientRect();
  const grid = scroller.getBoundingClientRect();
  const top = box.top + (Number.parseFloat(getComputedStyle(page).scrollPaddingTop) || 0);
  if (y > box.bottom - EDGE && grid.bottom > box.bottom) return STRIDE;
  return y < top + EDGE && grid.top < top ? -STRIDE : 0;
}

/** Follows a press until it is let go, over the edges of the grid too, which scrolls then. Listens on the document: the element that was pressed may be scrolled out of existence. */
export function startDrag({ scroller, onOver, onEnd }: Drag): void {
  let at: { clientX: number; clientY: number } | null = null;
  const page = pageOf(scroller);
  const look = (): void => {
    if (at === null) return;
    const box = inner(scroller);
    const target = document.elementFromPoint(
      Math.max(box.left + 2, Math.min(box.right - 2, at.clientX)),
      Math.max(box.top + 2, Math.min(Math.min(box.bottom, window.innerHeight) - 2, at.clientY)),
    );
    if (target && scroller.contains(target)) onOver(target, at);
  };
  const scroll = (): void => {
    if (at === null) return;
    const box = inner(scroller);
    const along = page === null ? 0 : pageStride(page, scroller, at.clientY);
    const down = at.clientY > box.bottom - EDGE ? STRIDE : at.clientY < box.top + EDGE ? -STRIDE : 0;
    const across = at.clientX > box.right - EDGE ? STRIDE : at.clientX < box.left ? -STRIDE : 0;
    if (down === 0 && across === 0 && along === 0) return;
    if (along !== 0) page?.scrollBy(0, along);
    scroller.scrollBy(across, down);
    look();
  };
  const timer = window.setInterval(scroll, TICK_MS);
  const stop = (isTaken: boolean, isOther = false): void => {
    window.clearInterval(timer);
    document.removeEventListener('pointermove', move);
    for (const name of ENDS) document.removeEventListener(name, up);
    document.removeEventListener('pointercancel', cancel);
    document.removeEventListener('keydown', key, true);
    onEnd(isTaken, isOther);
  };
  const move = (event: PointerEvent): void => {
    at = { clientX: event.clientX, clientY: event.clientY };
    look();
  };
  const up = (event: MouseEvent): void => stop(true, event.ctrlKey || event.metaKey);
  const cancel = (): void => stop(false);
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    stop(false);
  };
  document.addEventListener('pointermove', move);
  for (const name of ENDS) document.addEventListener(name, up);
  document.addEventListener('pointercancel', cancel);
  document.addEventListener('keydown', key, true);
}
