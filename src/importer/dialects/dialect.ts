import type { Path } from '../../domain/problem/index.ts';
import type { LocatedValue } from '../source.ts';

/**
 * A node of another designer, translated to the keys that `readSource` expects: those of the family of designers from
 * whose forms this language developed.
 */
export interface TranslatedNode {
  entries: Map<string, LocatedValue>;
  /** The inner elements, wherever the node keeps them; absent if it has none. */
  children?: readonly LocatedValue[];
  /**
   * Elements that the source keeps inside this node, but that become its next siblings in the canonical form: fields
   * that are shown only for certain values of the node.
   */
  nextSiblings?: readonly LocatedValue[];
  /**
   * The tag to read instead of the node's own tag. Set if the node has no tag, or if the name of its type or component
   * is no tag of this language, or a tag with another meaning.
   */
  standardTag?: string;
}

/** An element as another designer wrote it. */
export type RawNode = Readonly<Record<string, unknown>>;

/** Reads a node of one dialect; null if the node is not of this dialect. Paths refer to the source document. */
export type Dialect = (raw: RawNode, path: Path) => TranslatedNode | null;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isNonEmptyText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Creates functions that fill `entries`. The first value for a key is kept, unless it is empty. */
export const createCollector = (entries: Map<string, LocatedValue>) => {
  const put = (key: string, value: unknown, path: Path): void => {
    if (value !== undefined && isEmpty(entries.get(key)?.value)) entries.set(key, { value, path });
  };
  /** Adds every key of an object, renamed by `names`; a name of null leaves the key out. */
  const putAll = (object: unknown, path: Path, names: Readonly<Record<string, string | null>> = {}): void => {
    if (!isObject(object)) return;
    for (const [key, value] of Object.entries(object)) {
      const name = Object.hasOwn(names, key) ? names[key] : key;
      if (typeof name === 'string') put(name, value, [...path, key]);
    }
  };
  return { put, putAll };
};

/** Returns the items of a list, each with its path; an empty list for any other value. */
export const withPaths = (list: unknown, path: Path): LocatedValue[] =>
  Array.isArray(list) ? list.map((value: unknown, index) => ({ value, path: [...path, index] })) : [];
