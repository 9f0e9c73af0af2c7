import type { Path } from '../domain/problem/index.ts';
import { readDialect } from './dialects/readDialect.ts';
import { isElementName } from './tags.ts';
import { WORD_KEYS, localisedText } from './text/localisedText.ts';

/** A value and where it stands in the document as given. */
export interface Placed {
  value: unknown;
  path: Path;
}

/** A node as found: nested `__config__` and flat keys in one map, each value with its own place. */
export interface Source {
  path: Path;
  raw: Readonly<Record<string, unknown>>;
  entries: ReadonlyMap<string, Placed>;
  /** Exported by another designer: it carries marks that only designers write. */
  isForeign: boolean;
  /** Of another family altogether: read by what its keys mean there. */
  isDialect: boolean;
  /** What the tag as written means there. */
  as?: string;
  /** Where children do not stand under `children`. */
  children?: readonly Placed[];
  /** Elements inside that belong behind it. */
  after?: readonly Placed[];
  /** Words as they stood, where they were told in another way (in several languages, as markup). */
  localised: readonly (Placed & { key: string })[];
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Says nothing: empty, or an empty list or object. */
export const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Keys that designers of the family leave in what they export, and nobody writes by hand. */
const MARKS = [
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

/** `config` holds the configuration in forks that renamed `__config__`. */
const CONFIGS = ['__config__', '_config_', 'config'] as const;

/** Objects whose keys are the element's own, as if they stood beside them. */
const ATTRIBUTES = ['attrs', 'attributes', 'componentProps'] as const;

const configOf = (raw: Readonly<Record<string, unknown>>): [string, Record<string, unknown>] | null => {
  for (const name of CONFIGS) {
    const value = raw[name];
    if (isObject(value) && (name === '__config__' || 'tag' in value || 'layout' in value)) return [name, value];
  }
  return null;
};

/** Where elements say what they are beside the tag: `componentName`, or the key of a platform (`jnpfKey` and those of its forks). */
const KIND = /^(?:componentName|[a-z]{2,10}Key)$/;

export const isKindKey = (key: string): boolean => KIND.test(key);

/** What a platform calls its element, where there is no tag, or one that is only this name with a prefix of the platform. */
function kindOf(entries: ReadonlyMap<string, Placed>): string | undefined {
  const tag = entries.get('tag')?.value;
  const isTold = typeof tag === 'string' && tag !== '';
  if (isTold && (!/^[A-Z]/.test(tag) || isElementName(tag))) return undefined;
  for (const [key, { value }] of entries) {
    if (
      typeof value === 'string' &&
      KIND.test(key) &&
      isElementName(value) &&
      (!isTold || tag.toLowerCase().endsWith(value.toLowerCase()))
    )
      return value;
  }
  return undefined;
}

/** Words that people read, in the language they read them in. */
function takeLocalisedTexts(entries: Map<string, Placed>): Source['localised'] {
  return WORD_KEYS.flatMap((key) => {
    const placed = entries.get(key);
    const text = placed && localisedText(placed.value);
    if (!placed || text === placed.value) return [];
    entries.set(key, { value: text, path: placed.path });
    return [{ ...placed, key }];
  });
}

/** Keys beside `__config__` win over those inside it, unless they say nothing. */
export function readSource(raw: Readonly<Record<string, unknown>>, path: Path): Source {
  const reading = readDialect(raw, path);
  if (reading)
    return { path, raw, ...reading, isForeign: true, isDialect: true, localised: takeLocalisedTexts(reading.entries) };
  const entries = new Map<string, Placed>();
  const put = (key: string, value: unknown, at: Path): void => {
    const before = entries.get(key);
    if (before === undefined || isEmpty(before.value)) entries.set(key, { value, path: at });
  };
  const config = configOf(raw);
  for (const [key, value] of Object.entries(raw)) {
    if (key !== config?.[0] && !(ATTRIBUTES.includes(key as never) && isObject(value))) put(key, value, [...path, key]);
  }
  if (config) {
    for (const [key, value] of Object.entries(config[1])) put(key, value, [...path, config[0], key]);
  }
  for (const name of ATTRIBUTES) {
    const inner = raw[name];
    if (isObject(inner)) for (const [key, value] of Object.entries(inner)) put(key, value, [...path, name, key]);
  }
  const isForeign = MARKS.some((mark) => entries.has(mark));
  const as = isForeign || config !== null ? kindOf(entries) : undefined;
  return {
    path,
    raw,
    entries,
    isForeign,
    isDialect: false,
    localised: isForeign ? takeLocalisedTexts(entries) : [],
    ...(as === undefined ? {} : { as }),
  };
}

/** What the element is called, in the words of its dialect. */
export const wordOf = (source: Source): string => source.as ?? textOf(source, 'tag');

export const valueOf = (source: Source, key: string): unknown => source.entries.get(key)?.value;

export function textOf(source: Source, key: string): string {
  const value = valueOf(source, key);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The first of the keys that says something, as text. */
export function firstText(source: Source, ...keys: readonly string[]): string {
  for (const key of keys) {
    const text = textOf(source, key);
    if (text !== '') return text;
  }
  return '';
}

/** Children in document order, each with its place. A card of another system keeps them in parts (`{ cardHeader, cardBody }`). */
export function childrenOf(source: Source): Placed[] {
  if (source.isDialect) return [...(source.children ?? [])];
  const found = source.entries.get('children') ?? source.entries.get('list');
  if (found === undefined) return [];
  if (Array.isArray(found.value))
    return found.value.map((value: unknown, index) => ({ value, path: [...found.path, index] }));
  if (!isObject(found.value)) return [];
  return Object.entries(found.value).flatMap(([part, list]) =>
    Array.isArray(list) ? list.map((value: unknown, index) => ({ value, path: [...found.path, part, index] })) : [],
  );
}
