import { createContext, useCallback, useContext, useEffect, useState, type RefObject } from 'react';

/** A widget is mounted this far before it scrolls into view, px. */
const MARGIN = 600;

type Listener = (entry: IntersectionObserverEntry) => void;

const waiting = new WeakMap<Element, Listener>();
const observers = new Map<number, IntersectionObserver>();

/** One observer for all elements with this margin. `scrollMargin` makes the margin count inside scrolling panes too. */
function observerOf(margin: number): IntersectionObserver {
  const around = `${margin}px 0px`;
  const options: IntersectionObserverInit & { scrollMargin?: string } = { rootMargin: around, scrollMargin: around };
  const observer =
    observers.get(margin) ??
    new IntersectionObserver((entries) => {
      for (const entry of entries) waiting.get(entry.target)?.(entry);
    }, options);
  observers.set(margin, observer);
  return observer;
}

/** Calls the listener whenever the element enters or leaves the area of the viewport plus `margin` pixels. Returns the unsubscribe function. */
export function watchNear(element: Element, listener: Listener, margin = MARGIN): () => void {
  const observer = observerOf(margin);
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
 * True from the moment the element comes nearer to the viewport than `margin` pixels, or `show` is called; never false
 * again. Where the browser has no IntersectionObserver everything is near at once.
 */
export function useNearViewport(
  ref: RefObject<Element | null>,
  isImmediate: boolean,
  margin = MARGIN,
): [boolean, () => void] {
  const isAround = useContext(NearContext);
  const [isNear, setNear] = useState(isImmediate || typeof IntersectionObserver === 'undefined');
  const show = useCallback(() => setNear(true), []);
  useEffect(() => {
    const element = ref.current;
    if (isNear || !isAround || element === null) return undefined;
    const listener: Listener = ({ isIntersecting }) => {
      if (isIntersecting) show();
    };
    return watchNear(element, listener, margin);
  }, [ref, isNear, isAround, show, margin]);
  return [isNear, show];
}
