import { useCallback, useEffect, useRef, useState, type DependencyList } from 'react';

export type Load<T> =
  | { state: 'loading'; value: T | undefined }
  | { state: 'error'; error: unknown; value: T | undefined }
  | { state: 'ready'; value: T };

const isSameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Runs a call when `deps` change and on `reload`. During a reload the last value is kept, so that a list does not
 * flicker. An answer that arrives after the answer of a later call is dropped. `refresh` loads in the background: an
 * equal answer (as JSON) causes no render, and after a failure the last value is kept.
 */
export function useLoad<T>(
  call: () => Promise<T>,
  deps: DependencyList,
): { load: Load<T>; reload(): void; refresh(): void } {
  const [load, setLoad] = useState<Load<T>>({ state: 'loading', value: undefined });
  const [reloadCount, setReloadCount] = useState(0);
  const latest = useRef({ call, load });
  useEffect(() => {
    latest.current = { call, load };
  });
  /**
   * `started`: number of the last call that was started. `answered`: the highest number of an answered call. `round` is
   * increased when `deps` change and on `reload`. An answer is dropped if a later call was already answered, or if
   * `round` has changed since the call.
   */
  const callCounters = useRef({ started: 0, answered: 0, round: 0 });
  useEffect(() => {
    const counters = callCounters.current;
    counters.round += 1;
    const number = (counters.started += 1);
    const round = counters.round;
    const isCurrent = (): boolean => counters.round === round && number > counters.answered;
    setLoad((before) => ({ state: 'loading', value: before.value }));
    call().then(
      (value) => {
        if (isCurrent()) {
          counters.answered = number;
          setLoad({ state: 'ready', value });
        }
      },
      (error: unknown) => {
        if (isCurrent()) {
          counters.answered = number;
          setLoad((before) => ({ state: 'error', error, value: before.value }));
        }
      },
    );
    return () => {
      counters.round += 1;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the caller passes the dependencies of the call
  }, [...deps, reloadCount]);
  const reload = useCallback(() => setReloadCount((before) => before + 1), []);
  const refresh = useCallback(() => {
    const counters = callCounters.current;
    const number = (counters.started += 1);
    const { round } = counters;
    latest.current.call().then(
      (value) => {
        if (counters.round !== round || number <= counters.answered) return;
        counters.answered = number;
        const before = latest.current.load;
        if (before.state !== 'ready' || !isSameJson(before.value, value)) setLoad({ state: 'ready', value });
      },
      (error: unknown) => {
        if (counters.round === round && number > counters.answered)
          setLoad((before) => (before.state === 'error' ? { state: 'error', error, value: before.value } : before));
      },
    );
  }, []);
  return { load, reload, refresh };
}
