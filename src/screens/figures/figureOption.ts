import type { ChartNode } from '../../grammar/nodes.ts';
import type { Figure, FigureAnswer } from '../../runtime/services/datasets.ts';
import { amountText } from '../related/amountText.ts';
import {
  buildSeries,
  categoriesOf,
  type Category,
  type ChartCell,
  type ChartInput,
  type ChartItem,
  type Series,
} from './chartSeries.ts';
import { figureText, headingOf, shortNumberText, unitOf } from './figureText.ts';

type Option = Record<string, unknown>;

/** The chart of an answer. `option`: its ECharts option, i.e. the whole configuration of the chart. */
export interface FigureChart {
  option: Option;
  /** Returns the cell that a mark (bar, point, slice) shows; undefined for a mark that shows no single cell. */
  cellOf(params: { seriesIndex?: number; dataIndex?: number }): ChartCell | undefined;
}

const GRID = { left: 8, right: 16, top: 40, bottom: 8, containLabel: true };
const isPercent = ({ format }: Figure): boolean => format === 'percent';
/** Returns a formatter for the numbers of an axis, in the format of its figure (percent, 万). */
const axisFormatter = (figure: Figure | undefined) => (value: number) => {
  if (figure && isPercent(figure)) return `${Number((value * 100).toFixed(1))}%`;
  if (figure?.format === 'wan') return amountText(String(Number((value / 1e4).toFixed(2))));
  return shortNumberText(value);
};
/** Returns a formatter for the values of a figure, with its unit. */
const valueFormatterOf = (figure: Figure) => (value: unknown) =>
  `${figureText(typeof value === 'number' ? String(value) : null, figure)}${isPercent(figure) ? '' : unitOf(figure)}`;

/** Returns the option of a chart with axes: bars, lines, areas. */
function axisChartOption(input: ChartInput, series: readonly Series[], categories: readonly Category[]): Option {
  const { node } = input;
  const type = node.type ?? 'bar';
  const hasHorizontalBars = type === 'row';
  const isOnRightAxis = (oneSeries: Series): boolean => node.lines?.includes(oneSeries.figure.key) ?? false;
  const leftSeries = series.find((oneSeries) => !isOnRightAxis(oneSeries)) ?? series[0];
  const leftFigure = leftSeries?.figure;
  const rightFigure = series.find(isOnRightAxis)?.figure;
  // an axis for integers gets no ticks between integers
  const hasOnlyIntegers = series.every(
    (oneSeries) => isOnRightAxis(oneSeries) || oneSeries.items.every(({ value }) => Number.isInteger(value ?? 0)),
  );
  const valueAxes = [
    {
      type: 'value',
      name: leftFigure ? unitOf(leftFigure) : '',
      axisLabel: { formatter: axisFormatter(leftFigure) },
      ...(hasOnlyIntegers && leftFigure && !isPercent(leftFigure) ? { minInterval: 1 } : {}),
    },
    ...(rightFigure
      ? [{ type: 'value', splitLine: { show: false }, axisLabel: { formatter: axisFormatter(rightFigure) } }]
      : []),
  ];
  const categoryAxis = {
    type: 'category',
    data: categories.map(({ label }) => label),
    ...(hasHorizontalBars ? { inverse: true } : {}),
  };
  return {
    tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
    ...(series.length > 1 ? { legend: { type: 'scroll', top: 0 } } : {}),
    grid: {
      ...GRID,
      // space for the unit: above a vertical axis, at the end of a horizontal axis
      ...(hasHorizontalBars ? { right: 32 } : {}),
      ...(series.length > 1 ||
      (unitOf(leftFigure ?? { key: '', label: '', isMeasure: true }) !== '' && !hasHorizontalBars)
        ? {}
        : { top: 16 }),
    },
    ...(hasHorizontalBars
      ? { xAxis: valueAxes[0], yAxis: categoryAxis }
      : { xAxis: categoryAxis, yAxis: valueAxes.length > 1 ? valueAxes : valueAxes[0] }),
    series: series.map((oneSeries) => {
      const isLine = type === 'line' || type === 'area' || isOnRightAxis(oneSeries);
      return {
        name: oneSeries.name,
        type: isLine ? 'line' : 'bar',
        ...(type === 'stacked' ? { stack: 'all' } : {}),
        ...(type === 'area' ? { areaStyle: { opacity: 0.2 } } : {}),
        ...(isOnRightAxis(oneSeries) && rightFigure ? { yAxisIndex: 1 } : {}),
        ...(isLine ? { smooth: true, smoothMonotone: 'x', symbolSize: 6 } : { barMaxWidth: 28 }),
        tooltip: { valueFormatter: valueFormatterOf(oneSeries.figure) },
        data: oneSeries.items.map(({ value }) => value),
        ...(node.target !== undefined && oneSeries === leftSeries
          ? {
              markLine: {
                symbol: 'none',
                data: [{ [hasHorizontalBars ? 'xAxis' : 'yAxis']: node.target, name: '目标' }],
              },
            }
          : {}),
      };
    }),
  };
}

