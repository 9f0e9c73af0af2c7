/**
 * How long a failure waits for the render that asked, and how long it counts once met (React renders twice before it
 * gives up), ms. Met with a new download instead, the render would wait and ask again for as long as there is no connection.
 */
const UNMET = 10_000;
const MET = 300;

export interface Late<T> {
  /** What is there already, else null. */
  now(): T | null;
  /** For a render: waits for it inside a Suspense, throws what it failed with. */
  read(): T;
  preload(): Promise<void>;
  provide(value: T): void;
}

/** A value that is downloaded when first needed. Unlike React.lazy it forgets a failure: the next render after it tries again. */
export function late<T>(load: () => Promise<T>): Late<T> {
  let loaded: { value: T } | null = null;
  let pending: Promise<void> | null = null;
  let isAwaited = false;
  let failure: { error: unknown; isMet: boolean } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const provide = (value: T): void => {
    loaded = { value };
  };
  const forgetIn = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      failure = null;
    }, ms);
  };
  const fail = (error: unknown): never => {
    if (isAwaited) {
      failure = { error, isMet: false };
      forgetIn(UNMET);
    }
    [pending, isAwaited] = [null, false];
    throw error;
  };
  const preload = (): Promise<void> => {
    pending ??= load().then(provide, fail);
    return pending;
  };
  const read = (): T => {
    if (loaded === null && failure !== null) {
      if (!failure.isMet) forgetIn(MET);
      failure.isMet = true;
      throw failure.error;
    }
    if (loaded === null) {
      isAwaited = true;
      // as React.lazy does it: `use` would be refused to a render that nobody awaits
      throw preload();
    }
    return loaded.value;
  };
  return { now: () => loaded?.value ?? null, read, preload, provide };
}
