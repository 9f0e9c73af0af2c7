import { useSyncExternalStore } from 'react';

const subscribeTo = (query: MediaQueryList) => (notify: () => void): (() => void) => {
  query.addEventListener('change', notify);
  return () => query.removeEventListener('change', notify);
};

/** True while the window is narrower than `width` pixels. */
export function useNarrower(width: number): boolean {
  const query = window.matchMedia(`(max-width: ${width - 0.02}px)`);
  return useSyncExternalStore(subscribeTo(query), () => query.matches);
}

/** Below this a table of records becomes cards. */
export const PHONE_WIDTH = 768;
/** PG-003: below this the pager is short. */
export const COMPACT_WIDTH = 992;
