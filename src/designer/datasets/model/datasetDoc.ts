import type { Dataset } from '../../../grammar/documents.ts';
import type { SourceField } from './sourceFields.ts';

export type Group = NonNullable<Dataset['groupBy']>[number];
export type Measure = NonNullable<Dataset['measures']>[number];
export type Column = NonNullable<Dataset['columns']>[number];

/** A dataset as its text says it; what the designer does not know stays as it is. */
export type DatasetDoc = Partial<Omit<Dataset, 'from'>> & { from: string };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.every(isObject));

/** Null where the text is no dataset that could be shown. */
export function readDataset(text: string): DatasetDoc | null {
  try {
    const value = JSON.parse(text) as unknown;
    return isObject(value) &&
      typeof value.from === 'string' &&
      [value.groupBy, value.measures, value.columns, value.params].every(isList) &&
      (value.where === undefined || typeof value.where === 'string')
      ? (value as unknown as DatasetDoc)
      : null;
  } catch {
    return null;
  }
}

/** Lists that hold nothing, and keys without a value, are not written. */
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

/** A key that nothing else in the dataset has, made of the last name of a path. */
export function freeKey({ groupBy = [], measures = [], columns = [], params = [] }: DatasetDoc, path: string): string {
  const taken = new Set([
    ...[...groupBy, ...measures, ...columns].map(({ key }) => key),
    ...params.map((param) => String((param as { __vModel__?: string }).__vModel__)),
  ]);
  const wanted = (path.split('.').at(-1) ?? '').replace(/[^\w-]/g, '').replace(/^[^A-Za-z]+/, '') || 'item';
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? wanted.slice(0, 60) : `${wanted.slice(0, 56)}${count}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** Groups by a field: dates by month, anything else by its value. A field that groups already is not added again. */
export function addGroup(doc: DatasetDoc, field: SourceField): DatasetDoc {
  if (groupsOf(doc).some(({ of, by }) => of === field.path && (field.kind !== 'date' || by === 'month'))) return doc;
  const group: Group = {
    key: freeKey(doc, field.path),
    of: field.path,
    label: field.name,
    ...(field.kind === 'date' ? { by: 'month' as const } : {}),
  };
  return { ...doc, groupBy: [...groupsOf(doc), group] };
}

const isMoney = ({ unit, name }: SourceField): boolean =>
  unit === '元' || (unit === null && /金额|总额|合同额|费用|费$|款$|单价$/.test(name));

/** Measures a field: numbers are added up, of anything else the different values are counted. */
export function addMeasure(doc: DatasetDoc, field: SourceField): DatasetDoc {
  const isNumber = field.kind === 'number';
  const measure: Measure = {
    key: freeKey(doc, isNumber ? field.path : `${field.path}Count`),
    fn: isNumber ? 'sum' : 'distinct',
    of: field.path,
    label: isNumber ? field.name : `${field.name}数`,
    ...(isNumber && isMoney(field) ? { unit: '元', format: 'amount' as const } : {}),
    ...(isNumber && !isMoney(field) && field.unit !== null ? { unit: field.unit.slice(0, 10) } : {}),
  };
  return { ...doc, measures: [...measuresIn(doc), measure] };
}

export const addCount = (doc: DatasetDoc): DatasetDoc => ({
  ...doc,
  measures: [...measuresIn(doc), { key: freeKey(doc, 'count'), fn: 'count', label: '数量' }],
});

export const EXTRAS = [
  { id: 'share', label: '占比' },
  { id: 'running', label: '累计' },
  { id: 'previousPeriod', label: '上期（环比的基数）' },
  { id: 'yearAgo', label: '去年同期' },
  { id: 'growth', label: '同比增长率' },
] as const;
export type Extra = (typeof EXTRAS)[number]['id'];

/** What is often wanted beside a sum: its share, its running total, what it was before. */
export function addExtra(doc: DatasetDoc, of: Measure, extra: Extra): DatasetDoc {
  const name = of.label ?? of.key;
  const shown = {
    ...(of.unit === undefined ? {} : { unit: of.unit }),
    ...(of.format === undefined ? {} : { format: of.format }),
  };
  const plus = (measure: Measure): DatasetDoc => ({ ...doc, measures: [...measuresIn(doc), measure] });
  switch (extra) {
    case 'share':
      return plus({
        key: freeKey(doc, `${of.key}Share`),
        fn: 'share',
        of: of.key,
        label: `${name}占比`,
        format: 'percent',
      });
    case 'running':
      return plus({ key: freeKey(doc, `${of.key}Running`), fn: 'running', of: of.key, label: `累计${name}`, ...shown });
    case 'previousPeriod':
      return plus({ ...of, key: freeKey(doc, `${of.key}Before`), label: `上期${name}`, compare: 'previousPeriod' });
    case 'yearAgo':
      return plus({ ...of, key: freeKey(doc, `${of.key}LastYear`), label: `去年同期${name}`, compare: 'yearAgo' });
    case 'growth': {
      const known = measuresIn(doc).find(
        ({ compare, of: field, fn }) => compare === 'yearAgo' && field === of.of && fn === of.fn,
      );
      const based = known ? doc : addExtra(doc, of, 'yearAgo');
      const base = known ?? (measuresIn(based).at(-1) as Measure);
      const column: Column = {
        key: freeKey(based, `${of.key}Growth`),
        label: `${name}同比`,
        computed: `(${of.key} - ${base.key}) / ${base.key}`,
        format: 'percent',
      };
      return { ...based, columns: [...(based.columns ?? []), column] };
    }
  }
}

const names = (text: string, key: string): boolean => new RegExp(String.raw`(?<![\w.])${key}(?![\w-])`).test(text);

/** Takes a measure or column away, with what is calculated from it. */
export function removeFigure(doc: DatasetDoc, key: string): DatasetDoc {
  const gone = new Set([key]);
  const measures = measuresIn(doc).filter((one) => {
    const isDerived = one.fn === 'share' || one.fn === 'running';
    if (one.key === key || (isDerived && one.of === key)) gone.add(one.key);
    return !gone.has(one.key);
  });
  const columns = (doc.columns ?? []).filter((column) => {
    if ([...gone].some((one) => column.key === one || names(column.computed, one))) gone.add(column.key);
    return !gone.has(column.key);
  });
  const order = (doc.order ?? []).filter((one) => !gone.has(one.replace(/^-/, '')));
  return { ...doc, measures, columns, order };
}

/** Takes a group away, and the order that named it. */
export const removeGroup = (doc: DatasetDoc, key: string): DatasetDoc => ({
  ...doc,
  groupBy: groupsOf(doc).filter((group) => group.key !== key),
  order: (doc.order ?? []).filter((one) => one.replace(/^-/, '') !== key),
});

export const changeGroup = (doc: DatasetDoc, key: string, part: Partial<Group>): DatasetDoc => ({
  ...doc,
  groupBy: groupsOf(doc).map((group) => (group.key === key ? withoutNothing({ ...group, ...part }) : group)),
});

export const changeMeasure = (doc: DatasetDoc, key: string, part: Partial<Measure>): DatasetDoc => ({
  ...doc,
  measures: measuresIn(doc).map((measure) => (measure.key === key ? withoutNothing({ ...measure, ...part }) : measure)),
});

const withoutNothing = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;

/** Puts a thing of a list before or behind its neighbour. */
export function moved<T>(list: readonly T[], index: number, by: -1 | 1): T[] {
  const next = [...list];
  const [one] = next.splice(index, 1);
  if (one !== undefined) next.splice(Math.max(0, Math.min(next.length, index + by)), 0, one);
  return next;
}
