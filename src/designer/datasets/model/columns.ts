import type { FieldInfo } from '../../flow/panel/design.ts';
import type { Formula } from '../../canvas/model/formulas.ts';
import {
  groupsOf,
  labelFrom,
  measuresIn,
  unusedKey,
  withoutUndefined,
  type Column,
  type DatasetDoc,
  type Detail,
} from './datasetDoc.ts';
import type { SourceField } from './sourceFields.ts';

/** Returns the details of a dataset: values of single records. */
export const detailsOf = ({ details }: DatasetDoc): readonly Detail[] => details ?? [];
/** Returns the calculated columns of a dataset: values computed from measures. */
export const columnsOf = ({ columns }: DatasetDoc): readonly Column[] => columns ?? [];

/** Adds a detail for a field. An existing detail is not added again. */
export function addDetail(doc: DatasetDoc, { path, name }: SourceField): DatasetDoc {
  if (detailsOf(doc).some(({ of }) => of === path)) return doc;
  return { ...doc, details: [...detailsOf(doc), { key: unusedKey(doc, path), of: path, label: labelFrom(name) }] };
}

/** Adds a detail that is computed from fields of the record. */
export const addComputedDetail = (doc: DatasetDoc, formula: string, label: string): DatasetDoc => ({
  ...doc,
  details: [...detailsOf(doc), { key: unusedKey(doc, 'value'), of: formula, label: labelFrom(label) }],
});

export const changeDetail = (doc: DatasetDoc, key: string, changes: Partial<Detail>): DatasetDoc => ({
  ...doc,
  details: detailsOf(doc).map((detail) => (detail.key === key ? withoutUndefined({ ...detail, ...changes }) : detail)),
});

/** Removes a detail, also from the order. */
export const removeDetail = (doc: DatasetDoc, key: string): DatasetDoc => ({
  ...doc,
  details: detailsOf(doc).filter((detail) => detail.key !== key),
  order: (doc.order ?? []).filter((item) => item.replace(/^-/, '') !== key),
});

/** Adds a calculated column; label and format depend on its formula. */
export const addColumn = (
  doc: DatasetDoc,
  computed: string,
  { id, name }: Pick<Formula, 'id' | 'name'>,
): DatasetDoc => ({
  ...doc,
  columns: [
    ...columnsOf(doc),
    {
      key: unusedKey(doc, PERCENT_FORMULAS.has(id) ? 'rate' : 'computed'),
      label: labelFrom(name),
      computed,
      ...(PERCENT_FORMULAS.has(id) ? { format: 'percent' as const } : {}),
    },
  ],
});

export const changeColumn = (doc: DatasetDoc, key: string, changes: Partial<Column>): DatasetDoc => ({
  ...doc,
  columns: columnsOf(doc).map((column) => (column.key === key ? withoutUndefined({ ...column, ...changes }) : column)),
});

/**
 * Returns the measures and calculated columns with their names; the number of records if the dataset has no measure.
 */
export function figuresOf(doc: DatasetDoc): { key: string; label: string }[] {
  const measures = measuresIn(doc);
  return [...(measures.length > 0 ? measures : [{ key: 'count', label: '数量' }]), ...columnsOf(doc)].map(
    ({ key, label }) => ({ key, label: label ?? key }),
  );
}

const infoOf = (key: string, label: string, type: FieldInfo['type']): FieldInfo => ({
  key,
  label,
  tag: '',
  type,
  options: null,
  columns: null,
});

/**
 * Returns the figures and groups that the expression of a column may read: only figures before the column. Without
 * `columnKey`, returns those that the condition on the groups may read.
 */
export function figureInfos(doc: DatasetDoc, columnKey?: string): FieldInfo[] {
  const figures = figuresOf(doc);
  const columnIndex = figures.findIndex(({ key }) => key === columnKey);
  return [
    ...(columnIndex === -1 ? figures : figures.slice(0, columnIndex)).map(({ key, label }) =>
      infoOf(key, label, 'double'),
    ),
    ...groupsOf(doc).map(({ key, label }) => infoOf(key, label ?? key, 'string')),
  ];
}

/** Converts the fields of a source to the fields that expressions may read. */
export const fieldInfos = (fields: readonly SourceField[]): FieldInfo[] =>
  fields.map(({ path, label, kind, options }) => ({
    ...infoOf(path, label, kind === 'number' ? 'double' : kind === 'yesNo' ? 'bool' : 'string'),
    ...(kind === 'date' ? { isDate: true } : {}),
    options,
  }));

const twoNumbers = (first: string, second: string): Formula['parts'] => [
  { name: first, kind: 'number' },
  { name: second, kind: 'number' },
];

/** Formulas over figures. A division by 0 gives no value. */
export const FIGURE_FORMULAS: readonly Formula[] = [
  { id: 'rate', name: '比率（百分比）', parts: twoNumbers('分子', '分母'), buildExpression: ([a, b]) => `${a} / ${b}` },
  {
    id: 'growth',
    name: '增长率（百分比）',
    parts: twoNumbers('现值', '原值'),
    buildExpression: ([a, b]) => `(${a} - ${b}) / ${b}`,
  },
  {
    id: 'ratio',
    name: '两数相除（如单价）',
    parts: twoNumbers('数', '除以'),
    buildExpression: ([a, b]) => `${a} / ${b}`,
  },
  { id: 'minus', name: '两数相减', parts: twoNumbers('数', '减'), buildExpression: ([a, b]) => `${a} - ${b}` },
  { id: 'plus', name: '两数相加', parts: twoNumbers('数', '加'), buildExpression: ([a, b]) => `${a} + ${b}` },
  { id: 'times', name: '两数相乘', parts: twoNumbers('数', '乘'), buildExpression: ([a, b]) => `${a} * ${b}` },
];
const PERCENT_FORMULAS: ReadonlySet<string> = new Set(['rate', 'growth']);

/** Formulas over the fields of one record. */
export const RECORD_FORMULAS: readonly Formula[] = [
  {
    id: 'left',
    name: '距某个日期还有几天',
    parts: [{ name: '日期', kind: 'date' }],
    buildExpression: ([date]) => `daysUntil(${date})`,
  },
  {
    id: 'days',
    name: '两个日期相差的天数',
    parts: [
      { name: '从', kind: 'date' },
      { name: '到', kind: 'date' },
    ],
    buildExpression: ([from, to]) => `daysBetween(${from}, ${to})`,
  },
  ...FIGURE_FORMULAS.filter(({ id }) => ['minus', 'plus', 'times', 'ratio'].includes(id)),
];
