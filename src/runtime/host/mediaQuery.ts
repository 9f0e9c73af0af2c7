import { createContext, useContext, useSyncExternalStore } from 'react';

type Subscribe = (notify: () => void) => () => void;
/** The subscribe function of each media query. It is always the same, so that a render does not subscribe again. */
const subscribeByQuery = new Map<string, Subscribe>();

/** Returns the function that subscribes to changes of a media query: the same function for the same query. */
function subscribeFunctionOf(query: string): Subscribe {
  let subscribe = subscribeByQuery.get(query);
  if (!subscribe) {
    subscribe = (notify) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', notify);
      return () => list.removeEventListener('change', notify);
    };
    subscribeByQuery.set(query, subscribe);
  }
  return subscribe;
}

/** Returns true while this CSS media query matches. */
export const useMediaQuery = (query: string): boolean =>
  useSyncExternalStore(subscribeFunctionOf(query), () => window.matchMedia(query).matches);

/** Below this width in pixels a table of records becomes cards, and a form has one field per row. */
export const PHONE_WIDTH = 768;
/** PG-003: below this width in pixels the pager is compact. */
export const COMPACT_WIDTH = 992;

/** Width in pixels of a previewed device, which layouts use instead of the width of the window; null: no preview. */
export const PreviewWidthContext = createContext<number | null>(null);

/** Returns true while the window, or the previewed device, is narrower than `width` pixels. */
export function useIsNarrowerThan(width: number): boolean {
  const previewWidth = useContext(PreviewWidthContext);
  // `max-width` includes its limit, and window widths may be fractions of a pixel
  const isNarrow = useMediaQuery(`(max-width: ${width - 0.02}px)`);
  return previewWidth === null ? isNarrow : previewWidth < width;
}

/** Media query: the user's system is set to reduced motion. */
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
/** Media query: the device is used with a finger, so it usually has a camera and a keyboard on the screen. */
export const COARSE_POINTER = '(pointer: coarse)';
