/** A map that forgets what was not used for long. Values of immutable things only: a version of a document never changes. */
export interface Cache<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  forget(key: string): void;
}

/** Holds at most `limit` values, and surely the half of them used last: two generations, of which the older one goes when the younger one is full. To keep all in the order of their use would cost every look. */
export function createCache<V>(limit: number): Cache<V> {
  const most = Math.max(1, Math.floor(limit / 2));
  let young = new Map<string, V>();
  let old = new Map<string, V>();
  const keep = (key: string, value: V): void => {
    young.set(key, value);
    old.delete(key);
    if (young.size < most) return;
    old = young;
    young = new Map();
  };
  return {
    get(key) {
      const known = young.get(key);
      if (known !== undefined) return known;
      const value = old.get(key);
      if (value !== undefined) keep(key, value);
      return value;
    },
    set: keep,
    forget(key) {
      young.delete(key);
      old.delete(key);
    },
  };
}
