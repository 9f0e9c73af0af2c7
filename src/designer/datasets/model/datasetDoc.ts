import type { Dataset } from '../../../grammar/documents.ts';
import type { SourceField } from './sourceFields.ts';

export type Group = NonNullable<Dataset['groupBy']>[number];
export type Measure = NonNullable<Dataset['measures']>[number];
export type Column = NonNullable<Dataset['columns']>[number];
export type Detail = NonNullable<Dataset['details']>[number];

/** A dataset as written in its text; unknown keys are kept. */
export type DatasetDoc = Partial<Omit<Dataset, 'from'>> & { from: string };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isAbsentOrList = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every(isObject));

/** Reads a dataset; null if the text is not a dataset that the design view can show. */
export function readDataset(text: string): DatasetDoc | null {
  try {
    const value = JSON.parse(text) as unknown;
    return isObject(value) &&
      typeof value.from === 'string' &&
      [value.groupBy, value.measures, value.columns, value.details, value.params].every(isAbsentOrList) &&
      [value.where, value.having].every((text) => text === undefined || typeof text === 'string')
      ? (value as unknown as DatasetDoc)
      : null;
  } catch {
    return null;
  }
}

/** Converts a dataset to text, without empty lists and keys without a value. */
export const textOfDataset = (doc: DatasetDoc): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(doc).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
    ),
    null,
    2,
  );

export const groupsOf = ({ groupBy }: DatasetDoc): readonly Group[] => groupBy ?? [];
export const measuresIn = ({ measures }: DatasetDoc): readonly Measure[] => measures ?? [];

/** Returns a key that the dataset does not use yet: the last name of a path, followed by a number if it is in use. */
export function unusedKey(
  { groupBy = [], measures = [], columns = [], details = [], params = [] }: DatasetDoc,
  path: string,
): string {
  const usedKeys = new Set([
    ...[...groupBy, ...measures, ...columns, ...details].map(({ key }) => key),
    ...params.map((param) => String((param as { __vModel__?: string }).__vModel__)),
  ]);
  const base = (path.split('.').at(-1) ?? '').replace(/[^\w-]/g, '').replace(/^[^A-Za-z]+/, '') || 'item';
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? base.slice(0, 60) : `${base.slice(0, 56)}${number}`;
    if (!usedKeys.has(candidate)) return candidate;
  }
}

const MAX_LABEL_LENGTH = 40;
/**
 * Returns a label: `before`, `name` and `after` joined. Shortens the name so that the label has at most
 * `MAX_LABEL_LENGTH` characters.
 */
export function labelFrom(name: string, { before = '', after = '' } = {}): string {
  const maxNameLength = MAX_LABEL_LENGTH - before.length - after.length;
  return before + [...name].slice(0, maxNameLength).join('') + after;
}

/** Adds a group by a field: dates by month, other fields by value. Does nothing if the dataset has such a group. */
export function addGroup(doc: DatasetDoc, field: SourceField): DatasetDoc {
  if (groupsOf(doc).some(({ of, by }) => of === field.path && (field.kind !== 'date' || by === 'month'))) return doc;
  const group: Group = {
    key: unusedKey(doc, field.path),
    of: field.path,
    label: labelFrom(field.name),
    ...(field.kind === 'date' ? { by: 'month' as const } : {}),
  };
  return { ...doc, groupBy: [...groupsOf(doc), group] };
}

/** Returns true if the unit or the name of a field says that its values are amounts of money. */
const isMoney = ({ unit, name }: SourceField): boolean =>
  unit === '元' || (unit === null && /金额|总额|合同额|费用|费$|款$|单价$/.test(name));

/** Adds a measure of a field: the sum of numbers, else the number of distinct values. */
export function addMeasure(doc: DatasetDoc, field: SourceField): DatasetDoc {
  const isNumber = field.kind === 'number';
  const measure: Measure = {
    key: unusedKey(doc, isNumber ? field.path : `${field.path}Count`),
    fn: isNumber ? 'sum' : 'distinct',
    of: field.path,
    label: labelFrom(field.name, isNumber ? {} : { after: '数' }),
    ...(isNumber && isMoney(field) ? { unit: '元', format: 'amount' as const } : {}),
    ...(isNumber && !isMoney(field) && field.unit !== null ? { unit: field.unit.slice(0, 10) } : {}),
  };
  return { ...doc, measures: [...measuresIn(doc), measure] };
}

/** Adds a measure that counts records. */
export const addCount = (doc: DatasetDoc): DatasetDoc => ({
  ...doc,
  measures: [...measuresIn(doc), { key: unusedKey(doc, 'count'), fn: 'count', label: '数量' }],
});

/** The figures that can be derived from a measure. */
export const DERIVED_FIGURES = [
  { id: 'share', label: '占比' },
  { id: 'running', label: '累计' },
  { id: 'previousPeriod', label: '上期（环比的基数）' },
  { id: 'yearAgo', label: '去年同期' },
  { id: 'growth', label: '同比增长率' },
] as const;
export type DerivedFigure = (typeof DERIVED_FIGURES)[number]['id'];

