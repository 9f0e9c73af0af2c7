import { isDerived, type DatasetDetail, type DatasetGroup, type DatasetMeasure } from '../../domain/dataset.ts';
import { staticOptions } from '../../kernel/index.ts';
import type { Grouping } from './statement/groupings.ts';
import { type DatePart } from './datasetPart.ts';
import type { SqlValue } from '../celSql/index.ts';
import { endOfDatasetPath, type PathEnd, type DatasetShape } from './datasetShape.ts';

/** Label of the records that have no value in a group. */
export const EMPTY_GROUP_LABEL = '未填写';

const PERIOD_LABELS: Readonly<Record<DatePart, (key: string) => string>> = {
  year: (key) => `${key}年`,
  quarter: (key) => key.replace(/-Q(\d)$/, '年$1季度'),
  month: (key) => key,
  week: (key) => key.replace(/-W0?(\d+)$/, '年第$1周'),
  day: (key) => key,
};

/** Formats a bound of a range: 15000 as 1.5万. */
const boundText = (value: number): string => (Math.abs(value) >= 10_000 ? `${value / 10_000}万` : String(value));

function rangeText(ranges: readonly number[], index: number): string {
  const [from, to] = [ranges[index - 1], ranges[index]];
  if (from === undefined) return `${boundText(to ?? 0)}以下`;
  return to === undefined ? `${boundText(from)}及以上` : `${boundText(from)}–${boundText(to)}`;
}

/**
 * Returns the label of one value of a group. `key`: the value as text, for ranges the index of the range. `label`: the
 * name that was read for the value; null if there is none.
 */
export function groupValueLabel({ group, end, datePart }: Grouping, key: string, label: string | null): string {
  if (key === '') return EMPTY_GROUP_LABEL;
  if (group.ranges) return rangeText(group.ranges, Number(key));
  if (datePart) return PERIOD_LABELS[datePart](key);
  if (label) return label;
  const option = end.node ? staticOptions(end.node)?.find(({ value }) => String(value) === key) : undefined;
  if (option?.label !== undefined) return option.label;
  if (end.type === 'bool') return key === 'true' ? '是' : '否';
  return key;
}

const SYSTEM_LABELS: Readonly<Record<string, string>> = {
  title: '标题',
  createByName: '创建人',
  createTime: '创建时间',
  updateTime: '修改时间',
  flwState: '状态',
};

export const STATE_LABELS: Readonly<Record<string, string>> = {
  '0': '草稿',
  '1': '审批中',
  '2': '已退回',
  '3': '已办结',
  '4': '已作废',
};

/** Returns the display text of a detail: the stored text, else the text that its widget produces. */
export function detailText(
  shape: DatasetShape,
  end: PathEnd | null,
  kind: SqlValue['kind'],
  value: string | null,
  label: string | null,
): string {
  if (value === null || value === '') return '';
  if (label) return label;
  const node = end?.node;
  if (!node) {
    if (kind === 'bool') return value === 'true' ? '是' : '否';
    return end?.name === 'flwState' ? (STATE_LABELS[value] ?? value) : value;
  }
  const options = staticOptions(node);
  const text = shape.vocabulary
    .definition(node.tag)
    ?.text?.((kind === 'list' ? value.split(',') : value) as never, node as never, options ? { options } : {});
  return text === undefined || text === '' ? value : text;
}

export const detailName = (shape: DatasetShape, { key, label, of }: DatasetDetail): string =>
  label ?? nameOf(shape, of) ?? key;

const nameOf = (shape: DatasetShape, path: string): string | undefined => {
  const end = endOfDatasetPath(shape, path.split('.'));
  return end?.node?.label ?? (end ? SYSTEM_LABELS[end.name] : undefined);
};

export const groupName = (shape: DatasetShape, { key, label, of }: DatasetGroup): string =>
  label ?? nameOf(shape, of) ?? key;

export function measureName(shape: DatasetShape, { key, label, fn, of }: DatasetMeasure): string {
  if (label) return label;
  return fn === 'count' && !of ? '数量' : ((of ? nameOf(shape, of) : undefined) ?? key);
}

/**
 * Returns the number of decimals of a measure: its own setting, else the setting of its field; 0 for counts; null: not
 * rounded.
 */
export function precisionOf(shape: DatasetShape, measure: DatasetMeasure): number | null {
  if (measure.precision !== undefined) return measure.precision;
  if (measure.fn === 'count' || measure.fn === 'distinct') return 0;
  if (isDerived(measure)) return null;
  const end = measure.of ? endOfDatasetPath(shape, measure.of.split('.')) : null;
  const fieldPrecision = (end?.node as { precision?: number } | null)?.precision;
  return fieldPrecision ?? (measure.fn === 'avg' ? 2 : null);
}
