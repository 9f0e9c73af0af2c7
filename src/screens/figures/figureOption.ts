import type { ChartNode } from '../../grammar/nodes.ts';
import type { Figure, FigureAnswer } from '../../runtime/services/datasets.ts';
import { amountText } from '../related/amountText.ts';
import { figureText, headingOf, numberOf, shortNumber, unitOf } from './figureText.ts';

type Option = Record<string, unknown>;

/** One mark of a chart with the cell it stands for, so that pressing it opens the records. */
export interface Mark {
  keys: Readonly<Record<string, string>>;
  labels: readonly string[];
  figure: string;
}

interface Item extends Mark {
  name: string;
  value: unknown;
}

export interface Drawn {
  option: Option;
  marks(params: { seriesIndex?: number; dataIndex?: number }): Mark | undefined;
}

interface Parts {
  node: ChartNode;
  answer: FigureAnswer;
  /** Place of the category among the groups; -1: there is none. */
  x: number;
  /** Place of the group that gives a series for each of its values; -1: the figures are the series. */
  series: number;
  figures: { figure: Figure; index: number }[];
}

interface Category {
  key: string;
  label: string;
}

/** The values of a group in the order of the answer. */
function categoriesOf({ rows }: FigureAnswer, place: number): Category[] {
  const found = new Map<string, Category>();
  for (const { keys, labels } of rows)
    if (!found.has(keys[place] ?? ''))
      found.set(keys[place] ?? '', { key: keys[place] ?? '', label: labels[place] ?? '' });
  return [...found.values()];
}

interface Line {
  name: string;
  figure: Figure;
  items: Item[];
}

/** One line for each value of the series' group, else for each figure; an item for each category. */
function linesOf({ answer, x, series, figures }: Parts, categories: readonly Category[]): Line[] {
  const { groups, rows } = answer;
  const xKey = groups[x]?.key ?? '';
  const item = (figure: Figure, index: number, category: Category, of: Category | null): Item => {
    const row = rows.find(
      ({ keys }) => (x < 0 || keys[x] === category.key) && (of === null || keys[series] === of.key),
    );
    return {
      name: category.label,
      value: row ? numberOf(row.values[index]) : 0,
      figure: figure.key,
      labels: [category.label, ...(of ? [of.label] : [])].filter((text) => text !== ''),
      keys: { ...(x < 0 ? {} : { [xKey]: category.key }), ...(of ? { [groups[series]?.key ?? '']: of.key } : {}) },
    };
  };
  if (series < 0)
    return figures.map(({ figure, index }) => ({
      name: figure.label,
      figure,
      items: categories.map((category) => item(figure, index, category, null)),
    }));
  const [{ figure, index } = { figure: undefined, index: 0 }] = figures;
  if (!figure) return [];
  return categoriesOf(answer, series).map((of) => ({
    name: of.label,
    figure,
    items: categories.map((category) => item(figure, index, category, of)),
  }));
}

const GRID = { left: 8, right: 16, top: 40, bottom: 8, containLabel: true };
const isPercent = ({ format }: Figure): boolean => format === 'percent';
/** The numbers of an axis, in the unit of its figure, which the texts beside the marks say as well. */
const axisText = (figure: Figure | undefined) => (value: number) => {
  if (figure && isPercent(figure)) return `${Number((value * 100).toFixed(1))}%`;
  if (figure?.format === 'wan') return amountText(String(Number((value / 1e4).toFixed(2))));
  return shortNumber(value);
};
const valueText = (figure: Figure) => (value: unknown) =>
  `${figureText(typeof value === 'number' ? String(value) : null, figure)}${isPercent(figure) ? '' : unitOf(figure)}`;