/** Returns true if two measures have the same result in the same period. */
const haveSameResult = (first: Measure, second: Measure): boolean =>
  (['fn', 'of', 'where', 'per'] as const).every((name) => JSON.stringify(first[name]) === JSON.stringify(second[name]));

/**
 * Adds a figure derived from the measure `source`: share, running total, value of an earlier period, or growth. Growth
 * is a column computed from `source` and its value of the previous year, which is also added if it is missing.
 */
export function addDerivedFigure(doc: DatasetDoc, source: Measure, derived: DerivedFigure): DatasetDoc {
  const name = source.label ?? source.key;
  const display = {
    ...(source.unit === undefined ? {} : { unit: source.unit }),
    ...(source.format === undefined ? {} : { format: source.format }),
  };
  const withMeasure = (measure: Measure): DatasetDoc => ({ ...doc, measures: [...measuresIn(doc), measure] });
  switch (derived) {
    case 'share':
      return withMeasure({
        key: unusedKey(doc, `${source.key}Share`),
        fn: 'share',
        of: source.key,
        label: labelFrom(name, { after: '占比' }),
        format: 'percent',
      });
    case 'running':
      return withMeasure({
        key: unusedKey(doc, `${source.key}Running`),
        fn: 'running',
        of: source.key,
        label: labelFrom(name, { before: '累计' }),
        ...display,
      });
    case 'previousPeriod':
      return withMeasure({
        ...source,
        key: unusedKey(doc, `${source.key}Before`),
        label: labelFrom(name, { before: '上期' }),
        compare: 'previousPeriod',
      });
    case 'yearAgo':
      return withMeasure({
        ...source,
        key: unusedKey(doc, `${source.key}LastYear`),
        label: labelFrom(name, { before: '去年同期' }),
        compare: 'yearAgo',
      });
    case 'growth': {
      const existingMeasure = measuresIn(doc).find(
        (measure) => measure.compare === 'yearAgo' && haveSameResult(measure, source),
      );
      const baseDoc = existingMeasure ? doc : addDerivedFigure(doc, source, 'yearAgo');
      const base = existingMeasure ?? (measuresIn(baseDoc).at(-1) as Measure);
      const column: Column = {
        key: unusedKey(baseDoc, `${source.key}Growth`),
        label: labelFrom(name, { after: '同比' }),
        computed: `(${source.key} - ${base.key}) / ${base.key}`,
        format: 'percent',
      };
      return { ...baseDoc, columns: [...(baseDoc.columns ?? []), column] };
    }
  }
}

const mentionsKey = (text: string, key: string): boolean =>
  new RegExp(String.raw`(?<![\w.])${key}(?![\w-])`).test(text);

/**
 * Removes a measure or column, with the shares, running totals and columns that are computed from it, also from the
 * order. Measures of an earlier period are kept, because they are computed from the field.
 */
export function removeFigure(doc: DatasetDoc, key: string): DatasetDoc {
  const removedKeys = new Set([key]);
  const measures = measuresIn(doc).filter((measure) => {
    const isDerived = measure.fn === 'share' || measure.fn === 'running';
    if (measure.key === key || (isDerived && measure.of === key)) removedKeys.add(measure.key);
    return !removedKeys.has(measure.key);
  });
  const columns = (doc.columns ?? []).filter((column) => {
    if ([...removedKeys].some((removedKey) => column.key === removedKey || mentionsKey(column.computed, removedKey)))
      removedKeys.add(column.key);
    return !removedKeys.has(column.key);
  });
  const order = (doc.order ?? []).filter((item) => !removedKeys.has(item.replace(/^-/, '')));
  return { ...doc, measures, columns, order };
}

/** Removes a group, also from the order. */
export const removeGroup = (doc: DatasetDoc, key: string): DatasetDoc => ({
  ...doc,
  groupBy: groupsOf(doc).filter((group) => group.key !== key),
  order: (doc.order ?? []).filter((item) => item.replace(/^-/, '') !== key),
});

export const changeGroup = (doc: DatasetDoc, key: string, changes: Partial<Group>): DatasetDoc => ({
  ...doc,
  groupBy: groupsOf(doc).map((group) => (group.key === key ? withoutUndefined({ ...group, ...changes }) : group)),
});

export const changeMeasure = (doc: DatasetDoc, key: string, changes: Partial<Measure>): DatasetDoc => ({
  ...doc,
  measures: measuresIn(doc).map((measure) =>
    measure.key === key ? withoutUndefined({ ...measure, ...changes }) : measure,
  ),
});

/** Changes the function of a measure. The unit and the format are removed if distinct values are counted. */
export const changeFunction = (doc: DatasetDoc, key: string, fn: Measure['fn']): DatasetDoc =>
  changeMeasure(doc, key, fn === 'distinct' ? { fn, unit: undefined, format: undefined } : { fn });

export const withoutUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, entryValue]) => entryValue !== undefined)) as T;

/** Returns a copy of the list with one item moved by one position; -1: towards the beginning. */
export function moveItem<T>(list: readonly T[], index: number, offset: -1 | 1): T[] {
  const next = [...list];
  const [item] = next.splice(index, 1);
  if (item !== undefined) next.splice(Math.max(0, Math.min(next.length, index + offset)), 0, item);
  return next;
}
