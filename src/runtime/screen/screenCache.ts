import type { Services } from '../services/services.ts';

const caches = new WeakMap<Services['screens'], Map<string, unknown>>();

/** Returns the cache of screen documents by screen key, for stale-while-revalidate. */
export function screenCacheOf({ screens }: Services): Map<string, unknown> {
  const cache = caches.get(screens) ?? new Map<string, unknown>();
  caches.set(screens, cache);
  return cache;
}

const versionOf = (document: unknown): unknown => (document as { version?: unknown } | null)?.version;

/**
 * Returns true if two documents of one screen are the same. Compares version numbers, because a published version does
 * not change; compares the content if the first document has no version.
 */
export const isSameScreen = (a: unknown, b: unknown): boolean =>
  versionOf(a) === undefined ? JSON.stringify(a) === JSON.stringify(b) : versionOf(a) === versionOf(b);