function axesChart(parts: Parts, lines: readonly Line[], categories: readonly Category[]): Option {
  const { node } = parts;
  const type = node.type ?? 'bar';
  const isRow = type === 'row';
  const onRight = (line: Line): boolean => node.lines?.includes(line.figure.key) ?? false;
  const left = lines.find((line) => !onRight(line))?.figure ?? lines[0]?.figure;
  const right = lines.find(onRight)?.figure;
  // whole numbers get whole ticks
  const isWhole = lines.every((line) => onRight(line) || line.items.every(({ value }) => Number.isInteger(value ?? 0)));
  const values = [
    {
      type: 'value',
      name: left ? unitOf(left) : '',
      axisLabel: { formatter: axisText(left) },
      ...(isWhole && left && !isPercent(left) ? { minInterval: 1 } : {}),
    },
    ...(right ? [{ type: 'value', splitLine: { show: false }, axisLabel: { formatter: axisText(right) } }] : []),
  ];
  const names = { type: 'category', data: categories.map(({ label }) => label), ...(isRow ? { inverse: true } : {}) };
  return {
    tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
    ...(lines.length > 1 ? { legend: { type: 'scroll', top: 0 } } : {}),
    grid: {
      ...GRID,
      // the unit stands above an upright axis, and at the end of a lying one
      ...(isRow ? { right: 32 } : {}),
      ...(lines.length > 1 || (unitOf(left ?? { key: '', label: '', isMeasure: true }) !== '' && !isRow)
        ? {}
        : { top: 16 }),
    },
    ...(isRow ? { xAxis: values[0], yAxis: names } : { xAxis: names, yAxis: values.length > 1 ? values : values[0] }),
    series: lines.map((line) => {
      const isLine = type === 'line' || type === 'area' || onRight(line);
      return {
        name: line.name,
        type: isLine ? 'line' : 'bar',
        ...(type === 'stacked' ? { stack: 'all' } : {}),
        ...(type === 'area' ? { areaStyle: { opacity: 0.2 } } : {}),
        ...(onRight(line) && right ? { yAxisIndex: 1 } : {}),
        ...(isLine ? { smooth: true, smoothMonotone: 'x', symbolSize: 6 } : { barMaxWidth: 28 }),
        tooltip: { valueFormatter: valueText(line.figure) },
        data: line.items.map(({ value }) => value),
        ...(node.target === undefined
          ? {}
          : { markLine: { symbol: 'none', data: [{ yAxis: node.target, name: '目标' }] } }),
      };
    }),
  };
}

function partsChart(type: string, line: Line): Option {
  const data = line.items.map(({ name, value }) => ({ name, value }));
  const tooltip = { trigger: 'item', valueFormatter: valueText(line.figure) };
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
              `${name} ${valueText(line.figure)(value)}`,
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
        // the names stand in the legend, where there is room for them
        label: { formatter: ({ percent }: { percent: number }) => `${Number(percent.toFixed(1))}%`, bleedMargin: 0 },
        labelLine: { length: 8, length2: 6 },
        data,
      },
    ],
  };
}

/** Every item of a matrix of category and series, as [x, y, value]. */
function matrix(lines: readonly Line[]): { data: [number, number, number][]; items: Item[]; most: number } {
  const items = lines.flatMap((line) => line.items);
  const data = lines.flatMap((line, y) =>
    line.items.map(({ value }, x): [number, number, number] => [x, y, typeof value === 'number' ? value : 0]),
  );
  return { data, items, most: Math.max(1, ...data.map(([, , value]) => value)) };
}

