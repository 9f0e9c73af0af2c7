import type { Path } from '../../domain/problem/index.ts';
import type { Placed } from '../source.ts';

/** What a node of another designer says, in the words of the family that this language grew from. */
export interface Reading {
  entries: Map<string, Placed>;
  /** Where they do not stand under `children`. */
  children?: readonly Placed[];
  /** Elements inside the node that belong behind it: fields that another field brings along. */
  after?: readonly Placed[];
  /** What the tag as written means in this dialect, where the word alone means something else or nothing. */
  as?: string;
}

export type Raw = Readonly<Record<string, unknown>>;

/** Null: the node is not of this dialect. Paths point into the node as given. */
export type Dialect = (raw: Raw, path: Path) => Reading | null;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const saysNothing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Fills entries: what was said first counts, unless it says nothing. */
export const collector = (entries: Map<string, Placed>) => {
  const put = (key: string, value: unknown, path: Path): void => {
    if (value !== undefined && saysNothing(entries.get(key)?.value)) entries.set(key, { value, path });
  };
  /** Every key of an object, under the names that the table gives them; a name of null leaves the key out. */
  const putAll = (object: unknown, path: Path, names: Readonly<Record<string, string | null>> = {}): void => {
    if (!isObject(object)) return;
    for (const [key, value] of Object.entries(object)) {
      const name = Object.hasOwn(names, key) ? names[key] : key;
      if (typeof name === 'string') put(name, value, [...path, key]);
    }
  };
  return { put, putAll };
};

/** The items of a list, each with its place; of anything else none. */
export const placeList = (list: unknown, path: Path): Placed[] =>
  Array.isArray(list) ? list.map((value: unknown, index) => ({ value, path: [...path, index] })) : [];
