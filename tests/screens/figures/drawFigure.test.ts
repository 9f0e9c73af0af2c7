import { describe, expect, it } from 'vitest';
import { drawFigure } from '../../../src/screens/figures/figureOption.ts';
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
    const { option, marks } = drawFigure(
      { tag: 'chart', type: 'bar', x: 'month', series: 'dept', y: ['amount'] },
      answer,
    );
    expect((option.series as { name: string; data: unknown[] }[]).map(({ name, data }) => [name, data])).toEqual([
      ['一部', [10, 30]],
      ['二部', [20, 0]],
    ]);
    expect(marks({ seriesIndex: 1, dataIndex: 0 })).toMatchObject({
      keys: { month: '2026-01', dept: 'd2' },
      labels: ['2026-01', '二部'],
      figure: 'amount',
    });
  });

  it('draws a figure as a line over an axis of its own where the document says so', () => {
    const { option } = drawFigure(
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
      const { option } = drawFigure(
        { tag: 'chart', type, x: 'month', series: 'dept', y: ['amount'] },
        { ...answer, rows },
      );
      expect(option).toBeTypeOf('object');
    }
  });
});
