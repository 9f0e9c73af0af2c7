import { useCallback, useEffect, useRef, useState, type DependencyList } from 'react';

export type Load<T> =
  | { state: 'loading'; value: T | undefined }
  | { state: 'error'; error: unknown; value: T | undefined }
  | { state: 'ready'; value: T };

/**
 * Runs a call when `deps` change and on `reload`. The last value stays at hand while loading again, so that a
 * list does not blink; an answer that was overtaken by a later call is dropped. `refresh` loads without showing it, for
 * what a person did not ask for; when it fails the last value stays.
 */
export function useLoad<T>(call: () => Promise<T>, deps: DependencyList): { load: Load<T>; reload(): void; refresh(): void } {
  const [load, setLoad] = useState<Load<T>>({ state: 'loading', value: undefined });
  const [turn, setTurn] = useState(0);
  const isAsked = useRef(true);
  useEffect(() => {
    let isCurrent = true;
    const isSilent = !isAsked.current;
    isAsked.current = true;
    setLoad((before) => (isSilent && before.state === 'ready' ? before : { state: 'loading', value: before.value }));
    call().then(
      (value) => { if (isCurrent) setLoad({ state: 'ready', value }); },
      (error: unknown) => { if (isCurrent) setLoad((before) => (isSilent && before.state === 'ready' ? before : { state: 'error', error, value: before.value })); },
    );
    return () => { isCurrent = false; };
    // oxlint-disable-next-line react/exhaustive-deps -- the caller names what the call depends on
  }, [...deps, turn]);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  const refresh = useCallback(() => {
    isAsked.current = false;
    setTurn((before) => before + 1);
  }, []);
  return { load, reload, refresh };
}
