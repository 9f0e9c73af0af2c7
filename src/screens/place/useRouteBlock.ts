import { useContext, useEffect, useRef } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';
import { holdPop } from '../../runtime/popGate.ts';

/** Where in the history the router stands; it numbers its own entries. */
const indexOf = (state: unknown): number | null => {
  const index = (state as { idx?: unknown } | null)?.idx;
  return typeof index === 'number' ? index : null;
};

/**
 * Holds a change of route back while `isBlocked` answers true and gives the way to go on to `onBlock`.
 * The router of the product is a plain hash router, which has no blocker of its own: its navigator is watched for
 * links and calls, the window's history for the browser's back and forward. Replacing the query of the same page passes.
 */
export function useRouteBlock(isBlocked: () => boolean, onBlock: (proceed: () => void) => void): void {
  const { navigator } = useContext(NavigationContext);
  const tell = useRef(onBlock);
  useEffect(() => { tell.current = onBlock; }, [onBlock]);

  useEffect(() => {
    const { push, go } = navigator;
    let isFree = false;
    let index = indexOf(window.history.state);

    const held = (proceed: () => void): boolean => {
      if (isFree || !isBlocked()) return false;
      tell.current(() => { isFree = true; proceed(); });
      return true;
    };
    // The navigator is the router's one object for all links; there is no other way in.
    // oxlint-disable-next-line react/immutability
    navigator.push = (...given) => { if (!held(() => push.apply(navigator, given))) push.apply(navigator, given); };
    navigator.go = (delta) => { if (!held(() => go.call(navigator, delta))) go.call(navigator, delta); };

    // Set while the browser goes back to the form after a held step.
    let isRestoring = false;
    let step = -1;
    const release = holdPop((event) => {
      if (isRestoring) {
        isRestoring = false;
        event.stopImmediatePropagation();
        held(() => window.history.go(step));
        return;
      }
      const next = indexOf(event.state);
      step = index !== null && next !== null && next !== index ? next - index : -1;
      if (isFree || !isBlocked()) {
        index = next;
        return;
      }
      event.stopImmediatePropagation();
      isRestoring = true;
      window.history.go(-step);
    });
    return () => {
      release();
      navigator.push = push;
      navigator.go = go;
    };
  }, [navigator, isBlocked]);
}
