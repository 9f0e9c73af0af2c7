import { useEffect, useMemo, useRef, type RefObject, type SyntheticEvent } from 'react';

/**
 * Tells when the user turned away from an editor. Its popups live in portals elsewhere in the page, but React events
 * travel the component tree: a press or focus that reaches these handlers came from inside, wherever it happened.
 */
export function useStayInside(
  frame: RefObject<HTMLElement | null>,
  onOutside: () => void,
): { onPointerDownCapture(event: SyntheticEvent): void; onFocusCapture(event: SyntheticEvent): void } {
  const inside = useRef<Event | null>(null);
  const handlers = useMemo(() => {
    const mark = (event: SyntheticEvent): void => {
      inside.current = event.nativeEvent;
    };
    return { onPointerDownCapture: mark, onFocusCapture: mark };
  }, []);
  useEffect(() => {
    // React listens on the root and on portal containers, all below document: the mark is set before this runs
    const decide = (event: Event): void => {
      const { target } = event;
      if (event === inside.current || !(target instanceof Node) || frame.current?.contains(target)) return;
      onOutside();
    };
    document.addEventListener('pointerdown', decide);
    document.addEventListener('focusin', decide);
    return () => {
      document.removeEventListener('pointerdown', decide);
      document.removeEventListener('focusin', decide);
    };
  }, [frame, onOutside]);
  return handlers;
}
