import type { AddedRow, TablePatch, ValuesPatch } from './patch.ts';

/**
 * A patch split into independent parts, so that a draft of ten thousand rows is saved by sending only the parts changed
 * since the last save. The name of a part is JSON: `["f",field]` for a field, `["c",table,row]` for the changed cells
 * of a row, `["a",table,row]` for an added row, `["r",table]` for the removed rows, `["o",table]` for the order of the
 * rows.
 */
export type PatchParts = ReadonlyMap<string, unknown>;

const partName = (...parts: string[]): string => JSON.stringify(parts);

/** Splits a patch into its parts, by name. */
export function patchPartsOf({ fields, tables }: ValuesPatch): Map<string, unknown> {
  const parts = new Map<string, unknown>();
  for (const [key, value] of Object.entries(fields)) parts.set(partName('f', key), value);
  for (const [table, { cells, added, removed, order }] of Object.entries(tables)) {
    for (const [row, change] of Object.entries(cells)) parts.set(partName('c', table, row), change);
    for (const [row, entry] of Object.entries(added)) parts.set(partName('a', table, row), entry);
    if (removed.length > 0) parts.set(partName('r', table), removed);
    if (order) parts.set(partName('o', table), order);
  }
  return parts;
}

/** Returns the texts that the name of a part consists of; an empty list if the name is invalid. */
const parsePartName = (name: string): string[] => {
  try {
    const parsed: unknown = JSON.parse(name);
    return Array.isArray(parsed) ? parsed.map(String) : [];
  } catch {
    return [];
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textList = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** Rebuilds the patch from its parts. Invalid parts (from an older release, or damaged) are left out. */
export function patchOf(parts: Iterable<readonly [string, unknown]>): ValuesPatch {
  const fields: Record<string, unknown> = {};
  const tables: Record<
    string,
    {
      cells: Record<string, Record<string, unknown>>;
      added: Record<string, AddedRow>;
      removed: string[];
      order?: string[];
    }
  > = {};
  const tableOf = (key: string) => (tables[key] ??= { cells: {}, added: {}, removed: [] });
  for (const [name, value] of parts) {
    const [kind, key, row] = parsePartName(name);
    if (key === undefined) continue;
    if (kind === 'f') fields[key] = value;
    else if (kind === 'r') tableOf(key).removed = textList(value);
    else if (kind === 'o') tableOf(key).order = textList(value);
    else if (row === undefined || !isObject(value)) continue;
    else if (kind === 'c') tableOf(key).cells[row] = value;
    else if (kind === 'a' && isObject(value.fieldsMap))
      tableOf(key).added[row] = {
        after: typeof value.after === 'string' ? value.after : null,
        fieldsMap: value.fieldsMap,
      };
  }
  return { fields, tables: tables as Record<string, TablePatch> };
}

/** Returns true if a part has the same content in both patches. */
const isSamePart = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true;
  // each patch creates a new object for an added row, but the `fieldsMap` of an unchanged row stays the same object
  if (isObject(a) && isObject(b) && 'after' in a && a.after === b.after && a.fieldsMap === b.fieldsMap) return true;
  return JSON.stringify(a) === JSON.stringify(b);
};

/** Returns the changes that turn the parts `before` into `after`: parts to set, and names of parts to delete. */
export function patchPartsDelta(
  before: PatchParts,
  after: PatchParts,
): { set: Record<string, unknown>; drop: string[] } {
  const set: Record<string, unknown> = {};
  for (const [name, value] of after) if (!before.has(name) || !isSamePart(before.get(name), value)) set[name] = value;
  return { set, drop: [...before.keys()].filter((name) => !after.has(name)) };
}
