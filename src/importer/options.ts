import type { Path } from '../domain/problem/index.ts';
import type { Option } from '../kernel/index.ts';
import { reportWarning, type Context } from './context.ts';
import { localisedText } from './text/localisedText.ts';
import { isObject, textOf, valueOf, type Placed, type Source } from './source.ts';

interface OptionKeys {
  label: string;
  value: string;
  children: string;
}

const isParent = (value: unknown): boolean =>
  [value].flat().every((one) => typeof one === 'string' || typeof one === 'number');

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** Names that systems give the two halves of an option when the element does not say. */
const LABELS = ['label', 'text', 'name', 'title', 'dictLabel', 'fullName'] as const;
const VALUES = ['value', 'id', 'key', 'code', 'dictValue', 'enCode'] as const;

const pick = (item: Record<string, unknown>, own: string, others: readonly string[]): unknown =>
  [own, ...others].map((key) => item[key]).find((value) => value !== undefined && value !== null);

/** Values of options under a plain name only: an option of a list, a tree or a plain value. */
function toOption(item: unknown, keys: OptionKeys): Option | undefined {
  if (isPlain(item)) return { label: String(item), value: item };
  if (!isObject(item)) return undefined;
  const label = localisedText(pick(item, keys.label, LABELS));
  const value = pick(item, keys.value, VALUES) ?? label;
  const words = label ?? value;
  if (!isPlain(value) || !isPlain(words)) return undefined;
  const children = item[keys.children] ?? item.children;
  return {
    label: String(words),
    value,
    ...(item.disabled === true ? { disabled: true } : {}),
    ...(item.parent !== undefined && isParent(item.parent) ? { parent: item.parent as Option['parent'] } : {}),
    ...(Array.isArray(children) && children.length > 0
      ? { children: children.map((child) => toOption(child, keys)).filter((child) => child !== undefined) }
      : {}),
  };
}

/** `{ a: '甲' }` and `{ a: { text: '甲' } }`. */
function fromMap(map: Record<string, unknown>): unknown {
  const entries = Object.entries(map);
  if (!entries.every(([, one]) => isPlain(one) || (isObject(one) && LABELS.some((key) => isPlain(one[key])))))
    return map;
  return entries.map(([key, one]) =>
    isObject(one) ? { ...one, value: one.value ?? key } : { label: one, value: key },
  );
}

/** A list of options in any spelling; anything that is not a list is an empty one, reported once. */
export function readOptions(
  value: unknown,
  path: Path,
  context: Context,
  keys: OptionKeys = { label: 'label', value: 'value', children: 'children' },
): Option[] {
  const given = isObject(value) ? fromMap(value) : value;
  if (!Array.isArray(given)) {
    reportWarning(context, 'DOC_OPTIONS', path);
    return [];
  }
  const options = given.map((item) => toOption(item, keys));
  options.forEach((option, index) => {
    if (option === undefined)
      reportWarning(context, 'DOC_SHAPE', [...path, index], { where: '选项', detail: '应有 label 与 value，已忽略' });
  });
  return options.filter((option) => option !== undefined);
}

/** Names of keys inside the options, wherever another system keeps them. */
export function optionKeysOf(source: Source): OptionKeys {
  const props = valueOf(source, 'props');
  const inner = isObject(props) ? (isObject(props.props) ? props.props : props) : {};
  const named = (key: keyof OptionKeys): string => {
    const name = inner[key];
    return (typeof name === 'string' ? name : '') || textOf(source, `${key}Key`) || key;
  };
  return { label: named('label'), value: named('value'), children: named('children') };
}

/** Names under which other things than options stand, too. */
const OTHERS: ReadonlySet<string> = new Set(['data', 'dataSource', 'values', 'items']);
const isList = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

/** `{ values: […] }`: the list stands inside. */
const listed = (placed: Placed | undefined): Placed | undefined =>
  placed && isObject(placed.value) && Array.isArray(placed.value.values)
    ? { value: placed.value.values, path: [...placed.path, 'values'] }
    : placed;

/** Options under `__slot__.options`, `options` or `data-source`; undefined when the node has none. */
export function findOptions(source: Source): (Placed & { key: string }) | undefined {
  const slot = source.entries.get('__slot__');
  if (slot && isObject(slot.value) && slot.value.options !== undefined && slot.value.options !== null) {
    return { value: slot.value.options, path: [...slot.path, 'options'], key: '__slot__' };
  }
  const keys = [
    'options',
    'data-source',
    'items',
    'dicData',
    'optionItems',
    'data',
    'treeData',
    'dataSource',
    'values',
    'valueEnum',
  ];
  return keys.flatMap((key) => {
    const placed = listed(source.entries.get(key));
    return placed?.value === undefined || placed.value === null || (OTHERS.has(key) && !isList(placed.value))
      ? []
      : [{ ...placed, key }];
  })[0];
}
