import { createContext, useCallback, useContext, useEffect, useState, type RefObject } from 'react';

/** Default distance from the viewport at which an element counts as near. */
const MARGIN_PX = 600;

type Listener = (entry: IntersectionObserverEntry) => void;

const listeners = new WeakMap<Element, Listener>();
const observersByMargin = new Map<number, IntersectionObserver>();

/**
 * Returns the observer of all elements with this margin. `scrollMargin` applies the margin inside scrolling panes too.
 */
function observerOf(margin: number): IntersectionObserver {
  const verticalMargin = `${margin}px 0px`;
  const options: IntersectionObserverInit & { scrollMargin?: string } = {
    rootMargin: verticalMargin,
    scrollMargin: verticalMargin,
  };
  const observer =
    observersByMargin.get(margin) ??
    new IntersectionObserver((entries) => {
      for (const entry of entries) listeners.get(entry.target)?.(entry);
    }, options);
  observersByMargin.set(margin, observer);
  return observer;
}

/**
 * Calls the listener whenever the element enters or leaves the area of the viewport plus `margin` pixels. Returns the
 * unsubscribe function.
 */
export function watchNear(element: Element, listener: Listener, margin = MARGIN_PX): () => void {
  const observer = observerOf(margin);
  listeners.set(element, listener);
  observer.observe(element);
  return () => {
    listeners.delete(element);
    observer.unobserve(element);
  };
}

/**
 * A long grid is divided into groups of chunks. The value is false for the content of a group that is far from the
 * viewport, and of a chunk that has not been near the viewport yet. Such content need not be observed.
 */
export const NearContext = createContext(true);

/**
 * Returns `[isNear, show]`. `isNear` becomes true when the element comes closer to the viewport than `margin` pixels or
 * when `show` is called, and then stays true. `isNear` is true from the start if `isImmediate` is set, and in a browser
 * without IntersectionObserver.
 */
export function useNearViewport(
  ref: RefObject<Element | null>,
  isImmediate: boolean,
  margin = MARGIN_PX,
): [boolean, () => void] {
  const isParentNear = useContext(NearContext);
  const [isNear, setNear] = useState(isImmediate || typeof IntersectionObserver === 'undefined');
  const show = useCallback(() => setNear(true), []);
  useEffect(() => {
    const element = ref.current;
    if (isNear || !isParentNear || element === null) return undefined;
    const listener: Listener = ({ isIntersecting }) => {
      if (isIntersecting) show();
    };
    return watchNear(element, listener, margin);
  }, [ref, isNear, isParentNear, show, margin]);
  return [isNear, show];
}
