import type { Services } from '../services/services.ts';

const kept = new WeakMap<Services['screens'], Map<string, unknown>>();

/** Screens as last served in this page: shown at once when they are opened again, while the server is asked for a newer version. */
export function keptScreens({ screens }: Services): Map<string, unknown> {
  const known = kept.get(screens) ?? new Map<string, unknown>();
  kept.set(screens, known);
  return known;
}

const versionOf = (document: unknown): unknown => (document as { version?: unknown } | null)?.version;

/** Published versions never change: the same number is the same screen. */
export const isSameScreen = (a: unknown, b: unknown): boolean =>
  versionOf(a) === undefined ? JSON.stringify(a) === JSON.stringify(b) : versionOf(a) === versionOf(b);
