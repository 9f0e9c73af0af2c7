import type { Dataset } from '../grammar/documents.ts';
import type { AnyNode } from '../grammar/nodes.ts';
import { type Problem, problem } from './problem/index.ts';

/**
 * Canonical dataset: a query over the records of one form (or of its sub-table), limited by the rights of the person
 * who runs it.
 */
export type DatasetDefinition = Omit<Dataset, 'params'> & { params: AnyNode[] };

export type DatasetGroup = NonNullable<Dataset['groupBy']>[number];
export type DatasetMeasure = NonNullable<Dataset['measures']>[number];
export type DatasetDetail = NonNullable<Dataset['details']>[number];
export type DatasetColumn = NonNullable<Dataset['columns']>[number];

/** Returns true if the measure is derived from the values of another measure in all groups. */
export const isDerived = ({ fn }: DatasetMeasure): boolean => fn === 'share' || fn === 'running';

/**
 * Returns the default of a parameter if it is an expression that is evaluated at each query, such as `thisYear()`. Null
 * if the default is a plain value.
 */
export function defaultExpression(node: object): string | null {
  const { defaultValue } = node as { defaultValue?: unknown };
  return typeof defaultValue === 'string' && /^[A-Za-z]+\(.*\)$/.test(defaultValue.trim()) ? defaultValue.trim() : null;
}

const MAX_GROUPS = 5;
const MAX_PARAMS = 20;
const DEFAULT_MEASURES: readonly DatasetMeasure[] = [{ key: 'count', fn: 'count', label: '数量' }];

/** Returns the measures of a dataset; if it has none, one measure that counts the records. */
export const measuresOf = ({ measures }: Pick<DatasetDefinition, 'measures'>): readonly DatasetMeasure[] =>
  measures && measures.length > 0 ? measures : DEFAULT_MEASURES;

const shapeProblem = (path: (string | number)[], where: string, detail: string): Problem =>
  problem('DOC_SHAPE', path, { where, detail });

/**
 * Checks everything in a dataset that can be checked without other documents: keys, measures, names in `per` and
 * `order`, ranges, and the numbers of groups and parameters.
 */
export function checkDatasetItself(definition: DatasetDefinition): Problem[] {
  const { groupBy = [], details = [], columns = [], order = [] } = definition;
  const measures = measuresOf(definition);
  const problems: Problem[] = [];
  const usedKeys = new Set<string>();
  const checkUniqueKeys = (property: string, keys: readonly string[]): void =>
    keys.forEach((key, index) => {
      if (usedKeys.has(key)) problems.push(shapeProblem([property, index, 'key'], key, '键重复'));
      usedKeys.add(key);
    });
  const groupKeys = groupBy.map(({ key }) => key);
  checkUniqueKeys('groupBy', groupKeys);
  checkUniqueKeys(
    'details',
    details.map(({ key }) => key),
  );
  checkUniqueKeys(
    'measures',
    measures.map(({ key }) => key),
  );
  checkUniqueKeys(
    'columns',
    columns.map(({ key }) => key),
  );
  measures.forEach((measure, index) => {
    const measurePath = ['measures', index];
    const source = measures.find(({ key }) => key === measure.of);
    if (isDerived(measure)) {
      if (!source || isDerived(source) || !['count', 'sum'].includes(source.fn))
        problems.push(shapeProblem([...measurePath, 'of'], measure.key, 'of 应为一个计数或合计度量的键'));
      if (measure.where || measure.compare)
        problems.push(shapeProblem(measurePath, measure.key, '占比、累计不能另有条件或比较'));
    } else if (measure.fn !== 'count' && !measure.of) problems.push(shapeProblem(measurePath, measure.key, '缺少“of”'));
    (measure.per ?? []).forEach((name, position) => {
      if (!groupKeys.includes(name))
        problems.push(problem('DOC_REFERENCE', [...measurePath, 'per', position], { kind: '分组', name }));
    });
  });
  const checkMaximum = (property: string, count: number, maximum: number): void => {
    if (count > maximum) problems.push(shapeProblem([property], property, `最多 ${maximum} 项`));
  };
  checkMaximum('groupBy', groupBy.length, MAX_GROUPS);
  checkMaximum('params', definition.params.length, MAX_PARAMS);
  groupBy.forEach((group, index) => {
    const { ranges } = group;
    if (ranges && group.by) problems.push(shapeProblem(['groupBy', index], group.key, '“by”与“ranges”只能写一个'));
    if (ranges && ranges.some((limit, position) => position > 0 && limit <= (ranges[position - 1] ?? 0)))
      problems.push(shapeProblem(['groupBy', index, 'ranges'], group.key, '分界应由小到大'));
  });
  order.forEach((text, index) => {
    const name = text.replace(/^-/, '');
    if (!usedKeys.has(name))
      problems.push(problem('DOC_REFERENCE', ['order', index], { kind: '分组、明细列、度量或列', name }));
  });
  return problems;
}
