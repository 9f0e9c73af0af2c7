import { namePathsIn, parseTree } from '../../../expressions/index.ts';
import { unusedKey, type DatasetDoc } from './datasetDoc.ts';
import { readFilters, whereOf, type Filter } from './filters.ts';
import type { SourceField } from './sourceFields.ts';

type Param = NonNullable<DatasetDoc['params']>[number];

const keyOfParam = (param: Param): string => String((param as { __vModel__?: unknown }).__vModel__ ?? '');

/** Returns all texts in a value; among those of a dataset are its expressions. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

function isExpression(text: string): boolean {
  try {
    parseTree(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the keys of the parameters that the texts read. In a text that does not parse, they are looked for by name. */
function readAmong(keys: readonly string[], texts: readonly string[]): ReadonlySet<string> {
  const read = texts.flatMap((text) =>
    isExpression(text)
      ? namePathsIn(text).flatMap(([first, key]) => (first === 'params' && key !== undefined ? [key] : []))
      : keys.filter((key) => text.includes(`params.${key}`)),
  );
  return new Set(read);
}

/**
 * Removes the parameters that the expressions of a dataset read before a change and no longer read; otherwise viewers
 * would be asked for a value that changes nothing. Removes none while an expression is only half typed.
 */
export function withoutUnreadParams(before: DatasetDoc, after: DatasetDoc): DatasetDoc {
  const { params: all = [], ...rest } = after;
  if (all.length === 0) return after;
  const { params: _params, ...restBefore } = before;
  const [oldTexts, texts] = [textsIn(restBefore), textsIn(rest)];
  const keys = all.map(keyOfParam);
  const [oldKeys, newKeys] = [readAmong(keys, oldTexts), readAmong(keys, texts)];
  const unread = keys.filter((key) => oldKeys.has(key) && !newKeys.has(key));
  if (unread.length === 0) return after;
  const changedTexts = texts.filter((text) => text.trim() !== '' && !oldTexts.includes(text));
  const oldNames = new Set(oldTexts.flatMap(namePathsIn).map(([first]) => first));
  // the name of a parameter that does not exist, or of a parameter under a name that nothing else reads
  const isHalfTyped = ([first = '', ...members]: readonly string[]): boolean =>
    first === 'params' ? !keys.includes(members[0] ?? '') : !oldNames.has(first) && unread.includes(members[0] ?? '');
  if (changedTexts.some((text) => !isExpression(text) || namePathsIn(text).some(isHalfTyped))) return after;
  return { ...after, params: all.filter((param) => !unread.includes(keyOfParam(param))) };
}

/** Sets the filters. */
export const withFilters = (doc: DatasetDoc, filters: readonly Filter[]): DatasetDoc => ({
  ...doc,
  where: whereOf(filters),
});

/** A parameter for a field; null if there is no control for its kind. */
function paramFor(field: SourceField, key: string): Param | null {
  const base = { __vModel__: key, label: field.name };
  switch (field.kind) {
    case 'date':
      return { tag: 'el-date-picker', ...base, type: 'daterange', defaultValue: 'thisYear()' };
    case 'dept':
      return { tag: 'deptSelector', ...base };
    case 'person':
      return { tag: 'userSelector', ...base };
    case 'choice':
      return field.dictionary === null
        ? { tag: 'el-select', ...base, clearable: true, __slot__: { options: field.options ?? [] } }
        : { tag: 'el-select', ...base, clearable: true, isDict: '1', dictCode: field.dictionary };
    default:
      return null;
  }
}

/** Returns true if the viewer can select the value of a filter by this field. */
export const canBeParameter = ({ kind }: SourceField): boolean => ['date', 'dept', 'person', 'choice'].includes(kind);

/**
 * Adds a filter whose value the viewer selects, with its parameter. `index`: the filter to replace; null: a new filter.
 */
export function addParameterFilter(doc: DatasetDoc, field: SourceField, index: number | null): DatasetDoc {
  const filters = readFilters(doc.where);
  const param = paramFor(field, unusedKey(doc, field.path));
  if (filters === null || !param) return doc;
  const parameterFilter: Filter = {
    kind: 'asked',
    path: field.path,
    param: keyOfParam(param),
    isPeriod: field.kind === 'date',
  };
  const next =
    index === null
      ? [...filters, parameterFilter]
      : filters.map((filter, position) => (position === index ? parameterFilter : filter));
  const filtered = withFilters(doc, next);
  return { ...filtered, params: [...(filtered.params ?? []), param] };
}

/** Creates a filter by a field, with the most frequent condition for its kind and the initial value. */
export function filterOf(field: SourceField): Filter {
  const compare = (op: '>' | '==' | 'filled', value: string | number | boolean): Filter => ({
    kind: 'compare',
    path: field.path,
    op,
    value,
  });
  switch (field.kind) {
    case 'date':
      return { kind: 'period', path: field.path, period: 'thisYear()' };
    case 'number':
      return compare('>', 0);
    case 'yesNo':
      return compare('==', true);
    case 'choice': {
      const value = field.options?.[0]?.value;
      return compare('==', typeof value === 'number' || typeof value === 'boolean' ? value : String(value ?? ''));
    }
    default:
      return compare('filled', '');
  }
}

/** Adds a filter by a field; the viewer selects the value of a department, person or choice. */
export function addFilter(doc: DatasetDoc, field: SourceField): DatasetDoc {
  const filters = readFilters(doc.where);
  if (filters === null) return doc;
  if (field.kind === 'dept' || field.kind === 'person' || field.kind === 'choice')
    return addParameterFilter(doc, field, null);
  return withFilters(doc, [...filters, filterOf(field)]);
}
