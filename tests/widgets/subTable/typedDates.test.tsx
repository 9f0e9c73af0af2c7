import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { settle } from '../support.tsx';
import { NAME, press, show, type } from './support.tsx';

vi.setConfig({ testTimeout: 60_000 });

const DAY = { tag: 'el-date-picker', __vModel__: 'day', label: '日期' };

test.each([
  ['2026-01-23', 'Tab', '2026-01-23'],
  ['2026-1-23', 'Tab', '2026-01-23'],
  ['２０２６／１／２３', 'Tab', '2026-01-23'],
  ['20260123', 'Enter', '2026-01-23'],
  ['2026-1', 'Tab', '2025-12-31'],
  ['2026-1-23x', 'Enter', '2025-12-31'],
])('the date %s that is typed into a cell and left with %s is stored as %s', async (text, key, stored) => {
  const table = await show({ rows: [{ id: 'a', fieldsMap: { day: '2025-12-31' } }], columns: [DAY, NAME] });
  const input = await table.edit(0, 'day');
  for (let length = 1; length <= text.length; length += 1) await type(input, text.slice(0, length));
  expect(input.value).toBe(text);
  await press(input, key);
  await settle(200);
  expect(table.rows()[0].fieldsMap.day).toBe(stored);
});

test('Esc takes back a typed date that has reached the row', async () => {
  const table = await show({ rows: [{ id: 'a', fieldsMap: { day: '2025-12-31' } }], columns: [DAY, NAME] });
  const input = await table.edit(0, 'day');
  await type(input, '2026-1-23');
  await settle(200);
  expect(table.rows()[0].fieldsMap.day).toBe('2026-01-23');
  await press(input, 'Escape');
  await settle(50);
  expect(table.rows()[0].fieldsMap.day).toBe('2025-12-31');
});

const TIME = { tag: 'el-time-picker', __vModel__: 'time', label: '时间', format: 'HH:mm' };

test.each([
  ['08:30', 'Tab', '08:30'],
  ['8:30', 'Tab', '08:30'],
  ['８：３０', 'Enter', '08:30'],
  ['08:3', 'Tab', '07:15'],
])('the time %s that is typed into a cell and left with %s is stored as %s', async (text, key, stored) => {
  const table = await show({ rows: [{ id: 'a', fieldsMap: { time: '07:15' } }], columns: [TIME, NAME] });
  const input = await table.edit(0, 'time');
  for (let length = 1; length <= text.length; length += 1) await type(input, text.slice(0, length));
  expect(input.value).toBe(text);
  await press(input, key);
  await settle(200);
  expect(table.rows()[0].fieldsMap.time).toBe(stored);
});

test('a time that is typed or picked stays when another cell is pressed', async () => {
  const table = await show({
    rows: ['a', 'b'].map((id) => ({ id, fieldsMap: { time: '', name: '甲' } })),
    columns: [TIME, NAME],
  });
  await type(await table.edit(0, 'time'), '08:30');
  await table.click(table.cell(0, 'name'));
  await table.edit(1, 'time');
  const [hours, minutes] = document.querySelectorAll(
    '.ant-picker-dropdown:not(.ant-picker-dropdown-hidden) .ant-picker-time-panel-column',
  );
  await table.click(hours.querySelectorAll('.ant-picker-time-panel-cell-inner')[9]);
  await table.click(minutes.querySelectorAll('.ant-picker-time-panel-cell-inner')[45]);
  await table.click(table.cell(1, 'name'));
  expect(table.rows().map((row) => row.fieldsMap.time)).toEqual(['08:30', '09:45']);
});

test('the end of a period that is typed last stays when the cell is left with Tab', async () => {
  const period = { ...TIME, __vModel__: 'period', 'is-range': true };
  const days = { ...DAY, __vModel__: 'days', type: 'daterange' };
  const table = await show({ rows: [{ id: 'a', fieldsMap: {} }], columns: [period, days, NAME] });
  const typeBoth = async (column: string, start: string, end: string): Promise<void> => {
    await type(await table.edit(0, column), start);
    const second = table.cell(0, column).querySelectorAll('input')[1];
    await act(async () => second.focus());
    await type(second, end);
    await press(second, 'Tab');
    await settle(200);
  };
  await typeBoth('period', '08:00', '09:30');
  await typeBoth('days', '2026-03-04', '2026-03-05');
  expect(table.rows()[0].fieldsMap).toMatchObject({ period: ['08:00', '09:30'], days: ['2026-03-04', '2026-03-05'] });
});
