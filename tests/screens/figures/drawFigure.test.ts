import { describe, expect, it } from 'vitest';
import { chartOfAnswer } from '../../../src/screens/figures/figureOption.ts';
import type { FigureAnswer } from '../../../src/runtime/services/datasets.ts';

const answer: FigureAnswer = {
  datasetKey: 'a/b',
  name: '结算额',
  maySee: true,
  groups: [
    { key: 'month', label: '月份', by: 'month' },
    { key: 'dept', label: '部门', by: null },
  ],
  figures: [
    { key: 'amount', label: '金额', isMeasure: true },
    { key: 'rate', label: '比例', isMeasure: false, format: 'percent' },
  ],
  rows: [
    { keys: ['2026-01', 'd1'], labels: ['2026-01', '一部'], values: ['10', '0.5'] },
    { keys: ['2026-01', 'd2'], labels: ['2026-01', '二部'], values: ['20', null] },
    { keys: ['2026-02', 'd1'], labels: ['2026-02', '一部'], values: ['30', '1'] },
  ],
  total: 3,
};

describe('a chart over figures', () => {
  it('has a series for each value of a group, with 0 where there are no records', () => {
    const { option, cellOf } = chartOfAnswer(
      { tag: 'chart', type: 'bar', x: 'month', series: 'dept', y: ['amount'] },
      answer,
    );
    expect((option.series as { name: string; data: unknown[] }[]).map(({ name, data }) => [name, data])).toEqual([
      ['一部', [10, 30]],
      ['二部', [20, 0]],
    ]);
    expect(cellOf({ seriesIndex: 1, dataIndex: 0 })).toMatchObject({
      keys: { month: '2026-01', dept: 'd2' },
      labels: ['2026-01', '二部'],
      figure: 'amount',
    });
  });

  it('divides no axis of whole figures: there is no half report', () => {
    const axis = (rows: FigureAnswer['rows']): unknown =>
      (
        chartOfAnswer({ tag: 'chart', type: 'bar', x: 'month', series: 'dept', y: ['amount'] }, { ...answer, rows })
          .option.yAxis as { minInterval?: number }
      ).minInterval;
    expect(axis(answer.rows)).toBe(1);
    expect(axis([{ keys: ['2026-01', 'd1'], labels: ['2026-01', '一部'], values: ['1.5', '0.5'] }])).toBeUndefined();
  });

  it('says the numbers of an axis in the unit in which its marks are told', () => {
    const figures = [{ key: 'amount', label: '金额', isMeasure: true, format: 'wan' as const, unit: '元' }];
    const { option } = chartOfAnswer({ tag: 'chart', type: 'bar', x: 'month', y: ['amount'] }, { ...answer, figures });
    const axis = option.yAxis as { name: string; axisLabel: { formatter(value: number): string } };
    const [series] = option.series as { tooltip: { valueFormatter(value: number): string } }[];
    expect([axis.name, axis.axisLabel.formatter(40_000_000)]).toEqual(['万元', '4,000']);
    expect(series?.tooltip.valueFormatter(40_000_000)).toBe('4,000.00万元');
  });

  it('draws a figure as a line over an axis of its own where the document says so', () => {
    const { option } = chartOfAnswer(
      { tag: 'chart', type: 'bar', x: 'month', y: ['amount', 'rate'], lines: ['rate'] },
      { ...answer, groups: answer.groups.slice(0, 1) },
    );
    expect(
      (option.series as { type: string; yAxisIndex?: number }[]).map(({ type, yAxisIndex }) => [type, yAxisIndex]),
    ).toEqual([
      ['bar', undefined],
      ['line', 1],
    ]);
  });

  it('draws its target once, across the axis of the values on the left', () => {
    const marks = (type: 'bar' | 'row', lines: string[]): unknown[] =>
      (
        chartOfAnswer({ tag: 'chart', type, x: 'month', y: ['amount', 'rate'], lines, target: 5000 }, answer).option
          .series as { markLine?: { data: unknown[] } }[]
      ).map(({ markLine }) => markLine?.data[0]);
    expect(marks('bar', ['amount'])).toEqual([undefined, { yAxis: 5000, name: '目标' }]);
    expect(marks('row', [])).toEqual([{ xAxis: 5000, name: '目标' }, undefined]);
  });

  it('shows all days of a calendar, whatever their order in the answer', () => {
    const rows = ['2026-03-05', '2026-01-02', '2026-02-01'].map((day) => ({
      keys: [day],
      labels: [day],
      values: ['1', '1'],
    }));
    const { option } = chartOfAnswer(
      { tag: 'chart', type: 'calendar', x: 'month', y: ['amount'] },
      { ...answer, groups: answer.groups.slice(0, 1), rows },
    );
    expect((option.calendar as { range: string[] }).range).toEqual(['2026-01-02', '2026-03-05']);
  });

  it.each([
    'line',
    'area',
    'bar',
    'stacked',
    'row',
    'pie',
    'rose',
    'gauge',
    'funnel',
    'radar',
    'scatter',
    'heatmap',
    'treemap',
    'sankey',
    'calendar',
  ] as const)('%s draws an empty answer and a full one', (type) => {
    for (const rows of [answer.rows, []]) {
      const { option } = chartOfAnswer(
        { tag: 'chart', type, x: 'month', series: 'dept', y: ['amount'] },
        { ...answer, rows },
      );
      expect(option).toBeTypeOf('object');
    }
  });
});

