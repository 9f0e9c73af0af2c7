import { useSyncExternalStore } from 'react';

const query = (): MediaQueryList => window.matchMedia('(max-width: 767px)');

/** True on a phone: the same width at which forms put one field on a line. */
export function useNarrowWindow(): boolean {
  return useSyncExternalStore((listener) => {
    const list = query();
    list.addEventListener('change', listener);
    return () => list.removeEventListener('change', listener);
  }, () => query().matches);
}
