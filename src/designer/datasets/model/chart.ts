import type { ChartNode } from '../../../grammar/nodes.ts';
import type { FigureAnswer } from '../../../runtime/services/datasets.ts';

export type ChartKind = NonNullable<ChartNode['type']>;

export const CHART_KINDS: readonly { value: ChartKind; label: string }[] = [
  { value: 'bar', label: '柱形' },
  { value: 'stacked', label: '堆叠' },
  { value: 'line', label: '折线' },
  { value: 'row', label: '条形' },
  { value: 'pie', label: '饼图' },
];

const PERIODS: ReadonlySet<string> = new Set(['year', 'quarter', 'month', 'week', 'day']);
/** Maximum number of parts in a pie chart. */
const MAX_PIE_PARTS = 6;
/** Maximum number of bars with enough room for their labels. */
const MAX_BARS = 12;

type ChartableAnswer = Pick<FigureAnswer, 'groups' | 'figures'> & { rows: readonly { keys: readonly string[] }[] };

const countDistinct = ({ rows }: ChartableAnswer, index: number): number =>
  new Set(rows.map(({ keys }) => keys[index])).size;

/**
 * Proposes a chart for a result. Several groups: stacked bars. One group by date: vertical bars, or a line for more
 * than `MAX_BARS` periods. One other group: a pie for up to `MAX_PIE_PARTS` values unless the figure is a percentage,
 * otherwise vertical bars, or horizontal bars (`row`) for more than `MAX_BARS` values. Null for a result without groups
 * or figures.
 */
export function proposeChart(answer: ChartableAnswer): Pick<ChartNode, 'type' | 'x' | 'series' | 'y'> | null {
  const { groups, figures } = answer;
  const [figure] = figures;
  if (groups.length === 0 || !figure) return null;
  const dateIndex = groups.findIndex(({ by }) => by !== null && PERIODS.has(by));
  const xIndex = dateIndex === -1 ? 0 : dateIndex;
  const seriesIndex = groups.findIndex((_group, index) => index !== xIndex);
  const x = groups[xIndex]?.key;
  const y = [figure.key];
  if (seriesIndex !== -1) return { type: 'stacked', x, series: groups[seriesIndex]?.key, y };
  if (dateIndex !== -1) return { type: countDistinct(answer, xIndex) > MAX_BARS ? 'line' : 'bar', x, y };
  const count = countDistinct(answer, xIndex);
  if (count <= MAX_PIE_PARTS && figure.format !== 'percent') return { type: 'pie', x, y };
  return { type: count > MAX_BARS ? 'row' : 'bar', x, y };
}
