import { describeCondition, OPERATORS } from '../../flow/conditions/simpleCondition.ts';
import { figuresOf } from './columns.ts';
import { groupsOf, measuresIn, type DatasetDoc } from './datasetDoc.ts';
import { PERIODS, readFilters, type Filter } from './filters.ts';
import type { SourceField } from './sourceFields.ts';

/** Names of the settings `by` of a group. */
const GROUPING_NAMES: Readonly<Record<string, string>> = {
  year: '每年',
  quarter: '每季',
  month: '每月',
  week: '每周',
  day: '每天',
  tree: '按上级部门',
  area: '按行政区划',
};
/** Names of the aggregate functions `fn` of a measure. */
export const FUNCTION_NAMES: Readonly<Record<string, string>> = {
  count: '数量',
  distinct: '不重复的个数',
  sum: '合计',
  avg: '平均',
  min: '最小',
  max: '最大',
  share: '占比',
  running: '累计',
};

type FindField = (path: string) => SourceField | undefined;

/** Describes one filter in Chinese. */
export function describeFilter(filter: Filter, find: FindField): string {
  const field = find(filter.path);
  const name = field?.label ?? filter.path;
  if (filter.kind === 'period') return `${name}在${PERIODS.find(({ value }) => value === filter.period)?.label ?? ''}`;
  if (filter.kind === 'asked') return `${name}由查看的人选择`;
  if (filter.op === 'empty') return `${name}未填写`;
  if (filter.op === 'filled') return `${name}已填写`;
  const optionLabel = field?.options?.find((option) => option.value === filter.value)?.label;
  const valueText =
    optionLabel ?? (typeof filter.value === 'boolean' ? (filter.value ? '是' : '否') : String(filter.value));
  return `${name}${OPERATORS.find((op) => op.value === filter.op)?.label ?? filter.op}${valueText}`;
}

/** Describes the filters of a condition; null if the condition is not a list of filters. */
export function describeFilters(condition: string | undefined, find: FindField): string | null {
  const filters = readFilters(condition);
  return filters && filters.map((filter) => describeFilter(filter, find)).join('、');
}

/** Describes the condition `having`, which selects groups by their figures; '' if there is none. */
const describeHaving = (doc: DatasetDoc): string =>
  describeCondition(
    doc.having ?? '',
    figuresOf(doc).map((figure) => ({ ...figure, options: null })),
  );

/** Returns true if the filter of a dataset reads the approval state of records. */
const readsFlowState = ({ where }: DatasetDoc): boolean => /\bflwState\b/.test(JSON.stringify(where ?? ''));

function describeWhere({ where }: DatasetDoc, find: FindField): string {
  const filters = readFilters(where);
  if (filters === null) return '符合条件的';
  return filters.length === 0 ? '全部' : `${filters.map((filter) => describeFilter(filter, find)).join('、')}的`;
}

/**
 * Describes a dataset as a Chinese sentence. `hasProcess`: the form has a process; then only finished records are
 * counted, unless the filter of the dataset reads the approval state.
 */
export function describeDataset(doc: DatasetDoc, formName: string, find: FindField, hasProcess = false): string {
  const groups = groupsOf(doc).map(
    ({ of, by, label }) => `${label ?? find(of)?.label ?? of}${by ? `（${GROUPING_NAMES[by] ?? by}）` : ''}`,
  );
  const measures = measuresIn(doc).map(({ fn, of, label }) =>
    fn === 'count'
      ? (label ?? '数量')
      : `${label ?? find(of ?? '')?.label ?? of}${['sum', 'avg', 'min', 'max'].includes(fn) ? `的${FUNCTION_NAMES[fn]}` : ''}`,
  );
  const figures = [...measures, ...(doc.columns ?? []).map(({ label, key }) => label ?? key)];
  const details = (doc.details ?? []).map(({ label, of }) => label ?? find(of)?.label ?? of);
  const having = describeHaving(doc);
  const finishedText = hasProcess && !readsFlowState(doc) ? '已办结的' : '';
  return `${describeWhere(doc, find)}${finishedText}“${formName}”记录，${groups.length > 0 ? `按${groups.join('、')}分组，` : ''}计算${
    figures.length > 0 ? figures.join('、') : '数量'
  }${having === '' ? '' : `，只留 ${having} 的组`}${doc.limit ? `，取前 ${doc.limit} 组` : ''}${
    details.length > 0 ? `；可逐条列出${details.join('、')}` : ''
  }。`;
}
