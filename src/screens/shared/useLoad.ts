import { useCallback, useEffect, useState, type DependencyList } from 'react';

export type Load<T> =
  | { state: 'loading'; value: T | undefined }
  | { state: 'error'; error: unknown; value: T | undefined }
  | { state: 'ready'; value: T };

/**
 * Runs a call when `deps` change and on `reload`. The last value stays at hand while loading again, so that a
 * list does not blink; an answer that was overtaken by a later call is dropped.
 */
export function useLoad<T>(call: () => Promise<T>, deps: DependencyList): { load: Load<T>; reload(): void } {
  const [load, setLoad] = useState<Load<T>>({ state: 'loading', value: undefined });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    setLoad((before) => ({ state: 'loading', value: before.value }));
    call().then(
      (value) => { if (isCurrent) setLoad({ state: 'ready', value }); },
      (error: unknown) => { if (isCurrent) setLoad((before) => ({ state: 'error', error, value: before.value })); },
    );
    return () => { isCurrent = false; };
    // oxlint-disable-next-line react/exhaustive-deps -- the caller names what the call depends on
  }, [...deps, turn]);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  return { load, reload };
}
