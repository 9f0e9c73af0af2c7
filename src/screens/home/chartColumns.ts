/** What a chart's rows are read under in its table: the key of a row, and the words for it. */
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

/**
 * The columns of the rows that an option draws, by what its series read: the axis under its name, each figure under that
 * of its series. An option whose series name no keys has the keys of its rows.
 */
export function chartColumns(
  option: Readonly<Record<string, unknown>>,
  row: Readonly<Record<string, unknown>>,
): ChartColumn[] {
  const titles = new Map<string, string>();
  const [across, upward] = [asList(option['xAxis'])[0], asList(option['yAxis'])[0]];
  // bars that lie: what they are of stands at the left
  const isLying = (across as { type?: unknown } | undefined)?.type === 'value';
  const [name, figure] = isLying
    ? ([
        { key: 'y', axis: upward },
        { key: 'x', axis: across },
      ] as const)
    : ([
        { key: 'x', axis: across },
        { key: 'y', axis: upward },
      ] as const);
  for (const series of asList(option['series'])) {
    const { encode = {} } = (series ?? {}) as { encode?: Record<string, unknown> };
    for (const key of [...keysOf(encode[name.key]), ...keysOf(encode['itemName'])])
      titles.set(key, nameOf(name.axis) || '名称');
    for (const key of [...keysOf(encode[figure.key]), ...keysOf(encode['value'])])
      titles.set(key, nameOf(series) || nameOf(figure.axis) || '数值');
  }
  const known = Object.keys(row).filter((key) => titles.has(key));
  return (known.length > 0 ? known : Object.keys(row)).map((key) => ({ key, title: titles.get(key) ?? key }));
}
