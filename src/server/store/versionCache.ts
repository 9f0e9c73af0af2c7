import { createCache, type Cache } from './cache.ts';

/** Transactions that stored versions of documents: what they read of them may be undone, and is remembered by nobody else. */
const storing = new WeakSet<object>();

/** To be called by a transaction that stores a version, before anything is read in it again. */
export function storesVersions(trx: object): void {
  storing.add(trx);
}

/**
 * What a process made of versions, by key and number. A transaction that stores versions itself sees what is remembered, but keeps
 * what it reads to itself: when it is undone, the same number may become another text.
 */
export function versionCache<V>(limit: number): (context: object, db: object) => Cache<V> {
  const shared = new WeakMap<object, Cache<V>>();
  const own = new WeakMap<object, Cache<V>>();
  return (context, db) => {
    const common = shared.get(context) ?? createCache<V>(limit);
    shared.set(context, common);
    if (!storing.has(db)) return common;
    const apart = own.get(db) ?? createCache<V>(limit);
    own.set(db, apart);
    return { ...apart, get: (key) => apart.get(key) ?? common.get(key) };
  };
}
