import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { problem } from '../../../src/domain/problem/index.ts';
import { settle } from '../support.tsx';
import { AMOUNT, NAME, QUANTITY, rowsOf, show, type, type Shown } from './support.tsx';

vi.setConfig({ testTimeout: 60_000 });

const rate = { tag: 'el-input-number', __vModel__: 'rate', label: '费率' };
const readOnly = (count: number): Promise<Shown> =>
  show({
    rows: rowsOf(count),
    columns: [NAME, QUANTITY, { ...AMOUNT, computed: 'quantity * form.rate' }],
    table: { flowEditable: '0' },
    fields: [rate],
    values: { rate: 2 },
  });
const search = async (table: Shown, text: string): Promise<void> => {
  const box = table.root.querySelector('[data-action="find-rows"]') as HTMLElement;
  await type(box.matches('input') ? box : (box.querySelector('input') as HTMLElement), text);
  await settle(60);
};
const names = (table: Shown): (string | undefined)[] => table.texts().map((line) => line.split('|')[0]);

test('computed columns of a filtered table follow the form in every row, and no row is lost', async () => {
  const table = await readOnly(12);
  await search(table, '样品12');
  expect(names(table)).toEqual(['样品12']);
  await act(async () => table.session.setValue('rate', 3));
  await settle(60);
  expect(table.texts()).toEqual(['样品12|12|36.00']);
  expect(table.rows().map(({ fieldsMap }) => fieldsMap.amount)).toEqual(
    Array.from({ length: 12 }, (_v, i) => (i + 1) * 3),
  );
});

test('a jump to a row that is filtered out shows all rows, and the row that is meant', async () => {
  const table = await readOnly(12);
  await search(table, '样品12');
  await act(async () => table.session.focusProblem(['samples', 4, 'name']));
  await settle(200);
  expect(names(table)).toHaveLength(12);
  expect(table.cell(4, 'name').className).toContain('st-active');
  await search(table, '样品1');
  await act(async () => table.session.focusProblem(['samples', 10, 'name']));
  await settle(200);
  expect(names(table)[2]).toBe('样品11');
  expect(table.cell(2, 'name').className).toContain('st-active');
});

test('problems are shown at their rows in a filtered table, and come back with all rows', async () => {
  const table = await readOnly(12);
  const wrong = (): (string | null)[] =>
    [...table.root.querySelectorAll('.st-wrong')].map((cell) => cell.closest('[data-row]')?.textContent ?? null);
  await search(table, '样品12');
  const problems = [3, 11].map((row) => problem('VALUE_REQUIRED', [row, 'quantity'], { label: '数量' }));
  await act(async () => table.session.setProblems('samples', problems));
  await settle(60);
  expect(wrong()).toEqual([expect.stringContaining('样品12')]);
  expect(table.session.problems('samples').map(({ path }) => path[0])).toEqual([3, 11]);
  await table.click(table.action('clear-arrangement') as Element);
  await settle(60);
  expect(wrong()).toEqual([expect.stringContaining('样品4'), expect.stringContaining('样品12')]);
});
