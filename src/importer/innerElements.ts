import { parseJson } from '../kernel/index.ts';
import type { Path } from '../domain/problem/index.ts';
import { TAGS } from '../grammar/tags.ts';
import type { Context } from './context.ts';
import { canonicalKey } from './keys.ts';
import { childrenOf, isObject, readSource, textOf, type Placed, type Source } from './source.ts';
import { isElementName } from './tags.ts';

/** Where nothing is laid out: lists of options and rules, data, code, and what `childrenOf` reads itself. */
const NO_PLACE: ReadonlySet<string> = new Set([
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

/** How deep panes may lie in lists, and lists in objects, before their elements. */
const DEEPEST = 4;

/** Certainly an element: it has a mark of the family, or the name of an element and a key. */
function isElement(value: unknown): boolean {
  if (!isObject(value)) return false;
  const source = readSource(value, []);
  const isNamed = (source.as ?? textOf(source, 'tag')) !== '' && isElementName(source.as ?? textOf(source, 'tag'));
  if (source.isDialect) return isNamed && textOf(source, '__vModel__') !== '';
  return source.isForeign
    ? textOf(source, 'tag') !== '' || textOf(source, 'layout') !== '' || isNamed
    : isNamed && textOf(source, '__vModel__') !== '';
}

const places = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([key, part]) => typeof part === 'object' && part !== null && !NO_PLACE.has(key));

function holdsElements(value: unknown, depth = 0): boolean {
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => isElement(item) || holdsElements(item, depth + 1));
  return (
    isElement(value) ||
    places(value).some(([, part]) => holdsElements(part, depth + 1)) ||
    ['children', 'list'].some((key) => holdsElements((value as Record<string, unknown>)[key], depth + 1))
  );
}

/** Elements and panes under a value, each with its place; an empty pane stands where it stood. */
function collect(value: unknown, path: Path): Placed[] {
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) =>
      Array.isArray(item) ? collect(item, [...path, index]) : [{ value: item, path: [...path, index] }],
    );
  if (isElement(value)) return [{ value, path }];
  return isObject(value)
    ? places(value)
        .filter(([, part]) => holdsElements(part))
        .flatMap(([key, part]) => collect(part, [...path, key]))
    : [];
}

const found = new WeakMap<Source, ReadonlyMap<string, readonly Placed[]>>();

/** Elements under names that no rule knows (`cols`, `tabpanes`, `body`, …), by that name: fields are never lost for the name of a list. */
export function unclaimedElements(source: Source): ReadonlyMap<string, readonly Placed[]> {
  const before = found.get(source);
  if (before) return before;
  const strays = new Map<string, readonly Placed[]>();
  for (const [key, { value, path }] of source.entries) {
    if (typeof value === 'object' && value !== null && !NO_PLACE.has(key) && holdsElements(value))
      strays.set(key, collect(value, path));
  }
  found.set(source, strays);
  return strays;
}

/** The same beside the keys that the grammar of a tag has: what stands under those is what they say. */
export const siblingElements = (source: Source, tag: string): Placed[] => {
  const known = TAGS[tag]?.keys ?? {};
  return [...unclaimedElements(source)].flatMap(([key, placed]) =>
    canonicalKey(key, known) === undefined ? placed : [],
  );
};

/** Everything inside a container of a form, wherever it is kept; `tag`: what it was found to be. Screens are ours: what they hold stands where it belongs. */
export const insideOf = (source: Source, context: Context, tag = ''): Placed[] =>
  context.place === 'screen' ? childrenOf(source) : [...childrenOf(source), ...siblingElements(source, tag)];

/** Where a platform keeps the element itself, beside what its lists need to know of it. */
const BOXES = [
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

function fromText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*\{/.test(value)) return value;
  const read = parseJson(value);
  return read.ok ? read.value : value;
}

/** The element that an object without a tag of its own carries, as an object or as text; else the object itself. */
export function unwrapElement(placed: Placed): Placed {
  if (!isObject(placed.value)) return placed;
  const source = readSource(placed.value, []);
  if (
    source.isDialect ||
    textOf(source, 'tag') !== '' ||
    textOf(source, 'layout') !== '' ||
    childrenOf(source).length > 0
  )
    return placed;
  for (const key of BOXES) {
    const inner = fromText(placed.value[key]);
    if (isElement(inner)) return { value: inner, path: [...placed.path, key] };
  }
  return placed;
}
