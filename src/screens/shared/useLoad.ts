import { useCallback, useEffect, useRef, useState, type DependencyList } from 'react';

export type Load<T> =
  | { state: 'loading'; value: T | undefined }
  | { state: 'error'; error: unknown; value: T | undefined }
  | { state: 'ready'; value: T };

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Runs a call when `deps` change and on `reload`. The last value is kept while loading again, so that a list does not
 * flicker; an answer that arrives after that of a later call is dropped. `refresh` loads in the background: an equal
 * answer (as JSON) causes no render, and after a failure the last value is kept.
 */
export function useLoad<T>(
  call: () => Promise<T>,
  deps: DependencyList,
): { load: Load<T>; reload(): void; refresh(): void } {
  const [load, setLoad] = useState<Load<T>>({ state: 'loading', value: undefined });
  const [turn, setTurn] = useState(0);
  const latest = useRef({ call, load });
  useEffect(() => {
    latest.current = { call, load };
  });
  /**
   * Calls are numbered as they begin; answers of older ones than the last that counted are dropped. `round`: what the
   * deps ask for.
   */
  const order = useRef({ begun: 0, counted: 0, round: 0 });
  useEffect(() => {
    const own = order.current;
    own.round += 1;
    const number = (own.begun += 1);
    const round = own.round;
    const isCurrent = (): boolean => own.round === round && number > own.counted;
    setLoad((before) => ({ state: 'loading', value: before.value }));
    call().then(
      (value) => {
        if (isCurrent()) {
          own.counted = number;
          setLoad({ state: 'ready', value });
        }
      },
      (error: unknown) => {
        if (isCurrent()) {
          own.counted = number;
          setLoad((before) => ({ state: 'error', error, value: before.value }));
        }
      },
    );
    return () => {
      own.round += 1;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the caller names what the call depends on
  }, [...deps, turn]);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  const refresh = useCallback(() => {
    const own = order.current;
    const number = (own.begun += 1);
    const { round } = own;
    latest.current.call().then(
      (value) => {
        if (own.round !== round || number <= own.counted) return;
        own.counted = number;
        const before = latest.current.load;
        if (before.state !== 'ready' || !isSame(before.value, value)) setLoad({ state: 'ready', value });
      },
      (error: unknown) => {
        if (own.round === round && number > own.counted)
          setLoad((before) => (before.state === 'error' ? { state: 'error', error, value: before.value } : before));
      },
    );
  }, []);
  return { load, reload, refresh };
}
