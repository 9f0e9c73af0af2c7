import { readDocument } from '../kernel/index.ts';
import type { Path } from '../domain/problem/index.ts';
import { TAGS } from '../grammar/tags.ts';
import type { Context } from './context.ts';
import { canonicalKey } from './keys.ts';
import { childrenOf, isObject, readSource, textOf, type LocatedValue, type Source } from './source.ts';
import { isElementName } from './tags.ts';

/**
 * Keys that never hold inner elements: options and rules, data, code, texts, and the keys that `childrenOf` reads
 * itself.
 */
const NON_ELEMENT_KEYS: ReadonlySet<string> = new Set([
  'children',
  'list',
  'options',
  'props',
  'regList',
  'rules',
  'on',
  'style',
  'data',
  'dataSource',
  'data-source',
  'dicData',
  'optionItems',
  'treeData',
  'tableData',
  'defaultValue',
  'value',
  'source',
  'event',
  'events',
  'topOpBtns',
  'operationButtons',
  'thumbnail',
  'linkage',
  'conditions',
  'control',
  'label',
  'title',
  'placeholder',
  'help',
  'tooltip',
  'name',
]);

/** Maximum nesting of lists and objects around elements. */
const MAX_DEPTH = 4;

/**
 * Returns true if the value is certainly an element. An object that was translated from another dialect
 * (`isTranslated`) must have a known element name and a field key. Any other object with keys that only other designers
 * write (`isForeign`) must have a tag, a layout or a known element name. An object without such keys must have a known
 * element name and a field key.
 */
function isElement(value: unknown): boolean {
  if (!isObject(value)) return false;
  const source = readSource(value, []);
  const hasElementName =
    (source.standardTag ?? textOf(source, 'tag')) !== '' && isElementName(source.standardTag ?? textOf(source, 'tag'));
  if (source.isTranslated) return hasElementName && textOf(source, '__vModel__') !== '';
  return source.isForeign
    ? textOf(source, 'tag') !== '' || textOf(source, 'layout') !== '' || hasElementName
    : hasElementName && textOf(source, '__vModel__') !== '';
}

/** Returns the entries of an object whose values may contain elements. */
const possibleContainers = (value: object): [string, unknown][] =>
  Object.entries(value).filter(
    ([key, entryValue]) => typeof entryValue === 'object' && entryValue !== null && !NON_ELEMENT_KEYS.has(key),
  );

/** Returns true if the value is or contains an element, at most `MAX_DEPTH` levels deep. */
function holdsElements(value: unknown, depth = 0): boolean {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => isElement(item) || holdsElements(item, depth + 1));
  return (
    isElement(value) ||
    possibleContainers(value).some(([, entryValue]) => holdsElements(entryValue, depth + 1)) ||
    ['children', 'list'].some((key) => holdsElements((value as Record<string, unknown>)[key], depth + 1))
  );
}

/** Returns the elements and panes inside a value, with their paths. An empty pane is kept. */
function collectElements(value: unknown, path: Path): LocatedValue[] {
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) =>
      Array.isArray(item) ? collectElements(item, [...path, index]) : [{ value: item, path: [...path, index] }],
    );
  if (isElement(value)) return [{ value, path }];
  return isObject(value)
    ? possibleContainers(value)
        .filter(([, entryValue]) => holdsElements(entryValue))
        .flatMap(([key, entryValue]) => collectElements(entryValue, [...path, key]))
    : [];
}

const elementsBySource = new WeakMap<Source, ReadonlyMap<string, readonly LocatedValue[]>>();

/**
 * Returns the elements under each key, such as `cols`, `tabpanes` or `body`. Keys that the grammar defines are
 * included, since a list under such a key may contain fields too. `NON_ELEMENT_KEYS` are left out. Cached by source.
 */
export function elementsByKey(source: Source): ReadonlyMap<string, readonly LocatedValue[]> {
  const cached = elementsBySource.get(source);
  if (cached) return cached;
  const elements = new Map<string, readonly LocatedValue[]>();
  for (const [key, { value, path }] of source.entries) {
    if (typeof value === 'object' && value !== null && !NON_ELEMENT_KEYS.has(key) && holdsElements(value))
      elements.set(key, collectElements(value, path));
  }
  elementsBySource.set(source, elements);
  return elements;
}

/**
 * Returns the elements under keys that the grammar of the tag does not define; the values of defined keys are
 * properties.
 */
export const elementsUnderUnknownKeys = (source: Source, tag: string): LocatedValue[] => {
  const grammarKeys = TAGS[tag]?.keys ?? {};
  return [...elementsByKey(source)].flatMap(([key, elements]) =>
    canonicalKey(key, grammarKeys) === undefined ? elements : [],
  );
};

/**
 * Returns all elements inside a container, wherever they are kept. `tag`: the container's canonical tag. Screens are
 * always canonical, so only their children are read.
 */
export const innerElementsOf = (source: Source, context: Context, tag = ''): LocatedValue[] =>
  context.container === 'screen'
    ? childrenOf(source)
    : [...childrenOf(source), ...elementsUnderUnknownKeys(source, tag)];

/** Keys under which some platforms keep an element, inside an object with further data of the platform. */
const ELEMENT_KEYS = [
  'scheme',
  'schema',
  'config',
  'content',
  'component',
  'widget',
  'element',
  'formItem',
  'item',
  'json',
  'definition',
] as const;

/** Returns the value of a text that is a JSON object; other values are unchanged. */
function parseObjectText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*\{/.test(value)) return value;
  const parsed = readDocument(value);
  return parsed.ok ? parsed.value : value;
}

/**
 * Returns the element that an object without a tag contains, as an object or as JSON text; otherwise the object itself.
 */
export function unwrapElement(located: LocatedValue): LocatedValue {
  if (!isObject(located.value)) return located;
  const source = readSource(located.value, []);
  if (
    source.isTranslated ||
    textOf(source, 'tag') !== '' ||
    textOf(source, 'layout') !== '' ||
    childrenOf(source).length > 0
  )
    return located;
  for (const key of ELEMENT_KEYS) {
    const innerValue = parseObjectText(located.value[key]);
    if (isElement(innerValue)) return { value: innerValue, path: [...located.path, key] };
  }
  return located;
}
