import type { Placed } from '../source.ts';
import { isElementName } from '../tags.ts';
import { collector, isObject, isText, placeList, type Dialect, type Raw } from './reading.ts';

const KEYS = ['prop', 'field', 'model', 'name', 'key', 'dataIndex', 'id'] as const;

/** Where those that hold others keep them, beside `children`. */
const LISTS = ['body', 'items', 'tabs', 'steps', 'columns', 'controls', 'components', 'fields', 'form'] as const;

/** What says the kind: `type`, a component, the kind of value a column has, the name of a template. */
function typeOf(raw: Raw): [key: string, type: string] | undefined {
  const key = ['type', 'component', 'valueType', 'tpl'].find(
    (name) =>
      isText(raw[name]) &&
      (name !== 'valueType' || isText(raw.dataIndex) || Array.isArray(raw.columns)) &&
      (name !== 'tpl' || isText(raw.key)),
  );
  if (key !== undefined && key !== 'tpl' && isText(raw.tpl) && isText(raw.key)) return ['tpl', raw.tpl];
  return key === undefined ? undefined : [key, String(raw[key])];
}

const holdsObjects = (value: unknown): boolean => (Array.isArray(value) ? value.some(isObject) : isObject(value));

const NAMES: Readonly<Record<string, string | null>> = {
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

/** `{ type, prop, label }` with everything flat: avue, and hand-written lists of fields. Without a type it is a text. */
export const avue: Dialect = (raw, path) => {
  const [typeKey, type] = typeOf(raw) ?? [];
  const key = KEYS.find((name) => isText(raw[name]));
  const label = ['label', 'title', 'text'].find((name) => isText(raw[name]));
  const isNamed = label !== undefined;
  const isAround =
    type !== undefined &&
    isElementName(type) &&
    (LISTS.some((name) => holdsObjects(raw[name])) || isText(raw.tpl) || isText(raw.html) || type === 'divider');
  if (
    type === undefined
      ? !((isText(raw.prop) || isText(raw.dataIndex)) && isNamed)
      : !(key !== undefined || isNamed || isAround)
  )
    return null;
  // form-js: words to read, which have an id as every element has
  const isWords = type === 'text' && isText(raw.text) && (key === undefined || key === 'id');
  const entries = new Map<string, Placed>();
  const { put, putAll } = collector(entries);
  put('tag', type ?? 'input', type === undefined ? path : [...path, String(typeKey)]);
  if (key !== undefined) put('__vModel__', raw[key], [...path, key]);
  if (isWords) put('content', raw.text, [...path, 'text']);
  else if (label !== undefined) put('label', raw[label], [...path, label]);
  if (isText(raw.tpl) && typeKey !== 'tpl') put('content', raw.tpl, [...path, 'tpl']);
  if (raw.display === false) put('hidden', true, [...path, 'display']);
  if (isText(raw.dicUrl)) put('dataType', 'dynamic', [...path, 'dicUrl']);
  putAll(raw, path, NAMES);
  putAll(raw.componentProps, [...path, 'componentProps']);
  const inner = isObject(raw.children)
    ? placeList(raw.children.column, [...path, 'children', 'column'])
    : placeList(raw.children, [...path, 'children']);
  if (inner.length === 0 && isObject(raw.children)) put('panes', raw.children, [...path, 'children']);
  const as =
    type === 'dynamic'
      ? 'subTable'
      : type === 'title'
        ? 's-title'
        : type === 'text' && key !== undefined && isNamed && !isWords
          ? 'input'
          : type === 'list' && inner.length > 0
            ? 'subTable'
            : undefined;
  return { entries, ...(inner.length > 0 ? { children: inner } : {}), ...(as === undefined ? {} : { as }) };
};
