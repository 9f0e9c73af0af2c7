import { useEffect, useMemo, useRef, type RefObject } from 'react';

/**
 * Tells when the user turned away from an editor. Its popups live in portals elsewhere in the page, but React events
 * travel the component tree: a press or focus that reaches these handlers came from inside, wherever it happened.
 */
export function useStayInside(frame: RefObject<HTMLElement | null>, onOutside: () => void): { onPointerDownCapture(): void; onFocusCapture(): void } {
  const isInside = useRef(false);
  const handlers = useMemo(() => {
    const mark = (): void => { isInside.current = true; };
    return { onPointerDownCapture: mark, onFocusCapture: mark };
  }, []);
  useEffect(() => {
    // React listens on the root and on portal containers, all below document: the mark is set before these run
    const decide = (target: EventTarget | null): void => {
      const wasInside = isInside.current;
      isInside.current = false;
      if (wasInside || !(target instanceof Node) || frame.current?.contains(target)) return;
      onOutside();
    };
    const onPointer = (event: Event): void => decide(event.target);
    const onFocus = (event: Event): void => decide(event.target);
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('focusin', onFocus);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('focusin', onFocus);
    };
  }, [frame, onOutside]);
  return handlers;
}
