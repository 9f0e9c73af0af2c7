import { useSyncExternalStore } from 'react';

const QUERY = '(max-width: 767px)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia?.(QUERY);
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

/** True on a phone. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia?.(QUERY).matches ?? false);
