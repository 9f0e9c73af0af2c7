/**
 * A map that drops entries that have not been used for a long time. It is only for immutable values, for example
 * versions of documents.
 */
export interface Cache<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
}

/**
 * Creates a cache of at most `limit` values, which always contains the `limit / 2` most recently used ones. It has two
 * generations: a used value moves to the young one; when this is full, it becomes the old one, and the values of the
 * previous old one are dropped. An exact order of use would make every access slower.
 */
export function createCache<V>(limit: number): Cache<V> {
  const generationSize = Math.max(1, Math.floor(limit / 2));
  let youngGeneration = new Map<string, V>();
  let oldGeneration = new Map<string, V>();
  const store = (key: string, value: V): void => {
    youngGeneration.set(key, value);
    oldGeneration.delete(key);
    if (youngGeneration.size < generationSize) return;
    oldGeneration = youngGeneration;
    youngGeneration = new Map();
  };
  return {
    get(key) {
      const youngValue = youngGeneration.get(key);
      if (youngValue !== undefined) return youngValue;
      const value = oldGeneration.get(key);
      if (value !== undefined) store(key, value);
      return value;
    },
    set: store,
    delete(key) {
      youngGeneration.delete(key);
      oldGeneration.delete(key);
    },
  };
}
