/**
 * Time in ms for which a failure is kept for a waiting render. Otherwise each render would start a new download while
 * there is no connection.
 */
const UNSEEN_FAILURE_MS = 10_000;
/**
 * Time in ms for which a failure is kept after a render has thrown it, because React renders twice before it gives up.
 */
const SEEN_FAILURE_MS = 300;

export interface LazyValue<T> {
  /** Returns the loaded value, else null. */
  peek(): T | null;
  /** For a render: returns the value, suspends until it is loaded, or throws the error of a failed load. */
  read(): T;
  /** Loads the value; the promise is rejected when that fails. */
  preload(): Promise<void>;
  /** Sets the value without loading it. */
  provide(value: T): void;
}

/**
 * Creates a value that is loaded at its first use. Unlike React.lazy, it drops a failure after a while, so that a later
 * render loads again.
 */
export function createLazyValue<T>(load: () => Promise<T>): LazyValue<T> {
  let loaded: { value: T } | null = null;
  let pending: Promise<void> | null = null;
  let hasWaitingRender = false;
  let failure: { error: unknown; isSeen: boolean } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const provide = (value: T): void => {
    loaded = { value };
  };
  const forgetFailureIn = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      failure = null;
    }, ms);
  };
  const fail = (error: unknown): never => {
    if (hasWaitingRender) {
      failure = { error, isSeen: false };
      forgetFailureIn(UNSEEN_FAILURE_MS);
    }
    [pending, hasWaitingRender] = [null, false];
    throw error;
  };
  const preload = (): Promise<void> => {
    pending ??= load().then(provide, fail);
    return pending;
  };
  const read = (): T => {
    if (loaded === null && failure !== null) {
      if (!failure.isSeen) forgetFailureIn(SEEN_FAILURE_MS);
      failure.isSeen = true;
      throw failure.error;
    }
    if (loaded === null) {
      hasWaitingRender = true;
      // throws the promise, as React.lazy does; with `use`, React would report renders in tests that are not awaited
      throw preload();
    }
    return loaded.value;
  };
  return { peek: () => loaded?.value ?? null, read, preload, provide };
}
