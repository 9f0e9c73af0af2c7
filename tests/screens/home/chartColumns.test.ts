import { describe, expect, it } from 'vitest';
import { chartCellText, chartColumns } from '../../../src/screens/home/chartColumns.ts';

describe('the table beside a chart', () => {
  it('names what is drawn in the words of the chart, not in keys', () => {
    const bars = {
      xAxis: { type: 'category', name: '月份' },
      series: [
        { type: 'bar', name: '发起', encode: { x: 'month', y: 'started' } },
        { type: 'line', name: '办结', encode: { x: 'month', y: 'finished' } },
      ],
    };
    expect(chartColumns(bars, [{ month: '2026-05', started: 3, finished: 2, formKey: 'x' }])).toEqual([
      { key: 'month', title: '月份' },
      { key: 'started', title: '发起' },
      { key: 'finished', title: '办结' },
    ]);
    const lying = {
      xAxis: { type: 'value' },
      yAxis: { type: 'category', name: '流程' },
      series: { type: 'bar', name: '耗时', encode: { x: 'hours', y: 'flow' } },
    };
    expect(chartColumns(lying, [{ flow: '用印', hours: 4 }]).map(({ title }) => title)).toEqual(['流程', '耗时']);
    const pie = { series: [{ type: 'pie', encode: { itemName: 'name', value: 'value' } }] };
    expect(chartColumns(pie, [{ name: '用印', value: 3 }]).map(({ title }) => title)).toEqual(['名称', '数值']);
  });

  it('keeps the keys of rows whose chart says nothing of them', () => {
    expect(chartColumns({ series: { type: 'bar' } }, [{ 部门: '甲', 件数: 1 }]).map(({ key }) => key)).toEqual([
      '部门',
      '件数',
    ]);
  });

  it('has a column for each key of any row, and nothing where a row has no value', () => {
    const rows = [{ 部门: '甲' }, { 部门: '乙', 件数: null }, { 件数: 2 }];
    expect(chartColumns({}, rows).map(({ key }) => key)).toEqual(['部门', '件数']);
    expect([undefined, null, 0, '甲', ['a']].map(chartCellText)).toEqual(['', '', '0', '甲', '["a"]']);
  });
});
