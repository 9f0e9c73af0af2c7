/** A column of the accessible table of a chart. `key`: key of its value in each row; `title`: its heading. */
export interface ChartColumn {
  key: string;
  title: string;
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);
const keysOf = (value: unknown): string[] => asList(value).filter((key): key is string => typeof key === 'string');
const nameOf = (value: unknown): string => {
  const { name } = (value ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name : '';
};

/** Returns a value as the text of a cell; '' for a missing value. */
export const chartCellText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/**
 * Returns the table columns for the rows of an ECharts option, derived from `encode` of its series: the category axis
 * with the name of the axis, each figure with the name of its series. Without `encode`, returns all keys of the rows.
 */
export function chartColumns(
  option: Readonly<Record<string, unknown>>,
  rows: readonly Readonly<Record<string, unknown>>[],
): ChartColumn[] {
  const rowKeys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const titles = new Map<string, string>();
  const [xAxis, yAxis] = [asList(option['xAxis'])[0], asList(option['yAxis'])[0]];
  // horizontal bars have their categories on the y axis
  const isHorizontal = (xAxis as { type?: unknown } | undefined)?.type === 'value';
  const [category, figure] = isHorizontal
    ? ([
        { key: 'y', axis: yAxis },
        { key: 'x', axis: xAxis },
      ] as const)
    : ([
        { key: 'x', axis: xAxis },
        { key: 'y', axis: yAxis },
      ] as const);
  for (const series of asList(option['series'])) {
    const { encode = {} } = (series ?? {}) as { encode?: Record<string, unknown> };
    for (const key of [...keysOf(encode[category.key]), ...keysOf(encode['itemName'])])
      titles.set(key, nameOf(category.axis) || '名称');
    for (const key of [...keysOf(encode[figure.key]), ...keysOf(encode['value'])])
      titles.set(key, nameOf(series) || nameOf(figure.axis) || '数值');
  }
  const encodedKeys = rowKeys.filter((key) => titles.has(key));
  return (encodedKeys.length > 0 ? encodedKeys : rowKeys).map((key) => ({
    key,
    title: titles.get(key) ?? key,
  }));
}
