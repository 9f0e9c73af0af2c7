import type { ServerContext } from '../../context.ts';
import { createCache, type Cache } from '../../store/cache.ts';

const LIFETIME_MS = 60_000;
const MAX_ENTRIES = 5_000;

/**
 * A cache of this server process for values that may be outdated. An entry expires a minute after it was set, by a
 * monotonic clock.
 */
export interface MinuteCache<V> {
  /** Returns the value; null if there is none or it has expired. */
  get(context: ServerContext, key: string): V | null;
  set(context: ServerContext, key: string, value: V): void;
}

export function createMinuteCache<V>(): MinuteCache<V> {
  const cachesByContext = new WeakMap<ServerContext, Cache<{ value: V; expiresAt: number }>>();
  return {
    get(context, key) {
      const entry = cachesByContext.get(context)?.get(key);
      return entry && entry.expiresAt > performance.now() ? entry.value : null;
    },
    set(context, key, value) {
      const cache = cachesByContext.get(context) ?? createCache<{ value: V; expiresAt: number }>(MAX_ENTRIES);
      cachesByContext.set(context, cache);
      cache.set(key, { value, expiresAt: performance.now() + LIFETIME_MS });
    },
  };
}