function special(
  parts: Parts,
  lines: readonly Line[],
  categories: readonly Category[],
): { option: Option; items: Item[] } | null {
  const { node, answer } = parts;
  const [line] = lines;
  if (!line) return null;
  switch (node.type) {
    case 'gauge': {
      const total = line.items.reduce((sum, { value }) => sum + (typeof value === 'number' ? value : 0), 0);
      const max = node.target ?? (isPercent(line.figure) ? 1 : total || 1);
      return {
        items: line.items,
        option: {
          series: [
            {
              type: 'gauge',
              max,
              progress: { show: true, width: 12 },
              axisLine: { lineStyle: { width: 12 } },
              axisTick: { show: false },
              // few enough that they stand apart where the chart is low
              splitNumber: 4,
              splitLine: { length: 6 },
              axisLabel: { distance: 18, formatter: axisText(line.figure) },
              detail: { fontSize: 20, offsetCenter: [0, '62%'], formatter: valueText(line.figure) },
              data: [{ value: total, name: line.name }],
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
            { type: 'radar', data: lines.map(({ name, items }) => ({ name, value: items.map(({ value }) => value) })) },
          ],
        },
      };
    case 'scatter': {
      const [, second] = lines;
      return {
        items: line.items,
        option: {
          tooltip: { trigger: 'item' },
          grid: GRID,
          xAxis: {
            type: 'value',
            name: headingOf(line.figure),
            nameLocation: 'middle',
            nameGap: 28,
            axisLabel: { formatter: axisText(line.figure) },
          },
          yAxis: {
            type: 'value',
            name: second ? headingOf(second.figure) : '',
            axisLabel: { formatter: axisText(second?.figure) },
          },
          series: [
            {
              type: 'scatter',
              symbolSize: 12,
              data: line.items.map(({ name, value }, index) => ({
                name,
                value: [value, second?.items[index]?.value ?? 0],
              })),
            },
          ],
        },
      };
    }
    case 'heatmap': {
      const { data, items, most } = matrix(lines);
      return {
        items,
        option: {
          tooltip: { trigger: 'item' },
          grid: { ...GRID, top: 8, bottom: 64 },
          xAxis: { type: 'category', data: categories.map(({ label }) => label), splitArea: { show: true } },
          yAxis: { type: 'category', data: lines.map(({ name }) => name), splitArea: { show: true } },
          visualMap: {
            min: 0,
            max: most,
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
      const links = lines.flatMap(({ name: target, items }) =>
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
      const days = categories.map(({ key }) => key).filter((key) => /^\d{4}-\d{2}-\d{2}$/.test(key));
      const most = Math.max(1, ...line.items.map(({ value }) => (typeof value === 'number' ? value : 0)));
      return {
        items: line.items,
        option: {
          tooltip: {},
          visualMap: { min: 0, max: most, orient: 'horizontal', left: 'center', bottom: 0, itemHeight: 120 },
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
              data: line.items.map(({ value }, index) => [categories[index]?.key, value]),
            },
          ],
        },
      };
    }
    default:
      return null;
  }
}

const PARTS: ReadonlySet<string> = new Set(['pie', 'rose', 'funnel', 'treemap']);

/** The picture of an answer, and which cell each of its marks stands for. */
export function drawFigure(node: ChartNode, answer: FigureAnswer): Drawn {
  const places = (key: string | undefined): number =>
    key === undefined ? -1 : answer.groups.findIndex((group) => group.key === key);
  const wanted = node.y ?? (answer.figures[0] ? [answer.figures[0].key] : []);
  const parts: Parts = {
    node,
    answer,
    x: node.x === undefined ? (answer.groups.length > 0 ? 0 : -1) : places(node.x),
    series: places(node.series),
    figures: wanted.flatMap((key) => {
      const index = answer.figures.findIndex((figure) => figure.key === key);
      const figure = answer.figures[index];
      return figure ? [{ figure, index }] : [];
    }),
  };
  const categories =
    parts.x < 0 ? [{ key: '', label: parts.figures[0]?.figure.label ?? '' }] : categoriesOf(answer, parts.x);
  const lines = linesOf(parts, categories);
  const type = node.type ?? 'bar';
  const own = special(parts, lines, categories);
  if (own) return { option: own.option, marks: ({ dataIndex = -1 }) => own.items[dataIndex] };
  const [line] = lines;
  if (PARTS.has(type) && line)
    return { option: partsChart(type, line), marks: ({ dataIndex = -1 }) => line.items[dataIndex] };
  return {
    option: axesChart(parts, lines, categories),
    marks: ({ seriesIndex = 0, dataIndex = -1 }) => lines[seriesIndex]?.items[dataIndex],
  };
}
