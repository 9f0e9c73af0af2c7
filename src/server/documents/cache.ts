/** A map that forgets what was used longest ago. Values of immutable things only: a version of a document never changes. */
export interface Cache<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  forget(key: string): void;
}

export function createCache<V>(limit: number): Cache<V> {
  const entries = new Map<string, V>();
  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      const oldest = entries.keys().next();
      if (entries.size > limit && !oldest.done) entries.delete(oldest.value);
    },
    forget: (key) => { entries.delete(key); },
  };
}
