/**
 * A lazily loaded group of calls, so that their code is not part of the JavaScript before sign-in. `load` runs at each call and
 * must answer an object without state of its own; all its members must be functions that answer promises.
 */
export const lateCalls = <T extends object>(load: () => Promise<T>): T =>
  new Proxy({} as T, {
    get:
      (_none, call) =>
      async (...given: never[]) =>
        ((await load()) as Record<PropertyKey, (...all: never[]) => unknown>)[call]?.(...given),
  });
