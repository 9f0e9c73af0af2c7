import { act, fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { settle } from '../support.tsx';
import { NAME, press, show, type Shown } from './support.tsx';

vi.setConfig({ testTimeout: 60_000 });

const RATE = {
  tag: 'el-input-number',
  __vModel__: 'rate',
  label: '税率',
  visibleWhen: 'name == "专票"',
  editableWhen: 'name == "专票"',
};
const NOTE = { tag: 'el-input', __vModel__: 'note', label: '说明', editableWhen: 'rate == 6' };
// the cells that others open stand behind them
const columns = [NOTE, RATE, NAME];

const valuesOf = (table: Shown): unknown[] =>
  table.rows().map(({ fieldsMap: { name, rate, note } }) => [note ?? null, rate ?? null, name]);
const paste = async (table: Shown, text: string): Promise<void> => {
  await act(async () => table.keys().focus());
  await act(async () => {
    fireEvent.paste(table.keys(), { clipboardData: { getData: () => text } });
  });
  await settle(60);
};

test('a paste takes the cells that it opens itself, in rows that were there and in new ones; others are named', async () => {
  const table = await show({ columns, rows: [{ id: 'a', fieldsMap: { name: '' } }] });
  await paste(table, '甲\t6\t专票\n乙\t6\t专票\n丙\t6\t普票');
  expect(valuesOf(table)).toEqual([
    ['甲', 6, '专票'],
    ['乙', 6, '专票'],
    [null, null, '普票'],
  ]);
  expect(table.root.querySelector('.st-report')?.textContent).toContain('不能修改的列已跳过：说明、税率');
});

test('a fill takes the cells that it opens itself', async () => {
  const table = await show({
    columns,
    rows: [
      { id: 'a', fieldsMap: { note: '甲', rate: 6, name: '专票' } },
      { id: 'b', fieldsMap: { name: '' } },
    ],
  });
  await act(async () => table.keys().focus());
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await press(table.keys(), key, { shiftKey: true });
  await press(table.keys(), 'd', { ctrlKey: true });
  await settle(60);
  expect(valuesOf(table)[1]).toEqual(['甲', 6, '专票']);
});