/** Returns the option of a chart that shows shares of a total: a type in `SHARE_TYPES`. */
function shareChartOption(type: string, oneSeries: Series): Option {
  const data = oneSeries.items.map(({ name, value }) => ({ name, value }));
  const tooltip = { trigger: 'item', valueFormatter: valueFormatterOf(oneSeries.figure) };
  if (type === 'funnel')
    return {
      tooltip,
      series: [
        {
          type: 'funnel',
          top: 8,
          bottom: 8,
          left: '5%',
          width: '55%',
          label: {
            position: 'right',
            formatter: ({ name, value }: { name: string; value: unknown }) =>
              `${name} ${valueFormatterOf(oneSeries.figure)(value)}`,
          },
          data,
        },
      ],
    };
  if (type === 'treemap')
    return { tooltip, series: [{ type: 'treemap', roam: false, breadcrumb: { show: false }, nodeClick: false, data }] };
  return {
    tooltip,
    legend: { type: 'scroll', bottom: 0 },
    series: [
      {
        type: 'pie',
        radius: type === 'rose' ? ['15%', '68%'] : ['42%', '66%'],
        center: ['50%', '44%'],
        ...(type === 'rose' ? { roseType: 'radius' } : {}),
        // labels show only the percentage; the legend has more space for the names
        label: { formatter: ({ percent }: { percent: number }) => `${Number(percent.toFixed(1))}%`, bleedMargin: 0 },
        labelLine: { length: 8, length2: 6 },
        data,
      },
    ],
  };
}

/**
 * Returns the values of all series as a list of [index of the category, index of the series, value], the items in the
 * same order, and the greatest value (at least 1).
 */
function toMatrix(series: readonly Series[]): {
  data: [number, number, number][];
  items: ChartItem[];
  greatest: number;
} {
  const items = series.flatMap((oneSeries) => oneSeries.items);
  const data = series.flatMap((oneSeries, y) =>
    oneSeries.items.map(({ value }, x): [number, number, number] => [x, y, typeof value === 'number' ? value : 0]),
  );
  return { data, items, greatest: Math.max(1, ...data.map(([, , value]) => value)) };
}

/**
 * Returns option and items of the chart types that need an option of their own; null for other types and without
 * series. `items`: the cells by index of the mark; empty if a mark shows no single cell.
 */
