import { startTransition, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Path } from '../../domain/problem/index.ts';
import { useOptionalForm } from '../contexts.ts';
import { ROW } from './GridGroup.tsx';
import type { ChunkGroup } from './gridChunks.ts';

/** A busy page is not left half filled for longer, ms. */
const PATIENCE = 100;
/** Beyond the window, px: what a first turn of the wheel shows. */
const MARGIN = 600;

/** Where nothing tells what is near (an old browser, a test without a layout) everything is there at once. */
function atFirst(groups: readonly ChunkGroup[]): number {
  if (typeof IntersectionObserver === 'undefined') return groups.length;
  let height = 0;
  const last = groups.findIndex(({ rows }) => (height += rows * ROW) >= window.innerHeight + MARGIN);
  return last < 0 ? groups.length : last + 1;
}

/** When the page has nothing better to do. Answers what takes it back. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 0);
    return () => clearTimeout(timer);
  }
  const call = requestIdleCallback(work, { timeout: PATIENCE });
  return () => cancelIdleCallback(call);
}

/**
 * How many groups of a long grid are there: at first those in the window, then one after the other all of them, in
 * the breaks of the page. Printing, and a problem to be led to, wait for none of it.
 */
export function useFilling(groups: readonly ChunkGroup[]): number {
  const session = useOptionalForm();
  const [filled, setFilled] = useState(() => atFirst(groups));
  const total = groups.length;
  const isWhole = filled >= total;
  const sought = useRef<Path | null>(null);
  useEffect(
    () => (isWhole ? undefined : whenIdle(() => startTransition(() => setFilled((count) => count + 1)))),
    [filled, isWhole],
  );
  useEffect(() => {
    if (isWhole) return undefined;
    const fill = (): void => flushSync(() => setFilled(total));
    window.addEventListener('beforeprint', fill);
    return () => window.removeEventListener('beforeprint', fill);
  }, [isWhole, total]);
  useEffect(() => {
    if (isWhole || session === null) return undefined;
    return session.onFocus((path) => {
      sought.current = path;
      setFilled(total);
    });
  }, [isWhole, total, session]);
  // those that were not there yet did not hear of it
  useEffect(() => {
    const path = sought.current;
    if (!isWhole || path === null) return;
    sought.current = null;
    session?.focusProblem(path);
  }, [isWhole, session]);
  return Math.min(filled, total);
}
