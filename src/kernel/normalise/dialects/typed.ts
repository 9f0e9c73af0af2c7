import type { Placed } from '../source.ts';
import { collector, isObject, isText, placeList, type Dialect } from './reading.ts';

const KEYS = ['prop', 'field', 'model', 'name', 'key', 'dataIndex', 'id'] as const;

const NAMES: Readonly<Record<string, string | null>> = {
  type: null, prop: null, value: 'defaultValue', dicData: 'options', dicUrl: 'url', detail: 'readonly', labelTip: 'help', tip: 'help', listType: 'list-type', display: null, dicMethod: 'method', arrow: null, collapse: null, default: 'defaultValue', initialValue: 'defaultValue',
  component: null, componentProps: null, children: null, title: null, field: null, model: null, key: null, dataIndex: null, dicOption: null,
};

/** `{ type, prop, label }` with everything flat: avue, and hand-written lists of fields. Without a type it is a text. */
export const typed: Dialect = (raw, path) => {
  const type = [raw.type, raw.component].find(isText);
  const key = KEYS.find((name) => isText(raw[name]));
  const isNamed = isText(raw.label) || isText(raw.title);
  if (type === undefined ? !(isText(raw.prop) && isNamed) : !(key !== undefined || isNamed)) return null;
  const entries = new Map<string, Placed>();
  const { put, putAll } = collector(entries);
  put('tag', type ?? 'input', type === undefined ? path : [...path, isText(raw.type) ? 'type' : 'component']);
  if (key !== undefined) put('__vModel__', raw[key], [...path, key]);
  put('label', raw.label, [...path, 'label']);
  put('label', raw.title, [...path, 'title']);
  if (raw.display === false) put('hidden', true, [...path, 'display']);
  if (isText(raw.dicUrl)) put('dataType', 'dynamic', [...path, 'dicUrl']);
  putAll(raw, path, NAMES);
  putAll(raw.componentProps, [...path, 'componentProps']);
  const inner = isObject(raw.children) ? placeList(raw.children.column, [...path, 'children', 'column']) : placeList(raw.children, [...path, 'children']);
  const as = type === 'dynamic' ? 'subTable' : type === 'title' ? 's-title' : undefined;
  return { entries, ...(inner.length > 0 ? { children: inner } : {}), ...(as === undefined ? {} : { as }) };
};
