import { expect, it } from 'vitest';
import { sheetOfLines } from '../../../src/server/datasets/exportSheets.ts';

const answer = {
  heads: [{ key: 'no', label: '编号' }],
  figures: [{ key: 'amount', label: '金额', isMeasure: true }],
  rows: [{ recordId: 'a', keys: {}, cells: [{ value: 'H-1', text: 'H-1' }], values: ['7'] }],
  sums: ['7'],
  page: { pageNum: 1, pageSize: 10, total: 1 },
  ofAll: null,
} as unknown as Parameters<typeof sheetOfLines>[0];

it('the row of sums is named in the first shown column of a head; without one, in a row above', () => {
  expect(sheetOfLines(answer, null).rows).toEqual([
    ['H-1', 7],
    ['合计', 7],
  ]);
  expect(sheetOfLines(answer, ['amount']).rows).toEqual([[7], ['合计'], [7]]);
});
