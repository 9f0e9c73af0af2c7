import { useEffect, useRef } from 'react';
import type { Path } from '../../domain/problem/index.ts';
import { usePageNavigation } from '../../screens/navigation/pageNavigation.ts';
import { parsePath } from './addresses.ts';

const RENDER_DELAY_MS = 300;

/**
 * Calls `show` with the path in the URL parameter `at`, a position in the document to which a link leads. Calls it
 * again only when the parameter changes.
 */
export function useRequestedPath(show: (path: Path) => void): void {
  const { query } = usePageNavigation();
  const { at } = query;
  const shownPath = useRef<string | undefined>(undefined);
  const latestShow = useRef(show);
  useEffect(() => {
    latestShow.current = show;
  });
  useEffect(() => {
    const path = parsePath(at);
    if (!path || shownPath.current === at) return;
    // waits until the editor is rendered
    const timer = setTimeout(() => {
      shownPath.current = at;
      latestShow.current(path);
    }, RENDER_DELAY_MS);
    return () => clearTimeout(timer);
  }, [at]);
}
