import { useContext, useEffect, useRef } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';
import { registerPopHandler } from '../../runtime/screen/popstateGuard.ts';
import { createHistoryPlace } from './historyPlace.ts';
import { holdNavigator } from './navigatorGate.ts';

/**
 * Holds a change of route back while `isBlocked` answers true and gives the way to go on to `onBlock`.
 * The router of the product is a plain hash router, which has no blocker of its own: its navigator is watched for
 * links and calls, the window's history for the browser's back and forward. Replacing the query of the same page passes.
 * `isBlocked` gets the address that is gone to; null for a step in the history whose end is not known yet.
 */
export function useRouteBlock(isBlocked: (to: string | null) => boolean, onBlock: (proceed: () => void) => void): void {
  const { navigator } = useContext(NavigationContext);
  const tell = useRef(onBlock);
  useEffect(() => {
    tell.current = onBlock;
  }, [onBlock]);

  useEffect(() => {
    let isFree = false;
    const place = createHistoryPlace();

    const held = (to: string | null, proceed: () => void): boolean => {
      // a step made from here, or from another page while this one lies behind it, changes where the history stands
      if (to !== null) queueMicrotask(place.note);
      if (isFree || !isBlocked(to)) return false;
      tell.current(() => {
        isFree = true;
        proceed();
      });
      return true;
    };
    const releaseNavigator = holdNavigator(navigator, held);

    // Set while the browser goes back to the form after a held step.
    let isRestoring = false;
    let step = -1;
    let target = '/';
    const releasePop = registerPopHandler((event) => {
      if (isRestoring) {
        isRestoring = false;
        event.stopImmediatePropagation();
        held(target, () => window.history.go(step));
        return true;
      }
      step = place.stepTo(event.state);
      target = window.location.hash.slice(1) || '/';
      if (isFree || !isBlocked(target)) {
        place.note();
        return false;
      }
      event.stopImmediatePropagation();
      isRestoring = true;
      window.history.go(-step);
      return true;
    });
    return () => {
      releasePop();
      releaseNavigator();
    };
  }, [navigator, isBlocked]);
}
