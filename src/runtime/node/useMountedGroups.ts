import { startTransition, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Path } from '../../domain/problem/index.ts';
import { useOptionalForm } from '../contexts.ts';
import { GRID_ROW_HEIGHT_PX } from './GridGroup.tsx';
import type { ChunkGroup } from './gridChunks.ts';

/** Maximum time in ms to wait for an idle moment before the next group is mounted. */
const IDLE_TIMEOUT_MS = 100;
/**
 * Height of the area below the window whose groups are also mounted initially, because the first turn of the mouse
 * wheel shows this area.
 */
const MARGIN_PX = 600;

/**
 * Returns the number of groups that fill the height of the window plus `MARGIN_PX`; all groups without an
 * IntersectionObserver (an old browser, a test without layout).
 */
function initialGroupCount(groups: readonly ChunkGroup[]): number {
  if (typeof IntersectionObserver === 'undefined') return groups.length;
  let height = 0;
  const lastInitialIndex = groups.findIndex(
    ({ rows }) => (height += rows * GRID_ROW_HEIGHT_PX) >= window.innerHeight + MARGIN_PX,
  );
  return lastInitialIndex < 0 ? groups.length : lastInitialIndex + 1;
}

/** Runs the work when the page is idle. Returns the cancel function. */
function scheduleIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 0);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: IDLE_TIMEOUT_MS });
  return () => cancelIdleCallback(handle);
}

/**
 * Returns the number of mounted groups of a long grid: initially the groups in or just below the window, then one more
 * at each idle moment. Printing and a jump to a problem mount all groups at once.
 */
export function useMountedGroups(groups: readonly ChunkGroup[]): number {
  const session = useOptionalForm();
  const [mountedCount, setMountedCount] = useState(() => initialGroupCount(groups));
  const total = groups.length;
  const isComplete = mountedCount >= total;
  const pendingFocus = useRef<Path | null>(null);
  useEffect(
    () => (isComplete ? undefined : scheduleIdle(() => startTransition(() => setMountedCount((count) => count + 1)))),
    [mountedCount, isComplete],
  );
  useEffect(() => {
    if (isComplete) return undefined;
    const mountAll = (): void => flushSync(() => setMountedCount(total));
    window.addEventListener('beforeprint', mountAll);
    return () => window.removeEventListener('beforeprint', mountAll);
  }, [isComplete, total]);
  useEffect(() => {
    if (isComplete || session === null) return undefined;
    return session.onFocus((path) => {
      pendingFocus.current = path;
      setMountedCount(total);
    });
  }, [isComplete, total, session]);
  // groups that were mounted just now have missed the focus event: send it again
  useEffect(() => {
    const path = pendingFocus.current;
    if (!isComplete || path === null) return;
    pendingFocus.current = null;
    session?.focusProblem(path);
  }, [isComplete, session]);
  return Math.min(mountedCount, total);
}
