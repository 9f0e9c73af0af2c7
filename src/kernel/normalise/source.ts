import type { Path } from '../problem.ts';

/** A value and where it stands in the document as given. */
export interface Placed { value: unknown; path: Path }

/** A node as found: nested `__config__` and flat keys in one map, each value with its own place. */
export interface Source {
  path: Path;
  raw: Readonly<Record<string, unknown>>;
  entries: ReadonlyMap<string, Placed>;
}

export const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Keys beside `__config__` win over those inside it, unless they say nothing. */
export function readSource(raw: Readonly<Record<string, unknown>>, path: Path): Source {
  const entries = new Map<string, Placed>();
  const put = (key: string, value: unknown, at: Path): void => {
    const before = entries.get(key);
    if (before === undefined || isBlank(before.value)) entries.set(key, { value, path: at });
  };
  for (const [key, value] of Object.entries(raw)) {
    if (key !== '__config__') put(key, value, [...path, key]);
  }
  if (isObject(raw.__config__)) {
    for (const [key, value] of Object.entries(raw.__config__)) put(key, value, [...path, '__config__', key]);
  }
  return { path, raw, entries };
}

export const valueOf = (source: Source, key: string): unknown => source.entries.get(key)?.value;

export function textOf(source: Source, key: string): string {
  const value = valueOf(source, key);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Children in document order, each with its place. A card of another system keeps them in parts (`{ cardHeader, cardBody }`). */
export function childrenOf(source: Source): Placed[] {
  const found = source.entries.get('children');
  if (found === undefined) return [];
  if (Array.isArray(found.value)) return found.value.map((value: unknown, index) => ({ value, path: [...found.path, index] }));
  if (!isObject(found.value)) return [];
  return Object.entries(found.value).flatMap(([part, list]) =>
    (Array.isArray(list) ? list.map((value: unknown, index) => ({ value, path: [...found.path, part, index] })) : []));
}
