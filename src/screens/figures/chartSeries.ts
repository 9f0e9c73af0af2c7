import type { ChartNode } from '../../grammar/nodes.ts';
import type { Figure, FigureAnswer } from '../../runtime/services/datasets.ts';
import { numberOf } from './figureText.ts';

/**
 * The cell of the answer that a mark of the chart (bar, point, slice) shows. A click on the mark shows its records.
 * `keys`: for each group of the chart, the key of the group and of its value. `labels`: the labels of these values.
 * `figure`: the key of the figure.
 */
export interface ChartCell {
  keys: Readonly<Record<string, string>>;
  labels: readonly string[];
  figure: string;
}

/** A mark of the chart (bar, point, slice), with the cell that it shows. */
export interface ChartItem extends ChartCell {
  name: string;
  value: unknown;
}

/** An answer, with the groups and figures that the chart shows. */
export interface ChartInput {
  node: ChartNode;
  answer: FigureAnswer;
  /** Index of the group on the category axis; -1: none. */
  xGroupIndex: number;
  /** Index of the group with one series per value; -1: the figures are the series. */
  seriesGroupIndex: number;
  /** The figures that the chart shows. `index`: position of the figure in the `values` of each row of the answer. */
  figures: { figure: Figure; index: number }[];
}

/** A value of the group on the category axis or of the series group. */
export interface Category {
  key: string;
  label: string;
}

/** Returns the distinct values of a group in the order of the answer. */
export function categoriesOf({ rows }: FigureAnswer, groupIndex: number): Category[] {
  const categoriesByKey = new Map<string, Category>();
  for (const { keys, labels } of rows)
    if (!categoriesByKey.has(keys[groupIndex] ?? ''))
      categoriesByKey.set(keys[groupIndex] ?? '', { key: keys[groupIndex] ?? '', label: labels[groupIndex] ?? '' });
  return [...categoriesByKey.values()];
}

/** One series of a chart, with one item per category. */
export interface Series {
  name: string;
  figure: Figure;
  items: ChartItem[];
}

/**
 * Returns the series of a chart: one per value of the series group, else one per figure; each with one item per
 * category.
 */
export function buildSeries(
  { answer, xGroupIndex, seriesGroupIndex, figures }: ChartInput,
  categories: readonly Category[],
): Series[] {
  const { groups, rows } = answer;
  const xGroupKey = groups[xGroupIndex]?.key ?? '';
  const buildItem = (figure: Figure, index: number, category: Category, seriesValue: Category | null): ChartItem => {
    const row = rows.find(
      ({ keys }) =>
        (xGroupIndex < 0 || keys[xGroupIndex] === category.key) &&
        (seriesValue === null || keys[seriesGroupIndex] === seriesValue.key),
    );
    return {
      name: category.label,
      value: row ? numberOf(row.values[index]) : 0,
      figure: figure.key,
      labels: [category.label, ...(seriesValue ? [seriesValue.label] : [])].filter((text) => text !== ''),
      keys: {
        ...(xGroupIndex < 0 ? {} : { [xGroupKey]: category.key }),
        ...(seriesValue ? { [groups[seriesGroupIndex]?.key ?? '']: seriesValue.key } : {}),
      },
    };
  };
  if (seriesGroupIndex < 0)
    return figures.map(({ figure, index }) => ({
      name: figure.label,
      figure,
      items: categories.map((category) => buildItem(figure, index, category, null)),
    }));
  const [{ figure, index } = { figure: undefined, index: 0 }] = figures;
  if (!figure) return [];
  return categoriesOf(answer, seriesGroupIndex).map((seriesValue) => ({
    name: seriesValue.label,
    figure,
    items: categories.map((category) => buildItem(figure, index, category, seriesValue)),
  }));
}
