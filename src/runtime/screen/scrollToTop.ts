import { REDUCED_MOTION } from '../host/mediaQuery.ts';

/** PG-005: duration of the animation in ms. */
const DURATION_MS = 800;

/** Returns the nearest scrolling ancestor, else the root element of the page. */
function scrollerOf(element: HTMLElement): HTMLElement {
  for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) {
    const { overflowY } = getComputedStyle(ancestor);
    if ((overflowY === 'auto' || overflowY === 'scroll') && ancestor.scrollHeight > ancestor.clientHeight)
      return ancestor;
  }
  return document.documentElement;
}

/** Scrolls the nearest scrolling ancestor to its top, with an animation that stops when the user scrolls. */
export function scrollToTop(element: HTMLElement | null): void {
  if (!element) return;
  const scroller = scrollerOf(element);
  const from = scroller.scrollTop;
  if (from === 0) return;
  if (window.matchMedia(REDUCED_MOTION).matches) {
    scroller.scrollTop = 0;
    return;
  }
  const start = performance.now();
  let lastTop = from;
  const step = (now: number): void => {
    if (Math.abs(scroller.scrollTop - lastTop) > 2) return;
    const remaining = 1 - Math.min(1, (now - start) / DURATION_MS);
    scroller.scrollTop = from * remaining ** 3;
    lastTop = scroller.scrollTop;
    if (remaining > 0) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
