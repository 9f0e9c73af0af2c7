import type { LocatedValue } from '../source.ts';
import { createCollector, isObject, isNonEmptyText, withPaths, type Dialect } from './dialect.ts';

/**
 * Reads elements `{ name | componentName, id, title, props }` as process designers write them in forms. Inner elements
 * are under `props.items`, `props.columns` or `children`. Keys that are mapped to null are not copied.
 */
export const processDesigner: Dialect = (raw, path) => {
  const nameKey = ['componentName', 'name'].find((key) => isNonEmptyText(raw[key]));
  if (nameKey === undefined || raw.type !== undefined || !isObject(raw.props)) return null;
  const entries = new Map<string, LocatedValue>();
  const { put, putAll } = createCollector(entries);
  const { props } = raw;
  const propsPath = [...path, 'props'];
  put('tag', raw[nameKey], [...path, nameKey]);
  put(
    '__vModel__',
    isNonEmptyText(raw.id) ? raw.id : props.id,
    isNonEmptyText(raw.id) ? [...path, 'id'] : [...propsPath, 'id'],
  );
  put('label', raw.title, [...path, 'title']);
  if (isNonEmptyText(raw.value) || typeof raw.value === 'number') put('defaultValue', raw.value, [...path, 'value']);
  putAll(props, propsPath, {
    id: null,
    items: null,
    columns: null,
    showChinese: 'isCapital',
    maxSize: 'fileSize',
    maxNumber: 'limit',
  });
  putAll(raw, path, {
    props: null,
    name: null,
    componentName: null,
    id: null,
    title: null,
    value: null,
    children: null,
  });
  const children = [
    ...withPaths(props.items, [...propsPath, 'items']),
    ...withPaths(props.columns, [...propsPath, 'columns']),
    ...withPaths(raw.children, [...path, 'children']),
  ].filter(({ value }) => isObject(value));
  // some process designers prefix the names: `DDSelectField` for `SelectField`
  const tagWithoutPrefix = String(raw[nameKey]).replace(/^DD(?=[A-Z])/, '');
  return {
    entries,
    ...(children.length > 0 ? { children } : {}),
    ...(tagWithoutPrefix === raw[nameKey] ? {} : { standardTag: tagWithoutPrefix }),
  };
};
