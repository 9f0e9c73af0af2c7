import type { Path } from '../domain/problem/index.ts';
import type { Option } from '../kernel/index.ts';
import { reportWarning, type Context } from './context.ts';
import { localisedText } from './text/localisedText.ts';
import { isBlank, isObject, textOf, valueOf, type LocatedValue, type Source } from './source.ts';

interface OptionKeys {
  label: string;
  value: string;
  children: string;
}

/** Returns true if the value can be the `parent` of an option: a text, a number, or a list of texts and numbers. */
const isParentSetting = (value: unknown): boolean =>
  [value].flat().every((item) => typeof item === 'string' || typeof item === 'number');

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** Keys of label and value of an option in other systems, used if an item has no value under the expected key. */
const LABEL_KEYS = ['label', 'text', 'name', 'title', 'dictLabel', 'fullName'] as const;
const VALUE_KEYS = ['value', 'id', 'key', 'code', 'dictValue', 'enCode'] as const;

const isNil = (value: unknown): boolean => value === undefined || value === null;

/** Returns the first value that is set, of the expected key and then of the other keys. */
const firstValue = (item: Record<string, unknown>, key: string, otherKeys: readonly string[]): unknown =>
  [key, ...otherKeys].map((name) => item[name]).find((value) => !isNil(value));

/**
 * Converts an item (an object of a list or tree, or a single value) to an option; undefined if its value or label is
 * not a text, number or boolean, or if both are missing. The options below it that cannot be converted are reported.
 */
function toOption(item: unknown, path: Path, context: Context, keys: OptionKeys): Option | undefined {
  if (isScalar(item)) return { label: String(item), value: item };
  if (!isObject(item)) return undefined;
  const label = localisedText(firstValue(item, keys.label, LABEL_KEYS));
  const value = firstValue(item, keys.value, VALUE_KEYS) ?? label;
  const text = label ?? value;
  if (!isScalar(value) || !isScalar(text)) return undefined;
  const childrenKey = isNil(item[keys.children]) ? 'children' : keys.children;
  const children = readChildren(item[childrenKey], [...path, childrenKey], context, keys);
  return {
    label: String(text),
    value,
    ...(item.disabled === true ? { disabled: true } : {}),
    ...(item.parent !== undefined && isParentSetting(item.parent) ? { parent: item.parent as Option['parent'] } : {}),
    ...(children.length > 0 ? { children } : {}),
  };
}

/** Returns the options below an option. Other systems also write `false`, an empty text or an empty object for none. */
const readChildren = (children: unknown, path: Path, context: Context, keys: OptionKeys): Option[] =>
  children === false || isBlank(children) ? [] : readOptions(children, path, context, keys);

/** Converts a map of options, `{ a: '甲' }` or `{ a: { text: '甲' } }`, to a list; other objects are unchanged. */
function listOfMap(map: Record<string, unknown>): unknown {
  const entries = Object.entries(map);
  if (
    !entries.every(
      ([, option]) => isScalar(option) || (isObject(option) && LABEL_KEYS.some((key) => isScalar(option[key]))),
    )
  )
    return map;
  return entries.map(([key, option]) =>
    isObject(option) ? { ...option, value: option.value ?? key } : { label: option, value: key },
  );
}

/** Reads options in any notation. Anything but a list or a map of options gives no options and a warning. */
export function readOptions(
  value: unknown,
  path: Path,
  context: Context,
  keys: OptionKeys = { label: 'label', value: 'value', children: 'children' },
): Option[] {
  const items = isObject(value) ? listOfMap(value) : value;
  if (!Array.isArray(items)) {
    reportWarning(context, 'DOC_OPTIONS', path);
    return [];
  }
  return items.flatMap((item: unknown, index) => {
    const option = toOption(item, [...path, index], context, keys);
    if (option === undefined)
      reportWarning(context, 'DOC_SHAPE', [...path, index], { where: '选项', detail: '应有 label 与 value，已忽略' });
    return option ?? [];
  });
}

/**
 * Returns the keys of label, value and children inside each option, as the element defines them in `props` or as
 * `labelKey`, `valueKey`, `childrenKey`; by default `label`, `value` and `children`.
 */
export function optionKeysOf(source: Source): OptionKeys {
  const props = valueOf(source, 'props');
  const innerProps = isObject(props) ? (isObject(props.props) ? props.props : props) : {};
  const keyNameOf = (key: keyof OptionKeys): string => {
    const name = innerProps[key];
    return (typeof name === 'string' ? name : '') || textOf(source, `${key}Key`) || key;
  };
  return { label: keyNameOf('label'), value: keyNameOf('value'), children: keyNameOf('children') };
}

/** Keys that may also contain other data than options; only a list that is not empty is read as options. */
const AMBIGUOUS_KEYS: ReadonlySet<string> = new Set(['data', 'dataSource', 'values', 'items']);
const isList = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

/** Returns the list inside `{ values: […] }`; other values are unchanged. */
const unwrapValues = (entry: LocatedValue | undefined): LocatedValue | undefined =>
  entry && isObject(entry.value) && Array.isArray(entry.value.values)
    ? { value: entry.value.values, path: [...entry.path, 'values'] }
    : entry;

/** Returns the options of a node under any of the usual keys; undefined if it has none. */
export function findOptions(source: Source): (LocatedValue & { key: string }) | undefined {
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
    const entry = unwrapValues(source.entries.get(key));
    return entry?.value === undefined || entry.value === null || (AMBIGUOUS_KEYS.has(key) && !isList(entry.value))
      ? []
      : [{ ...entry, key }];
  })[0];
}
