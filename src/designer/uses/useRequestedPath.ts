import { useEffect, useRef } from 'react';
import type { Path } from '../../domain/problem/index.ts';
import { usePlace } from '../../screens/place/place.ts';
import { placeAsked } from './places.ts';

/** Shows the place that the address names (`at`), once for each address. */
export function useRequestedPath(show: (path: Path) => void): void {
  const { query } = usePlace();
  const { at } = query;
  const shown = useRef<string | undefined>(undefined);
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });
  useEffect(() => {
    const path = placeAsked(at);
    if (!path || shown.current === at) return;
    // the editor is there a moment later
    const timer = setTimeout(() => {
      shown.current = at;
      latest.current(path);
    }, 300);
    return () => clearTimeout(timer);
  }, [at]);
}
