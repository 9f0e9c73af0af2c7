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
 * Creates a cache of at most `limit` values, which always contains the most recently used half of this number. It has
 * two generations: when the younger generation is full, the older one is dropped. An exact order of use would make
 * every access slower.
 */
export function createCache<V>(limit: number): Cache<V> {
  const generationSize = Math.max(1, Math.floor(limit / 2));
  let young = new Map<string, V>();
  let old = new Map<string, V>();
  const keep = (key: string, value: V): void => {
    young.set(key, value);
    old.delete(key);
    if (young.size < generationSize) return;
    old = young;
    young = new Map();
  };
  return {
    get(key) {
      const youngValue = young.get(key);
      if (youngValue !== undefined) return youngValue;
      const value = old.get(key);
      if (value !== undefined) keep(key, value);
      return value;
    },
    set: keep,
    delete(key) {
      young.delete(key);
      old.delete(key);
    },
  };
}
