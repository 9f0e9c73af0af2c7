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
