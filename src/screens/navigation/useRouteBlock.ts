import { useContext, useEffect, useRef } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';
import { registerPopHandler } from '../../runtime/screen/popstateGuard.ts';
import { createHistoryPosition } from './historyPosition.ts';
import { interceptNavigator } from './interceptNavigator.ts';

/**
 * Blocks navigation while `isBlocked` returns true; `onBlock` then gets a function that continues the navigation. The
 * hash router has no blocker, so this hook intercepts its navigator (links and calls of `navigate`) and the browser's
 * pop events (back and forward). Replacing the current address is not blocked. `isBlocked` gets the target address;
 * null for a history step of the router, whose target is unknown.
 */
export function useRouteBlock(isBlocked: (to: string | null) => boolean, onBlock: (proceed: () => void) => void): void {
  const { navigator } = useContext(NavigationContext);
  const latestOnBlock = useRef(onBlock);
  useEffect(() => {
    latestOnBlock.current = onBlock;
  }, [onBlock]);

  useEffect(() => {
    let hasConfirmed = false;
    const historyPosition = createHistoryPosition();

    const blockIfNeeded = (to: string | null, proceed: () => void): boolean => {
      // a new history entry changes the position, even if another page adds the entry while this page is hidden
      if (to !== null) queueMicrotask(historyPosition.save);
      if (hasConfirmed || !isBlocked(to)) return false;
      latestOnBlock.current(() => {
        hasConfirmed = true;
        proceed();
      });
      return true;
    };
    const releaseNavigator = interceptNavigator(navigator, blockIfNeeded);

    // true while the browser returns to the page after a history step that must be blocked
    let isRestoring = false;
    let distance = -1;
    let targetAddress = '/';
    const releasePop = registerPopHandler((event) => {
      if (isRestoring) {
        isRestoring = false;
        event.stopImmediatePropagation();
        blockIfNeeded(targetAddress, () => window.history.go(distance));
        return true;
      }
      distance = historyPosition.distanceTo(event.state);
      targetAddress = window.location.hash.slice(1) || '/';
      if (hasConfirmed || !isBlocked(targetAddress)) {
        historyPosition.save();
        return false;
      }
      event.stopImmediatePropagation();
      isRestoring = true;
      window.history.go(-distance);
      return true;
    });
    return () => {
      releasePop();
      releaseNavigator();
    };
  }, [navigator, isBlocked]);
}
