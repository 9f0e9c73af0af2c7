import { createContext, useContext, useSyncExternalStore } from 'react';

type Subscribe = (notify: () => void) => () => void;
/** One function for a query, so that a render does not subscribe anew. */
const subscribers = new Map<string, Subscribe>();

function subscribeTo(query: string): Subscribe {
  let subscribe = subscribers.get(query);
  if (!subscribe) {
    subscribe = (notify) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', notify);
      return () => list.removeEventListener('change', notify);
    };
    subscribers.set(query, subscribe);
  }
  return subscribe;
}

/** Whether this CSS media query holds, now and whenever that changes. */
export const useMediaQuery = (query: string): boolean =>
  useSyncExternalStore(subscribeTo(query), () => window.matchMedia(query).matches);

/** Below this a table of records becomes cards, and a form has one field on a line. Pixels. */
export const PHONE_WIDTH = 768;
/** PG-003: below this the pager is short. Pixels. */
export const COMPACT_WIDTH = 992;

/** Width in pixels that `useNarrower` compares with instead of the window's own; null: the window's. For pages shown as on another device. */
export const WindowWidth = createContext<number | null>(null);

/** True while the window is narrower than `width` pixels. */
export function useNarrower(width: number): boolean {
  const drawnFor = useContext(WindowWidth);
  const isNarrow = useMediaQuery(`(max-width: ${width - 0.02}px)`);
  return drawnFor === null ? isNarrow : drawnFor < width;
}

/** Asked for in the settings of the person's system. */
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
