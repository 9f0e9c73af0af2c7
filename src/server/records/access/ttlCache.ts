import type { ServerContext } from '../../context.ts';
import { createCache, type Cache } from '../../store/cache.ts';

const STANDS_MS = 60_000;
const MOST = 5_000;

/** What one process remembers for a minute, whatever the clock on the wall is set to: only what says how to go about something, or is told as an estimate. */
export interface MinuteMemory<V> {
  get(context: ServerContext, key: string): V | null;
  set(context: ServerContext, key: string, value: V): void;
}

export function minuteMemory<V>(): MinuteMemory<V> {
  const memories = new WeakMap<ServerContext, Cache<{ value: V; until: number }>>();
  return {
    get(context, key) {
      const one = memories.get(context)?.get(key);
      return one && one.until > performance.now() ? one.value : null;
    },
    set(context, key, value) {
      const memory = memories.get(context) ?? createCache<{ value: V; until: number }>(MOST);
      memories.set(context, memory);
      memory.set(key, { value, until: performance.now() + STANDS_MS });
    },
  };
}
