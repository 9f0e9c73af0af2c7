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
/** Parts that a pie can still tell apart, and names that stand below columns without being turned. */
const [PARTS, SIDE_BY_SIDE] = [6, 12];

type Shape = Pick<FigureAnswer, 'groups' | 'figures'> & { rows: readonly { keys: readonly string[] }[] };

const different = ({ rows }: Shape, place: number): number => new Set(rows.map(({ keys }) => keys[place])).size;

/**
 * Proposes a chart for a result: bars or a line over a date group, stacked bars for two groups, a pie for up to `PARTS`
 * values, else bars or rows. Null for a result without groups or measures.
 */
export function proposeChart(answer: Shape): Pick<ChartNode, 'type' | 'x' | 'series' | 'y'> | null {
  const { groups, figures } = answer;
  const [figure] = figures;
  if (groups.length === 0 || !figure) return null;
  const time = groups.findIndex(({ by }) => by !== null && PERIODS.has(by));
  const along = time === -1 ? 0 : time;
  const other = groups.findIndex((_group, place) => place !== along);
  const x = groups[along]?.key;
  const y = [figure.key];
  if (other !== -1) return { type: 'stacked', x, series: groups[other]?.key, y };
  if (time !== -1) return { type: different(answer, along) > SIDE_BY_SIDE ? 'line' : 'bar', x, y };
  const count = different(answer, along);
  if (count <= PARTS && figure.format !== 'percent') return { type: 'pie', x, y };
  return { type: count > SIDE_BY_SIDE ? 'row' : 'bar', x, y };
}
