import { freeKey, type DatasetDoc } from './datasetDoc.ts';
import { readFilters, whereOf, type Filter } from './filters.ts';
import type { SourceField } from './sourceFields.ts';

type Param = NonNullable<DatasetDoc['params']>[number];

const keyOfParam = (param: Param): string => String((param as { __vModel__?: unknown }).__vModel__ ?? '');

/** Writes the filters, and takes away parameters that nothing names any more. */
export function withFilters(doc: DatasetDoc, filters: readonly Filter[]): DatasetDoc {
  const where = whereOf(filters);
  const before = (readFilters(doc.where) ?? []).flatMap((filter) => (filter.kind === 'asked' ? [filter.param] : []));
  const now = new Set(filters.flatMap((filter) => (filter.kind === 'asked' ? [filter.param] : [])));
  const gone = new Set(before.filter((param) => !now.has(param)));
  const { where: _where, ...rest } = doc;
  return {
    ...rest,
    ...(where === undefined ? {} : { where }),
    params: (doc.params ?? []).filter((param) => !gone.has(keyOfParam(param))),
  };
}

/** What those who look choose with; null where there is no control for the kind. */
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

export const mayBeAsked = ({ kind }: SourceField): boolean => ['date', 'dept', 'person', 'choice'].includes(kind);

/** Whoever looks chooses the value: adds the parameter, and the filter in its place (or as a new one). */
export function askFor(doc: DatasetDoc, field: SourceField, index: number | null): DatasetDoc {
  const filters = readFilters(doc.where);
  const param = paramFor(field, freeKey(doc, field.path));
  if (filters === null || !param) return doc;
  const asked: Filter = { kind: 'asked', path: field.path, param: keyOfParam(param), isPeriod: field.kind === 'date' };
  const next = index === null ? [...filters, asked] : filters.map((filter, at) => (at === index ? asked : filter));
  const written = withFilters(doc, next);
  return { ...written, params: [...(written.params ?? []), param] };
}

/** The first filter of a field: what is most often wanted of its kind. */
export function addFilter(doc: DatasetDoc, field: SourceField): DatasetDoc {
  const filters = readFilters(doc.where);
  if (filters === null) return doc;
  if (field.kind === 'dept' || field.kind === 'person' || field.kind === 'choice') return askFor(doc, field, null);
  const compare = (op: '>' | '==' | 'filled', value: string | number | boolean): Filter => ({
    kind: 'compare',
    path: field.path,
    op,
    value,
  });
  const filter: Filter =
    field.kind === 'date'
      ? { kind: 'period', path: field.path, period: 'thisYear()' }
      : field.kind === 'number'
        ? compare('>', 0)
        : field.kind === 'yesNo'
          ? compare('==', true)
          : compare('filled', '');
  return withFilters(doc, [...filters, filter]);
}
