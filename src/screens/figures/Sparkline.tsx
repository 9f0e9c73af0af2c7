import { useId } from 'react';
import type { Figure, FigureAnswer } from '../../runtime/services/datasets.ts';
import { figureText, numberOf, unitOf } from './figureText.ts';

/** Maximum number of points; for a longer series, the last points are drawn. */
const MAX_POINTS = 24;
// size of the drawing, which is stretched to the width of the card
const WIDTH = 120;
const HEIGHT = 32;
const PADDING = 2;

/**
 * Returns the last points of a trend: periods in chronological order, other groups in the order of the answer. Records
 * without a group value are left out.
 */
function pointsOf({ groups, rows, figures }: FigureAnswer, key: string | undefined) {
  const index = Math.max(
    0,
    figures.findIndex((figure) => figure.key === key),
  );
  const orderedRows =
    (groups[0]?.by ?? null) === null
      ? rows
      : [...rows].sort((a, b) => ((a.keys[0] ?? '') < (b.keys[0] ?? '') ? -1 : 1));
  return orderedRows
    .filter(({ keys }) => keys[0] !== '')
    .map(({ labels, values }) => ({ label: labels[0] ?? '', value: values[index] ?? null }))
    .slice(-MAX_POINTS);
}

/**
 * A small line chart of one figure by one group, e.g. by month, without axes. The tooltip and the accessible name
 * contain the values.
 */
export function Sparkline({ answer, figure }: { answer: FigureAnswer; figure: Figure }) {
  const titleId = useId();
  const points = pointsOf(answer, figure.key);
  // a period may have no value, e.g. no average without records; the line skips that period
  const drawnPoints = points.flatMap(({ value }, index) => {
    const amount = numberOf(value);
    return amount === null ? [] : [{ index, amount }];
  });
  if (drawnPoints.length < 2) return null;
  const values = drawnPoints.map(({ amount }) => amount);
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  const range = greatest - least || 1;
  const coordinates = drawnPoints.map(({ index, amount }) => [
    PADDING + (index / (points.length - 1)) * (WIDTH - 2 * PADDING),
    HEIGHT - PADDING - ((amount - least) / range) * (HEIGHT - 2 * PADDING),
  ]);
  const line = coordinates.map((pair) => pair.map((coordinate) => coordinate?.toFixed(1)).join(',')).join(' ');
  const [leftX, rightX] = [coordinates[0]?.[0]?.toFixed(1), coordinates.at(-1)?.[0]?.toFixed(1)];
  const unit = unitOf(figure);
  const text = points.map(({ label, value }) => `${label} ${figureText(value, figure)}${unit}`).join('，');
  return (
    <svg
      className="sc-sparkline"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> cannot draw in the colours of the theme
      role="img"
      aria-labelledby={titleId}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      <title id={titleId}>{`按${answer.groups[0]?.label ?? '分组'}：${text}`}</title>
      <polygon points={`${leftX},${HEIGHT} ${line} ${rightX},${HEIGHT}`} />
      <polyline points={line} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