describe('each kind of chart', () => {
  type Kind = NonNullable<Parameters<typeof chartOfAnswer>[0]['type']>;
  const draw = (type: Kind, by: 'month' | 'dept' = 'month', rows = answer.rows) =>
    chartOfAnswer(
      by === 'dept'
        ? { tag: 'chart', type, x: 'dept', y: ['amount'] }
        : { tag: 'chart', type, x: 'month', series: 'dept', y: ['amount'] },
      by === 'dept'
        ? {
            ...answer,
            groups: answer.groups.slice(1),
            rows: [
              { keys: ['d1'], labels: ['一部'], values: ['40', '1'] },
              { keys: ['d2'], labels: ['二部'], values: ['0', null] },
            ],
          }
        : { ...answer, rows },
    );
  const seriesOf = ({ option }: ReturnType<typeof chartOfAnswer>): Record<string, unknown>[] =>
    option.series as Record<string, unknown>[];

  it('says names and never ids', () => {
    for (const type of ['line', 'area', 'bar', 'stacked', 'row', 'heatmap', 'radar', 'sankey'] as const)
      expect(JSON.stringify(draw(type).option), type).not.toMatch(/"d[12]"/);
    for (const type of ['pie', 'rose', 'funnel', 'treemap'] as const)
      expect(JSON.stringify(draw(type, 'dept').option), type).not.toMatch(/"d[12]"/);
  });

  it('keeps a part of 0 among the parts, with the cell it stands for', () => {
    for (const type of ['pie', 'rose', 'funnel', 'treemap'] as const) {
      const drawn = draw(type, 'dept');
      expect(seriesOf(drawn)[0]?.data, type).toEqual([
        { name: '一部', value: 40 },
        { name: '二部', value: 0 },
      ]);
      expect(drawn.cellOf({ dataIndex: 1 })).toMatchObject({ keys: { dept: 'd2' }, figure: 'amount' });
    }
  });

  it('stacks series on each other, and turns bars on their side', () => {
    expect(seriesOf(draw('stacked')).map(({ stack }) => stack)).toEqual(['all', 'all']);
    const { option } = draw('row');
    expect([option.xAxis, option.yAxis]).toMatchObject([
      { type: 'value' },
      { type: 'category', data: ['2026-01', '2026-02'] },
    ]);
  });

  it('puts the sum of all on a gauge whose end is the target', () => {
    const { option } = chartOfAnswer(
      { tag: 'chart', type: 'gauge', y: ['amount'], target: 100 },
      { ...answer, groups: [], rows: [{ keys: [], labels: [], values: ['60', '0.5'] }] },
    );
    expect((option.series as unknown[])[0]).toMatchObject({ type: 'gauge', max: 100, data: [{ value: 60 }] });
  });

  it('a heat map has a square for every pair, empty ones with 0; a mark of it is its cell', () => {
    const drawn = draw('heatmap');
    expect(seriesOf(drawn)[0]?.data).toEqual([
      [0, 0, 10],
      [1, 0, 30],
      [0, 1, 20],
      [1, 1, 0],
    ]);
    expect(drawn.cellOf({ dataIndex: 2 })?.keys).toEqual({ month: '2026-01', dept: 'd2' });
    expect(drawn.option.visualMap).toMatchObject({ min: 0, max: 30 });
  });

  it('a radar has an arm for each value of the group, a sankey a band for each pair that has anything', () => {
    expect(draw('radar').option.radar).toMatchObject({ indicator: [{ name: '2026-01' }, { name: '2026-02' }] });
    expect(seriesOf(draw('sankey'))[0]?.links).toEqual([
      { source: '2026-01 ', target: '一部', value: 10 },
      { source: '2026-02 ', target: '一部', value: 30 },
      { source: '2026-01 ', target: '二部', value: 20 },
    ]);
  });

  it('a calendar goes from the first to the last day', () => {
    const { option } = chartOfAnswer(
      { tag: 'chart', type: 'calendar', x: 'day', y: ['amount'] },
      {
        ...answer,
        groups: [{ key: 'day', label: '日期', by: 'day' }],
        rows: [
          { keys: ['2026-01-01'], labels: ['2026-01-01'], values: ['3', null] },
          { keys: ['2026-01-02'], labels: ['2026-01-02'], values: ['0', null] },
        ],
      },
    );
    expect(option.calendar).toMatchObject({ range: ['2026-01-01', '2026-01-02'] });
    expect((option.series as Record<string, unknown>[])[0]?.data).toEqual([
      ['2026-01-01', 3],
      ['2026-01-02', 0],
    ]);
  });

  it('a funnel says its figures as people read them', () => {
    const [series] = seriesOf(draw('funnel', 'dept'));
    const label = series?.label as { formatter(mark: { name: string; value: unknown }): string } | undefined;
    expect(label?.formatter({ name: '一部', value: 1234567 })).toBe('一部 1,234,567');
  });
});
