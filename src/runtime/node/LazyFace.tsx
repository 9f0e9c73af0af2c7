import { createElement, type ComponentType, type FunctionComponent } from 'react';

/**
 * Time in ms for which a failure is kept until the suspended render runs again and throws its error. Otherwise each
 * render would start a new download while there is no connection.
 */
const UNTHROWN_FAILURE_MS = 10_000;
/**
 * Time in ms for which a failure is kept after a render has thrown its error: React renders a second time before it
 * shows the error.
 */
const THROWN_FAILURE_MS = 300;

/** A value that is loaded when it is first needed. */
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
  let failure: { error: unknown; isThrown: boolean } | null = null;
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
      failure = { error, isThrown: false };
      forgetFailureIn(UNTHROWN_FAILURE_MS);
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
      if (!failure.isThrown) forgetFailureIn(THROWN_FAILURE_MS);
      failure.isThrown = true;
      throw failure.error;
    }
    if (loaded === null) {
      hasWaitingRender = true;
      // throws the promise, as React.lazy does; with `use`, React would warn about every render that a test does not
      // await
      throw preload();
    }
    return loaded.value;
  };
  return { peek: () => loaded?.value ?? null, read, preload, provide };
}

/** A face whose code is downloaded when the face is first rendered. */
export type LazyFace<P> = FunctionComponent<P> & {
  preload(): Promise<void>;
  /** Sets the face when its module is already loaded, so that no render has to wait. */
  provide(face: ComponentType<P>): void;
  /** Returns the loaded face, else null. Rendering that face directly saves the wrapper component. */
  peek(): ComponentType<P> | null;
};

/**
 * Wraps a face that is downloaded at its first render. Unlike React.lazy it renders at once after `preload`, and
 * retries after a failed download (see `createLazyValue`).
 */
export function lazyFace<P extends object>(load: () => Promise<ComponentType<P>>): LazyFace<P> {
  const { peek, read, preload, provide } = createLazyValue(load);
  const Face = (props: P) => createElement(peek() ?? read(), props);
  return Object.assign(Face, { preload, provide, peek });
}

/**
 * Starts the download of a lazy face; does nothing for any other value. If the download fails and no render waits for
 * it, the failure is ignored, and the next render downloads the face again.
 */
export function preloadFace(face: unknown): Promise<void> {
  const { preload } = (face ?? {}) as Partial<LazyFace<object>>;
  return preload === undefined ? Promise.resolve() : preload().catch(() => undefined);
}

/** Returns true for a lazy face, which must be rendered inside a Suspense. */
export const isLazy = (face: unknown): boolean =>
  (face as Partial<LazyFace<object>> | undefined)?.preload !== undefined;
