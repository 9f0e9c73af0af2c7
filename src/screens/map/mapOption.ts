import type { FigureAnswer, FigureRow } from '../../runtime/services/datasets.ts';
import { figureText, numberOf, unitOf, headingOf } from '../figures/figureText.ts';
import type { AreaRow } from './areaRows.ts';
import type { MapPoint } from './mapPoints.ts';

type Option = Record<string, unknown>;

interface MapInput {
  mapName: string;
  areas: readonly AreaRow[];
  /** Figures of the areas; null if the map shows only points. */
  answer: FigureAnswer | null;
  points: readonly MapPoint[];
  pointAnswer: FigureAnswer | null;
  hasLabels: boolean;
  /** True when the map can be moved and zoomed with the pointer. */
  canRoam: boolean;
  /** True: a small colour scale without a heading, for which the map leaves no space. */
  isNarrow: boolean;
  /**
   * What the label of an area with records shows: its first figure below its name, or the figure alone; areas without
   * records then have no label. Absent: each label shows the name.
   */
  figureLabels?: 'below' | 'alone';
  /** Name of the area that gets a frame, written as on the map. */
  framedAreaName?: string | undefined;
}

/** Returns the figures of a row as text lines. */
export function figureLines(answer: FigureAnswer | null, row: FigureRow | null): string[] {
  if (!answer) return [];
  if (!row) return ['没有记录'];
  return answer.figures.map((figure, index) =>
    `${figure.label}：${figureText(row.values[index], figure)} ${unitOf(figure)}`.trim(),
  );
}

const FRAME_STYLE = { borderColor: '#e8590c', borderWidth: 2.5 };

/** Builds the ECharts option of a map: areas coloured by the first figure, with points above them. */
export function mapOption({
  mapName,
  areas,
  answer,
  points,
  pointAnswer,
  hasLabels,
  canRoam,
  isNarrow,
  figureLabels,
  framedAreaName,
}: MapInput): Option {
  const values = areas.map(({ row }) => numberOf(row?.values[0]));
  const numbers = values.filter((value) => value !== null);
  const minValue = Math.min(0, ...numbers);
  const maxValue = Math.max(0, ...numbers);
  const figure = answer?.figures[0];
  const isColoured = figure !== undefined && maxValue > minValue;
  const tooltipOf = ({ seriesType = '', dataIndex = -1 }: { seriesType?: string; dataIndex?: number }): string => {
    if (seriesType === 'scatter') {
      const point = points[dataIndex];
      return point ? [point.name, ...figureLines(pointAnswer, point.row)].join('\n') : '';
    }
    const areaRow = areas[dataIndex];
    return areaRow ? [areaRow.area.fullName, ...figureLines(answer, areaRow.row)].join('\n') : '';
  };
  const labelOf = ({ name }: { name: string }): string => {
    const row = areas.find(({ area }) => area.name === name)?.row;
    return row && figure ? `${figureLabels === 'below' ? `${name}\n` : ''}${figureText(row.values[0], figure)}` : '';
  };
  return {
    animationDuration: 300,
    tooltip: { trigger: 'item', renderMode: 'richText', confine: true, formatter: tooltipOf },
    ...(isColoured
      ? {
          visualMap: {
            seriesIndex: 0,
            min: minValue,
            max: maxValue,
            text: [
              `${isNarrow ? '' : `${headingOf(figure)} `}${figureText(String(maxValue), figure)}`,
              figureText(String(minValue), figure),
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
      // space for the colour scale next to the map
      left: isColoured && !isNarrow ? 104 : 12,
      right: 12,
      preserveAspect: 'contain',
      label: { show: hasLabels, ...(figureLabels ? { formatter: labelOf } : {}) },
      ...(framedAreaName === undefined ? {} : { regions: [{ name: framedAreaName, itemStyle: FRAME_STYLE }] }),
    },
    series: [
      {
        type: 'map',
        geoIndex: 0,
        map: mapName,
        // an area without records is uncoloured, but clickable
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
