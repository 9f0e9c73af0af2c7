import { createCache, type Cache } from './cache.ts';

/**
 * Transactions that have stored versions of documents. What they read may be rolled back, so it must not be cached for
 * other transactions.
 */
const storingTransactions = new WeakSet<object>();

/** Marks a transaction that stores a version. Must be called before the transaction reads versions again. */
export function markStoring(trx: object): void {
  storingTransactions.add(trx);
}

/**
 * Returns a function that returns a cache of values that are derived from versions of documents. `context`: the server;
 * `db`: the database or the transaction that reads. A transaction that stores versions reads the shared cache, but
 * writes to a separate cache: after a rollback, the same version number may be stored with other content.
 */
export function createVersionCache<V>(limit: number): (context: object, db: object) => Cache<V> {
  const sharedCaches = new WeakMap<object, Cache<V>>();
  const cachesByTransaction = new WeakMap<object, Cache<V>>();
  return (context, db) => {
    const sharedCache = sharedCaches.get(context) ?? createCache<V>(limit);
    sharedCaches.set(context, sharedCache);
    if (!storingTransactions.has(db)) return sharedCache;
    const transactionCache = cachesByTransaction.get(db) ?? createCache<V>(limit);
    cachesByTransaction.set(db, transactionCache);
    return { ...transactionCache, get: (key) => transactionCache.get(key) ?? sharedCache.get(key) };
  };
}
