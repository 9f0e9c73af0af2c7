import type { Path } from '../domain/problem/index.ts';
import { readDialect } from './dialects/readDialect.ts';
import { isElementName } from './tags.ts';
import { TEXT_KEYS, localisedText } from './text/localisedText.ts';

/** A value with its path in the source document. */
export interface LocatedValue {
  value: unknown;
  path: Path;
}

/** A source node: the keys of the node and of its nested `__config__` in one map, each value with its own path. */
export interface Source {
  path: Path;
  raw: Readonly<Record<string, unknown>>;
  entries: ReadonlyMap<string, LocatedValue>;
  /** True if another designer wrote the node: it is in another dialect, or has keys that only other designers write. */
  isForeign: boolean;
  /** True if `readDialect` has translated the node from the dialect of another family of designers. */
  isTranslated: boolean;
  /**
   * The tag to read instead of the node's own tag. Set if the node has no tag, or if the name of its type or component
   * is no tag of this language, or a tag with another meaning.
   */
  standardTag?: string;
  /** The inner elements of a node in another dialect; `childrenOf` returns those of every node. */
  children?: readonly LocatedValue[];
  /** Nested elements that become the node's next siblings. */
  nextSiblings?: readonly LocatedValue[];
  /** The original values of the texts that were converted to plain Chinese text (from several languages or markup). */
  originalTexts: readonly (LocatedValue & { key: string })[];
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns true for a missing value, an empty text, an empty list and an empty object. */
export const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const isMissingOrEmptyText = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Keys that only form designers of other systems write; an element with such a key is foreign (`isForeign`). */
const FOREIGN_DESIGNER_KEYS = [
  'tagIcon',
  'renderKey',
  'formId',
  'changeTag',
  'document',
  'layout',
  '__c_panel',
  'cmpType',
  'typeId',
  'componentName',
  'layoutTree',
  'jnpfKey',
] as const;

/** Keys of the nested configuration; forks have renamed `__config__` to `_config_` or `config`. */
const CONFIG_KEYS = ['__config__', '_config_', 'config'] as const;

/** Objects whose keys count as keys of the element itself. */
const ATTRIBUTE_KEYS = ['attrs', 'attributes', 'componentProps'] as const;

/** Returns the key and the value of the nested configuration; null without one. */
const configOf = (raw: Readonly<Record<string, unknown>>): [string, Record<string, unknown>] | null => {
  for (const name of CONFIG_KEYS) {
    const value = raw[name];
    if (isObject(value) && (name === '__config__' || 'tag' in value || 'layout' in value)) return [name, value];
  }
  return null;
};

/**
 * Keys besides `tag` that may hold the name of the element kind: `componentName`, or a key that is named after a
 * platform (`jnpfKey`, and the corresponding keys of its forks).
 */
const ELEMENT_NAME_KEY = /^(?:componentName|[a-z]{2,10}Key)$/;

export const isElementNameKey = (key: string): boolean => ELEMENT_NAME_KEY.test(key);

/**
 * Returns the element name under a key that matches `ELEMENT_NAME_KEY`, if the element has no tag, or a tag that
 * consists of a platform's prefix and this name. Returns undefined for an element with any other tag.
 */
function elementNameBesidesTag(entries: ReadonlyMap<string, LocatedValue>): string | undefined {
  const tag = entries.get('tag')?.value;
  const hasTag = typeof tag === 'string' && tag !== '';
  if (hasTag && (!/^[A-Z]/.test(tag) || isElementName(tag))) return undefined;
  for (const [key, { value }] of entries) {
    if (
      typeof value === 'string' &&
      ELEMENT_NAME_KEY.test(key) &&
      isElementName(value) &&
      (!hasTag || tag.toLowerCase().endsWith(value.toLowerCase()))
    )
      return value;
  }
  return undefined;
}

/** Converts the texts under `TEXT_KEYS` to plain Chinese text. Returns the original values of the converted texts. */
function convertToPlainTexts(entries: Map<string, LocatedValue>): Source['originalTexts'] {
  return TEXT_KEYS.flatMap((key) => {
    const entry = entries.get(key);
    const text = entry && localisedText(entry.value);
    if (!entry || text === entry.value) return [];
    entries.set(key, { value: text, path: entry.path });
    return [{ ...entry, key }];
  });
}

/**
 * Reads a source node. If several places define a key, the first non-empty value is used, in this order: the node
 * itself, its `__config__`, the objects under its `ATTRIBUTE_KEYS`.
 */
export function readSource(raw: Readonly<Record<string, unknown>>, path: Path): Source {
  const translated = readDialect(raw, path);
  if (translated)
    return {
      path,
      raw,
      ...translated,
      isForeign: true,
      isTranslated: true,
      originalTexts: convertToPlainTexts(translated.entries),
    };
  const entries = new Map<string, LocatedValue>();
  const putUnlessSet = (key: string, value: unknown, valuePath: Path): void => {
    const existing = entries.get(key);
    if (existing === undefined || isMissingOrEmptyText(existing.value)) entries.set(key, { value, path: valuePath });
  };
  const config = configOf(raw);
  for (const [key, value] of Object.entries(raw)) {
    if (key !== config?.[0] && !(ATTRIBUTE_KEYS.includes(key as never) && isObject(value)))
      putUnlessSet(key, value, [...path, key]);
  }
  if (config) {
    for (const [key, value] of Object.entries(config[1])) putUnlessSet(key, value, [...path, config[0], key]);
  }
  for (const name of ATTRIBUTE_KEYS) {
    const attributes = raw[name];
    if (isObject(attributes))
      for (const [key, value] of Object.entries(attributes)) putUnlessSet(key, value, [...path, name, key]);
  }
  const isForeign = FOREIGN_DESIGNER_KEYS.some((key) => entries.has(key));
  const standardTag = isForeign || config !== null ? elementNameBesidesTag(entries) : undefined;
  return {
    path,
    raw,
    entries,
    isForeign,
    isTranslated: false,
    originalTexts: isForeign ? convertToPlainTexts(entries) : [],
    ...(standardTag === undefined ? {} : { standardTag }),
  };
}

/** Returns the name of the element: its standard tag, or else the tag as written. */
export const elementNameOf = (source: Source): string => source.standardTag ?? textOf(source, 'tag');

/** Returns the value under a key; undefined if there is none. */
export const valueOf = (source: Source, key: string): unknown => source.entries.get(key)?.value;

/** Returns the value under a key as text; '' if it is neither a text nor a number. */
export function textOf(source: Source, key: string): string {
  const value = valueOf(source, key);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Returns the text of the first key that has one; '' if none has. */
export function firstText(source: Source, ...keys: readonly string[]): string {
  for (const key of keys) {
    const text = textOf(source, key);
    if (text !== '') return text;
  }
  return '';
}

/**
 * Returns the children in document order. A card of another system has several child lists (`{ cardHeader, cardBody
 * }`).
 */
export function childrenOf(source: Source): LocatedValue[] {
  if (source.isTranslated) return [...(source.children ?? [])];
  const entry = source.entries.get('children') ?? source.entries.get('list');
  if (entry === undefined) return [];
  if (Array.isArray(entry.value))
    return entry.value.map((value: unknown, index) => ({ value, path: [...entry.path, index] }));
  if (!isObject(entry.value)) return [];
  return Object.entries(entry.value).flatMap(([listKey, list]) =>
    Array.isArray(list) ? list.map((value: unknown, index) => ({ value, path: [...entry.path, listKey, index] })) : [],
  );
}
