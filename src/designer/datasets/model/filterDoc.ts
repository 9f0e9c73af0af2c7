import { unusedKey, type DatasetDoc } from './datasetDoc.ts';
import { readFilters, whereOf, type Filter } from './filters.ts';
import type { SourceField } from './sourceFields.ts';

type Param = NonNullable<DatasetDoc['params']>[number];

const keyOfParam = (param: Param): string => String((param as { __vModel__?: unknown }).__vModel__ ?? '');

/** Returns the text of all expressions of a dataset. */
function expressionText({ params: _params, ...rest }: DatasetDoc): string {
  // JSON writes a line break or a tab of an expression as a backslash with a letter, which is no part of a name
  return JSON.stringify(rest).replaceAll(/\\[nrt]/g, ' ');
}

/** Returns the keys of the parameters that expressions read. */
const readParams = (text: string): string[] =>
  [...text.matchAll(/(?<![\w.])params\.([\w-]*)/g)].map(([, key = '']) => key);

/**
 * Removes the parameters that the expressions of a dataset read before a change and no longer read; otherwise viewers
 * would be asked for a value that changes nothing. Removes none while the name of a parameter is only half typed.
 */
export function withoutUnreadParams(before: DatasetDoc, after: DatasetDoc): DatasetDoc {
  const all = after.params ?? [];
  const text = expressionText(after);
  const [oldKeys, keys] = [new Set(readParams(expressionText(before))), new Set(readParams(text))];
  const knownKeys = new Set(all.map(keyOfParam));
  if ([...keys].some((key) => !knownKeys.has(key))) return after;
  const isRead = (key: string): boolean =>
    !oldKeys.has(key) || keys.has(key) || text.split(/[^\w.-]+/).some((word) => word.endsWith(`.${key}`));
  const params = all.filter((param) => isRead(keyOfParam(param)));
  return params.length === all.length ? after : { ...after, params };
}

/** Sets the condition on the records and removes the parameters that nothing reads any more. */
export function withWhere(doc: DatasetDoc, where: string | undefined): DatasetDoc {
  const { where: _where, ...rest } = doc;
  return withoutUnreadParams(doc, where === undefined ? rest : { ...rest, where });
}

/** Sets the filters and removes the parameters that nothing reads any more. */
export const withFilters = (doc: DatasetDoc, filters: readonly Filter[]): DatasetDoc =>
  withWhere(doc, whereOf(filters));

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
