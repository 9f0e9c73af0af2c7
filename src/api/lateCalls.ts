/** Calls that are downloaded with the first of them: whoever signs in has no use for them yet. */
export const lateCalls = <T extends object>(load: () => Promise<T>): T =>
  new Proxy({} as T, {
    get:
      (_none, call) =>
      async (...given: never[]) =>
        ((await load()) as Record<PropertyKey, (...all: never[]) => unknown>)[call]?.(...given),
  });
