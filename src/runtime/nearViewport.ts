import { useCallback, useEffect, useState, type RefObject } from 'react';

/** A widget is mounted this far before it scrolls into view. */
const MARGIN = '600px 0px';

const waiting = new WeakMap<Element, () => void>();
let shared: IntersectionObserver | null = null;

/** One observer for all fields. `scrollMargin` makes the margin count inside scrolling panes too. */
function observerOfPage(): IntersectionObserver {
  const options: IntersectionObserverInit & { scrollMargin?: string } = { rootMargin: MARGIN, scrollMargin: MARGIN };
  shared ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) waiting.get(target)?.();
  }, options);
  return shared;
}

/**
 * True from the moment the element comes near the viewport, or `show` is called; never false again. Where the
 * browser has no IntersectionObserver everything is near at once.
 */
export function useNearViewport(ref: RefObject<Element | null>, isImmediate: boolean): [boolean, () => void] {
  const [isNear, setNear] = useState(isImmediate || typeof IntersectionObserver === 'undefined');
  const show = useCallback(() => setNear(true), []);
  useEffect(() => {
    const element = ref.current;
    if (isNear || element === null) return undefined;
    const observer = observerOfPage();
    waiting.set(element, show);
    observer.observe(element);
    return () => { waiting.delete(element); observer.unobserve(element); };
  }, [ref, isNear, show]);
  return [isNear, show];
}
