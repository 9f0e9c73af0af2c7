/**
 * A lazily loaded group of calls, so that their code is not part of the JavaScript before sign-in. `load` runs at each call and
 * must answer an object without state of its own, or the same one each time (`once`); all its members must be functions
 * that answer promises.
 */
export const lateCalls = <T extends object>(load: () => Promise<T>): T =>
  new Proxy({} as T, {
    get:
      (_none, call) =>
      async (...given: never[]) =>
        ((await load()) as Record<PropertyKey, (...all: never[]) => unknown>)[call]?.(...given),
  });

/** The answer of the first call for all later ones; a load that failed is tried again. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= load().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}
