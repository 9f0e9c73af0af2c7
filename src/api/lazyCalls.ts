/**
 * Creates a group of calls whose code is downloaded at the first call. `load` runs at each call, so it must return a
 * stateless object or, wrapped in `loadOnce`, always the same object. All members must be functions that return
 * promises.
 */
export const lazyCalls = <T extends object>(load: () => Promise<T>): T =>
  new Proxy({} as T, {
    get:
      (_target, call) =>
      async (...args: never[]) =>
        ((await load()) as Record<PropertyKey, (...all: never[]) => unknown>)[call]?.(...args),
  });

/** Wraps `load` so that all calls share the result of the first call. After a failure the next call loads again. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return () => {
    result ??= load().catch((error: unknown) => {
      result = null;
      throw error;
    });
    return result;
  };
}
