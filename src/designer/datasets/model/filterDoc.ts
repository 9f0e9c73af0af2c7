import { namePathsIn, parseTree } from '../../../expressions/index.ts';
import { unusedKey, type DatasetDoc } from './datasetDoc.ts';
import { readFilters, whereOf, type Filter } from './filters.ts';
import type { SourceField } from './sourceFields.ts';

type Param = NonNullable<DatasetDoc['params']>[number];

const keyOfParam = (param: Param): string => String((param as { __vModel__?: unknown }).__vModel__ ?? '');

/** Returns all texts inside a value. For a dataset, its expressions are among them. */
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

/**
 * Returns those `keys` of parameters that the texts read. A text that cannot be parsed is searched for `params.<key>`.
 */
function parametersRead(keys: readonly string[], texts: readonly string[]): ReadonlySet<string> {
  const readKeys = texts.flatMap((text) =>
    isExpression(text)
      ? namePathsIn(text).flatMap(([first, key]) => (first === 'params' && key !== undefined ? [key] : []))
      : keys.filter((key) => text.includes(`params.${key}`)),
  );
  return new Set(readKeys);
}

/**
 * Removes the parameters that the expressions of a dataset read before a change and do not read after it; otherwise
 * viewers would be asked for a value without any effect. Removes nothing while an expression is not typed completely.
 */
export function withoutUnreadParams(before: DatasetDoc, after: DatasetDoc): DatasetDoc {
  const { params = [], ...rest } = after;
  if (params.length === 0) return after;
  const { params: _params, ...restBefore } = before;
  const [oldTexts, texts] = [textsIn(restBefore), textsIn(rest)];
  const keys = params.map(keyOfParam);
  const [oldKeys, newKeys] = [parametersRead(keys, oldTexts), parametersRead(keys, texts)];
  const unreadKeys = keys.filter((key) => oldKeys.has(key) && !newKeys.has(key));
  if (unreadKeys.length === 0) return after;
  const changedTexts = texts.filter((text) => text.trim() !== '' && !oldTexts.includes(text));
  const oldNames = new Set(oldTexts.flatMap(namePathsIn).map(([first]) => first));
  // true for an incomplete or misspelt reference to a parameter: `params.` with an unknown key, or an unread key after
  // a name that the dataset did not use before (`param.year` instead of `params.year`)
  const isHalfTyped = ([first = '', ...members]: readonly string[]): boolean =>
    first === 'params'
      ? !keys.includes(members[0] ?? '')
      : !oldNames.has(first) && unreadKeys.includes(members[0] ?? '');
  if (changedTexts.some((text) => !isExpression(text) || namePathsIn(text).some(isHalfTyped))) return after;
  return { ...after, params: params.filter((param) => !unreadKeys.includes(keyOfParam(param))) };
}

/** Sets the filters. */
export const withFilters = (doc: DatasetDoc, filters: readonly Filter[]): DatasetDoc => ({
  ...doc,
  where: whereOf(filters),
});

/** Creates a parameter for a field; null if there is no control for the kind of the field. */
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
  const nextFilters =
    index === null
      ? [...filters, parameterFilter]
      : filters.map((filter, position) => (position === index ? parameterFilter : filter));
  const filteredDoc = withFilters(doc, nextFilters);
  return { ...filteredDoc, params: [...(filteredDoc.params ?? []), param] };
}

/** Creates a filter by a field, with the most frequent condition for its kind and the initial value. */
export function createFilter(field: SourceField): Filter {
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
  return withFilters(doc, [...filters, createFilter(field)]);
}
