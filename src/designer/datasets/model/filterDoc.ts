import { unusedKey, type DatasetDoc } from './datasetDoc.ts';
import { readFilters, whereOf, type Filter } from './filters.ts';
import type { SourceField } from './sourceFields.ts';

type Param = NonNullable<DatasetDoc['params']>[number];

const keyOfParam = (param: Param): string => String((param as { __vModel__?: unknown }).__vModel__ ?? '');

/** Sets the filters and removes parameters that no filter uses. */
export function withFilters(doc: DatasetDoc, filters: readonly Filter[]): DatasetDoc {
  const where = whereOf(filters);
  const oldParams = (readFilters(doc.where) ?? []).flatMap((filter) => (filter.kind === 'asked' ? [filter.param] : []));
  const newParams = new Set(filters.flatMap((filter) => (filter.kind === 'asked' ? [filter.param] : [])));
  const removedParams = new Set(oldParams.filter((param) => !newParams.has(param)));
  const { where: _where, ...rest } = doc;
  return {
    ...rest,
    ...(where === undefined ? {} : { where }),
    params: (doc.params ?? []).filter((param) => !removedParams.has(keyOfParam(param))),
  };
}

/** Creates a parameter for a field; null if there is no control for its kind. */
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
