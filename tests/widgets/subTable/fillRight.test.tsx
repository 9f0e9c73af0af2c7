import { act, fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { settle } from '../support.tsx';
import { NAME, press, QUANTITY, rowsOf, show, type, type Shown } from './support.tsx';

vi.setConfig({ testTimeout: 60_000 });

const fillRight = async (table: Shown, column: string): Promise<void> => {
  await act(async () => table.keys().focus());
  while (table.root.querySelector<HTMLElement>('.st-active')?.dataset.column !== column)
    await press(table.keys(), 'ArrowRight');
  await press(table.keys(), 'r', { ctrlKey: true });
  await settle(50);
};

test('a person is copied to another column of people with the name', async () => {
  const person = { tag: 'userSelector', __vModel__: 'head', label: '负责人' };
  const table = await show({
    columns: [person, { ...person, __vModel__: 'checker', label: '审核人' }],
    rows: [{ id: 'a', fieldsMap: { head: 'p1', headLabel: '李工' } }],
  });
  await fillRight(table, 'checker');
  expect(table.rows()[0].fieldsMap).toMatchObject({ checker: 'p1', checkerLabel: '李工' });
});

test('a date without a year in its text is copied with its year', async () => {
  const day = {
    tag: 'el-date-picker',
    __vModel__: 'start',
    label: '开始',
    format: 'MM月dd日',
    'value-format': 'yyyy-MM-dd',
  };
  const table = await show({
    columns: [day, { ...day, __vModel__: 'end', label: '结束' }],
    rows: [{ id: 'a', fieldsMap: { start: '2024-03-05' } }],
  });
  await fillRight(table, 'end');
  expect(table.rows()[0].fieldsMap.end).toBe('2024-03-05');
});

test('a text that does not fit the column is told apart from a cell that may not be changed', async () => {
  const table = await show({
    columns: [NAME, QUANTITY],
    rows: [{ id: 'a', fieldsMap: { name: '甲', quantity: 1 } }],
  });
  await fillRight(table, 'quantity');
  await expect
    .poll(() => document.body.textContent, { timeout: 5000 })
    .toContain('1 个单元格不能填入这样的内容，已跳过');
  expect(document.body.textContent).not.toContain('不能修改');
  expect(table.rows()[0].fieldsMap.quantity).toBe(1);
});

test('the button 向下填充 acts on the selected cells, also on the one that is being edited', async () => {
  const table = await show({
    rows: rowsOf(3),
    table: { topOpBtns: [{ btnName: '向下填充', eventType: 'fillDown' }] },
  });
  const button = table.action('fillDown') as HTMLElement;
  await press(await table.edit(0, 'name'), 'Escape');
  await press(table.keys(), 'ArrowDown', { shiftKey: true });
  expect(fireEvent.mouseDown(button)).toBe(false);
  await table.click(button);
  await settle(50);
  expect(table.rows().map((row) => row.fieldsMap.name)).toEqual(['样品1', '样品1', '样品3']);
  expect(document.activeElement).toBe(table.keys());
  await type(await table.edit(2, 'quantity'), '9');
  await table.click(button);
  await settle(50);
  expect(table.rows().map((row) => row.fieldsMap.quantity)).toEqual([1, 2, 2]);
});
