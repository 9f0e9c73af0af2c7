import type { Services } from '../services/services.ts';

const caches = new WeakMap<Services['screens'], Map<string, unknown>>();

/** Cache of screens by key, for stale-while-revalidate: shown at once while the server is asked for a newer version. */
export function screenCacheOf({ screens }: Services): Map<string, unknown> {
  const cache = caches.get(screens) ?? new Map<string, unknown>();
  caches.set(screens, cache);
  return cache;
}

const versionOf = (document: unknown): unknown => (document as { version?: unknown } | null)?.version;

/** Compares by version number, because a published version never changes; without a version by content. */
export const isSameScreen = (a: unknown, b: unknown): boolean =>
  versionOf(a) === undefined ? JSON.stringify(a) === JSON.stringify(b) : versionOf(a) === versionOf(b);
