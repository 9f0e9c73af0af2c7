import type { LocatedValue } from '../source.ts';
import { isElementName } from '../tags.ts';
import { createCollector, isObject, isNonEmptyText, withPaths, type Dialect, type RawNode } from './dialect.ts';

/** Keys under which a field key may be written, in order of preference. */
const FIELD_KEY_NAMES = ['prop', 'field', 'model', 'name', 'key', 'dataIndex', 'id'] as const;

/**
 * Keys besides `children` under which containers keep their elements. Used here only to recognise that an element is a
 * container.
 */
const ELEMENT_LIST_KEYS = [
  'body',
  'items',
  'tabs',
  'steps',
  'columns',
  'controls',
  'components',
  'fields',
  'form',
] as const;

/**
 * Returns the key that names the type of an element, and its value; undefined if the element has no such key. The keys
 * are `type`, `component`, `valueType` (only with `dataIndex` or `columns`) and `tpl` (only with a `key` property;
 * `tpl` then takes precedence).
 */
function typeOf(raw: RawNode): [key: string, type: string] | undefined {
  const key = ['type', 'component', 'valueType', 'tpl'].find(
    (name) =>
      isNonEmptyText(raw[name]) &&
      (name !== 'valueType' || isNonEmptyText(raw.dataIndex) || Array.isArray(raw.columns)) &&
      (name !== 'tpl' || isNonEmptyText(raw.key)),
  );
  if (key !== undefined && key !== 'tpl' && isNonEmptyText(raw.tpl) && isNonEmptyText(raw.key)) return ['tpl', raw.tpl];
  return key === undefined ? undefined : [key, String(raw[key])];
}

/** Returns true for an object, and for a list with at least one object. */
const holdsObjects = (value: unknown): boolean => (Array.isArray(value) ? value.some(isObject) : isObject(value));

/** The standard key for each key of this dialect; null: the key is read elsewhere or ignored. */
const STANDARD_KEYS: Readonly<Record<string, string | null>> = {
  type: null,
  prop: null,
  value: 'defaultValue',
  dicData: 'options',
  dicUrl: 'url',
  detail: 'readonly',
  labelTip: 'help',
  tip: 'help',
  listType: 'list-type',
  display: null,
  dicMethod: 'method',
  arrow: null,
  collapse: null,
  default: 'defaultValue',
  initialValue: 'defaultValue',
  component: null,
  componentProps: null,
  option: 'options',
  tpl: null,
  valueType: null,
  text: null,
  children: null,
  title: null,
  field: null,
  model: null,
  key: null,
  dataIndex: null,
  dicOption: null,
};

/**
 * Reads flat elements with one key for their type: avue (`{ type, prop, label }`), form-js, definitions of columns,
 * templates, hand-written lists of fields. An element without a type is a text field.
 */
export const avue: Dialect = (raw, path) => {
  const [typeKey, type] = typeOf(raw) ?? [];
  const key = FIELD_KEY_NAMES.find((name) => isNonEmptyText(raw[name]));
  const label = ['label', 'title', 'text'].find((name) => isNonEmptyText(raw[name]));
  const hasLabel = label !== undefined;
  const isContainer =
    type !== undefined &&
    isElementName(type) &&
    (ELEMENT_LIST_KEYS.some((name) => holdsObjects(raw[name])) ||
      isNonEmptyText(raw.tpl) ||
      isNonEmptyText(raw.html) ||
      type === 'divider');
  const isElement =
    type === undefined
      ? (isNonEmptyText(raw.prop) || isNonEmptyText(raw.dataIndex)) && hasLabel
      : key !== undefined || hasLabel || isContainer;
  if (!isElement) return null;
  // in form-js every element has an `id`, even a static text, which is not a field
  const isStaticText = type === 'text' && isNonEmptyText(raw.text) && (key === undefined || key === 'id');
  const entries = new Map<string, LocatedValue>();
  const { put, putAll } = createCollector(entries);
  put('tag', type ?? 'input', type === undefined ? path : [...path, String(typeKey)]);
  if (key !== undefined) put('__vModel__', raw[key], [...path, key]);
  if (isStaticText) put('content', raw.text, [...path, 'text']);
  else if (label !== undefined) put('label', raw[label], [...path, label]);
  if (isNonEmptyText(raw.tpl) && typeKey !== 'tpl') put('content', raw.tpl, [...path, 'tpl']);
  if (raw.display === false) put('hidden', true, [...path, 'display']);
  if (isNonEmptyText(raw.dicUrl)) put('dataType', 'dynamic', [...path, 'dicUrl']);
  putAll(raw, path, STANDARD_KEYS);
  putAll(raw.componentProps, [...path, 'componentProps']);
  const children = isObject(raw.children)
    ? withPaths(raw.children.column, [...path, 'children', 'column'])
    : withPaths(raw.children, [...path, 'children']);
  if (children.length === 0 && isObject(raw.children)) put('panes', raw.children, [...path, 'children']);
  let standardTag: string | undefined;
  if (type === 'dynamic' || (type === 'list' && children.length > 0)) standardTag = 'subTable';
  else if (type === 'title') standardTag = 's-title';
  else if (type === 'text' && key !== undefined && hasLabel && !isStaticText) standardTag = 'input';
  return {
    entries,
    ...(children.length > 0 ? { children } : {}),
    ...(standardTag === undefined ? {} : { standardTag }),
  };
};