function specialChart(
  input: ChartInput,
  series: readonly Series[],
  categories: readonly Category[],
): { option: Option; items: ChartItem[] } | null {
  const { node, answer } = input;
  const [firstSeries] = series;
  if (!firstSeries) return null;
  switch (node.type) {
    case 'gauge': {
      const total = firstSeries.items.reduce((sum, { value }) => sum + (typeof value === 'number' ? value : 0), 0);
      const max = node.target ?? (isPercent(firstSeries.figure) ? 1 : total || 1);
      return {
        items: firstSeries.items,
        option: {
          series: [
            {
              type: 'gauge',
              max,
              progress: { show: true, width: 12 },
              axisLine: { lineStyle: { width: 12 } },
              axisTick: { show: false },
              // few ticks, so that their labels do not overlap in a low chart
              splitNumber: 4,
              splitLine: { length: 6 },
              axisLabel: { distance: 18, formatter: axisFormatter(firstSeries.figure) },
              detail: { fontSize: 20, offsetCenter: [0, '62%'], formatter: valueFormatterOf(firstSeries.figure) },
              data: [{ value: total, name: firstSeries.name }],
              title: { offsetCenter: [0, '98%'] },
            },
          ],
        },
      };
    }
    case 'radar':
      return {
        items: [],
        option: {
          tooltip: {},
          legend: { type: 'scroll', bottom: 0 },
          radar: { radius: '52%', indicator: categories.map(({ label }) => ({ name: label })) },
          series: [
            {
              type: 'radar',
              data: series.map(({ name, items }) => ({ name, value: items.map(({ value }) => value) })),
            },
          ],
        },
      };
    case 'scatter': {
      const [, secondSeries] = series;
      return {
        items: firstSeries.items,
        option: {
          tooltip: { trigger: 'item' },
          grid: GRID,
          xAxis: {
            type: 'value',
            name: headingOf(firstSeries.figure),
            nameLocation: 'middle',
            nameGap: 28,
            axisLabel: { formatter: axisFormatter(firstSeries.figure) },
          },
          yAxis: {
            type: 'value',
            name: secondSeries ? headingOf(secondSeries.figure) : '',
            axisLabel: { formatter: axisFormatter(secondSeries?.figure) },
          },
          series: [
            {
              type: 'scatter',
              symbolSize: 12,
              data: firstSeries.items.map(({ name, value }, index) => ({
                name,
                value: [value, secondSeries?.items[index]?.value ?? 0],
              })),
            },
          ],
        },
      };
    }
    case 'heatmap': {
      const { data, items, greatest } = toMatrix(series);
      return {
        items,
        option: {
          tooltip: { trigger: 'item' },
          grid: { ...GRID, top: 8, bottom: 64 },
          xAxis: { type: 'category', data: categories.map(({ label }) => label), splitArea: { show: true } },
          yAxis: { type: 'category', data: series.map(({ name }) => name), splitArea: { show: true } },
          visualMap: {
            min: 0,
            max: greatest,
            text: ['多', '少'],
            orient: 'horizontal',
            left: 'center',
            bottom: 0,
            itemHeight: 120,
          },
          series: [{ type: 'heatmap', data }],
        },
      };
    }
    case 'sankey': {
      // ECharts identifies nodes by name and allows no cycles: a space distinguishes a source from an equal target
      const links = series.flatMap(({ name: target, items }) =>
        items
          .filter(({ value }) => typeof value === 'number' && value > 0)
          .map(({ name: source, value }) => ({ source: `${source} `, target, value })),
      );
      const names = [...new Set(links.flatMap(({ source, target }) => [source, target]))];
      return {
        items: [],
        option: {
          tooltip: { trigger: 'item' },
          series: [{ type: 'sankey', top: 8, bottom: 8, data: names.map((name) => ({ name })), links }],
        },
      };
    }
    case 'calendar': {
      const days = categories.flatMap(({ key }) => (/^\d{4}-\d{2}-\d{2}$/.test(key) ? [key] : [])).toSorted();
      const greatest = Math.max(1, ...firstSeries.items.map(({ value }) => (typeof value === 'number' ? value : 0)));
      return {
        items: firstSeries.items,
        option: {
          tooltip: {},
          visualMap: { min: 0, max: greatest, orient: 'horizontal', left: 'center', bottom: 0, itemHeight: 120 },
          calendar: {
            top: 24,
            left: 40,
            right: 8,
            range: [days[0] ?? answer.rows[0]?.keys[0] ?? '', days.at(-1) ?? ''],
            cellSize: ['auto', 14],
            yearLabel: { show: false },
            dayLabel: { firstDay: 1, nameMap: 'ZH' },
            monthLabel: { nameMap: 'ZH' },
          },
          series: [
            {
              type: 'heatmap',
              coordinateSystem: 'calendar',
              data: firstSeries.items.map(({ value }, index) => [categories[index]?.key, value]),
            },
          ],
        },
      };
    }
    default:
      return null;
  }
}

const SHARE_TYPES: ReadonlySet<string> = new Set(['pie', 'rose', 'funnel', 'treemap']);

/** Returns the chart of an answer. The chart is not rendered here. */
export function chartOfAnswer(node: ChartNode, answer: FigureAnswer): FigureChart {
  const groupIndexOf = (key: string | undefined): number =>
    key === undefined ? -1 : answer.groups.findIndex((group) => group.key === key);
  const figureKeys = node.y ?? (answer.figures[0] ? [answer.figures[0].key] : []);
  const input: ChartInput = {
    node,
    answer,
    xGroupIndex: node.x === undefined ? (answer.groups.length > 0 ? 0 : -1) : groupIndexOf(node.x),
    seriesGroupIndex: groupIndexOf(node.series),
    figures: figureKeys.flatMap((key) => {
      const index = answer.figures.findIndex((figure) => figure.key === key);
      const figure = answer.figures[index];
      return figure ? [{ figure, index }] : [];
    }),
  };
  const categories =
    input.xGroupIndex < 0
      ? [{ key: '', label: input.figures[0]?.figure.label ?? '' }]
      : categoriesOf(answer, input.xGroupIndex);
  const series = buildSeries(input, categories);
  const type = node.type ?? 'bar';
  const chartWithItems = specialChart(input, series, categories);
  if (chartWithItems)
    return { option: chartWithItems.option, cellOf: ({ dataIndex = -1 }) => chartWithItems.items[dataIndex] };
  const [firstSeries] = series;
  if (SHARE_TYPES.has(type) && firstSeries)
    return {
      option: shareChartOption(type, firstSeries),
      cellOf: ({ dataIndex = -1 }) => firstSeries.items[dataIndex],
    };
  return {
    option: axisChartOption(input, series, categories),
    cellOf: ({ seriesIndex = 0, dataIndex = -1 }) => series[seriesIndex]?.items[dataIndex],
  };
}
