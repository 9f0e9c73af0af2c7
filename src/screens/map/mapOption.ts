import type { FigureAnswer, FigureRow } from '../../runtime/services/datasets.ts';
import { figureText, numberOf, unitOf, headingOf } from '../figures/figureText.ts';
import type { AreaRow } from './areaRows.ts';
import type { MapPoint } from './mapPoints.ts';

type Option = Record<string, unknown>;

interface Drawing {
  mapName: string;
  areas: readonly AreaRow[];
  /** Of the areas; null: the map shows points alone. */
  answer: FigureAnswer | null;
  points: readonly MapPoint[];
  pointAnswer: FigureAnswer | null;
  hasLabels: boolean;
  /** The map may be moved and zoomed by the pointer. */
  canRoam: boolean;
  isNarrow: boolean;
}

/** The figures of a row, one on each line. */
export function figureLines(answer: FigureAnswer | null, row: FigureRow | null): string[] {
  if (!answer) return [];
  if (!row) return ['没有记录'];
  return answer.figures.map((figure, index) =>
    `${figure.label}：${figureText(row.values[index], figure)} ${unitOf(figure)}`.trim(),
  );
}

/** The option of a map: areas coloured by the first figure, points above them. */
export function mapOption({
  mapName,
  areas,
  answer,
  points,
  pointAnswer,
  hasLabels,
  canRoam,
  isNarrow,
}: Drawing): Option {
  const values = areas.map(({ row }) => numberOf(row?.values[0]));
  const known = values.filter((value) => value !== null);
  const least = Math.min(0, ...known);
  const most = Math.max(0, ...known);
  const figure = answer?.figures[0];
  const isColoured = figure !== undefined && most > least;
  const tooltipOf = ({ seriesType = '', dataIndex = -1 }: { seriesType?: string; dataIndex?: number }): string => {
    if (seriesType === 'scatter') {
      const point = points[dataIndex];
      return point ? [point.name, ...figureLines(pointAnswer, point.row)].join('\n') : '';
    }
    const found = areas[dataIndex];
    return found ? [found.area.fullName, ...figureLines(answer, found.row)].join('\n') : '';
  };
  return {
    animationDuration: 300,
    tooltip: { trigger: 'item', renderMode: 'richText', confine: true, formatter: tooltipOf },
    ...(isColoured
      ? {
          visualMap: {
            seriesIndex: 0,
            min: least,
            max: most,
            text: [
              `${isNarrow ? '' : `${headingOf(figure)} `}${figureText(String(most), figure)}`,
              figureText(String(least), figure),
            ],
            left: 8,
            bottom: 8,
            itemWidth: isNarrow ? 10 : 16,
            itemHeight: isNarrow ? 48 : 90,
            calculable: false,
          },
        }
      : {}),
    geo: {
      map: mapName,
      roam: canRoam,
      scaleLimit: { min: 1, max: 16 },
      top: 12,
      bottom: 12,
      // the scale stands beside the map, not on it
      left: isColoured && !isNarrow ? 104 : 12,
      right: 12,
      preserveAspect: 'contain',
      label: { show: hasLabels },
    },
    series: [
      {
        type: 'map',
        geoIndex: 0,
        map: mapName,
        // an area without records stays uncoloured and can be pressed all the same
        data: areas.map(({ area }, index) => ({ name: area.name, value: values[index] ?? Number.NaN })),
      },
      ...(points.length > 0
        ? [
            {
              type: 'scatter',
              coordinateSystem: 'geo',
              symbol: 'pin',
              symbolSize: 26,
              symbolOffset: [0, '-40%'],
              itemStyle: { color: '#e8590c', borderColor: '#fff', borderWidth: 1 },
              emphasis: { scale: 1.3 },
              data: points.map(({ name, position }) => ({ name, value: position })),
            },
          ]
        : []),
    ],
  };
}
