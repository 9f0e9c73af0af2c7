import { createContext, useCallback, useContext, useEffect, useState, type RefObject } from 'react';

/** A widget is mounted this far before it scrolls into view. */
const MARGIN = '600px 0px';

type Listener = (entry: IntersectionObserverEntry) => void;

const waiting = new WeakMap<Element, Listener>();
let shared: IntersectionObserver | null = null;

/** One observer for all elements. `scrollMargin` makes the margin count inside scrolling panes too. */
function observerOfPage(): IntersectionObserver {
  const options: IntersectionObserverInit & { scrollMargin?: string } = { rootMargin: MARGIN, scrollMargin: MARGIN };
  shared ??= new IntersectionObserver((entries) => {
    for (const entry of entries) waiting.get(entry.target)?.(entry);
  }, options);
  return shared;
}

/** Tells whenever the element comes near the viewport or leaves. Answers what ends it. */
export function watchNear(element: Element, listener: Listener): () => void {
  const observer = observerOfPage();
  waiting.set(element, listener);
  observer.observe(element);
  return () => {
    waiting.delete(element);
    observer.unobserve(element);
  };
}

/** False around what stands in a part of the page that never came near: nothing in it needs to be watched. */
export const NearContext = createContext(true);

/**
 * True from the moment the element comes near the viewport, or `show` is called; never false again. Where the
 * browser has no IntersectionObserver everything is near at once.
 */
export function useNearViewport(ref: RefObject<Element | null>, isImmediate: boolean): [boolean, () => void] {
  const isAround = useContext(NearContext);
  const [isNear, setNear] = useState(isImmediate || typeof IntersectionObserver === 'undefined');
  const show = useCallback(() => setNear(true), []);
  useEffect(() => {
    const element = ref.current;
    if (isNear || !isAround || element === null) return undefined;
    return watchNear(element, ({ isIntersecting }) => {
      if (isIntersecting) show();
    });
  }, [ref, isNear, isAround, show]);
  return [isNear, show];
}
