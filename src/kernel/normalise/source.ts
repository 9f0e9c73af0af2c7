import type { Path } from '../problem.ts';
import { readDialect } from './dialects/list.ts';

/** A value and where it stands in the document as given. */
export interface Placed { value: unknown; path: Path }

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
}

export const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Says nothing: empty, or an empty list or object. */
export const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''
  || (typeof value === 'object' && Object.keys(value).length === 0);

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Keys that designers of the family leave in what they export, and nobody writes by hand. */
const MARKS = ['tagIcon', 'renderKey', 'formId', 'changeTag', 'document', 'layout', '__c_panel', 'cmpType', 'typeId', 'componentName', 'layoutTree', 'jnpfKey'] as const;

/** `config` holds the configuration in forks that renamed `__config__`. */
const CONFIGS = ['__config__', '_config_', 'config'] as const;

const configOf = (raw: Readonly<Record<string, unknown>>): [string, Record<string, unknown>] | null => {
  for (const name of CONFIGS) {
    const value = raw[name];
    if (isObject(value) && (name === '__config__' || 'tag' in value || 'layout' in value)) return [name, value];
  }
  return null;
};

/** Keys beside `__config__` win over those inside it, unless they say nothing. */
export function readSource(raw: Readonly<Record<string, unknown>>, path: Path): Source {
  const reading = readDialect(raw, path);
  if (reading) return { path, raw, ...reading, isForeign: true, isDialect: true };
  const entries = new Map<string, Placed>();
  const put = (key: string, value: unknown, at: Path): void => {
    const before = entries.get(key);
    if (before === undefined || isEmpty(before.value)) entries.set(key, { value, path: at });
  };
  const config = configOf(raw);
  for (const [key, value] of Object.entries(raw)) {
    if (key !== config?.[0]) put(key, value, [...path, key]);
  }
  if (config) {
    for (const [key, value] of Object.entries(config[1])) put(key, value, [...path, config[0], key]);
  }
  return { path, raw, entries, isForeign: MARKS.some((mark) => entries.has(mark)), isDialect: false };
}

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
  if (source.isDialect) return [...source.children ?? []];
  const found = source.entries.get('children') ?? source.entries.get('list');
  if (found === undefined) return [];
  if (Array.isArray(found.value)) return found.value.map((value: unknown, index) => ({ value, path: [...found.path, index] }));
  if (!isObject(found.value)) return [];
  return Object.entries(found.value).flatMap(([part, list]) =>
    (Array.isArray(list) ? list.map((value: unknown, index) => ({ value, path: [...found.path, part, index] })) : []));
}
