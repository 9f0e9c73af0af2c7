import { REDUCED_MOTION } from '../host/mediaQuery.ts';

/** PG-005. Milliseconds. */
const DURATION = 800;

function scrollerOf(element: HTMLElement): HTMLElement {
  for (let at = element.parentElement; at; at = at.parentElement) {
    const { overflowY } = getComputedStyle(at);
    if ((overflowY === 'auto' || overflowY === 'scroll') && at.scrollHeight > at.clientHeight) return at;
  }
  return document.documentElement;
}

/** Brings the nearest scrolling ancestor to its top, easing out; a person who scrolls meanwhile is not held. */
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
  let last = from;
  const step = (now: number): void => {
    if (Math.abs(scroller.scrollTop - last) > 2) return;
    const left = 1 - Math.min(1, (now - start) / DURATION);
    scroller.scrollTop = from * left ** 3;
    last = scroller.scrollTop;
    if (left > 0) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
