import { act } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { NodeRules } from '../../../src/rules/situation.ts';
import { settle } from '../support.tsx';
import { AMOUNT, NAME, press, PRICE, QUANTITY, rowsOf, show, type, type Shown } from './support.tsx';

vi.setConfig({ testTimeout: 60_000 });

const write = async (table: Shown, row: number, column: string, text: string): Promise<void> => {
  const input = await table.edit(row, column);
  await type(input, text);
  await press(input, 'Enter');
};
const wrong = (table: Shown): (string | undefined)[] =>
  [...table.root.querySelectorAll<HTMLElement>('.st-wrong')].map((cell) => cell.dataset.column);
const validate = (table: Shown): Promise<void> =>
  act(async () => {
    table.session.validate();
  });

/** As the server refuses a cell of the first row. */
const refuse = (table: Shown, column: string, message: string): Promise<void> =>
  act(async () => {
    const path = ['childTables', 'samples', 0, 'fieldsMap', column];
    table.session.showProblems([{ code: 'VALUE_RANGE', path, message, params: {}, level: 'error' }]);
  });

describe('a wrong cell is right again', () => {
  test('as soon as it is emptied', async () => {
    const table = await show({ rows: rowsOf(1), columns: [NAME, { ...QUANTITY, max: 100 }] });
    await write(table, 0, 'quantity', '101');
    expect(wrong(table)).toEqual(['quantity']);
    await table.edit(0, 'quantity').then((input) => press(input, 'Escape'));
    await press(table.keys(), 'Delete');
    expect(wrong(table)).toEqual([]);
  });

  test('as soon as its formula has another result', async () => {
    const table = await show({ rows: rowsOf(1), columns: [QUANTITY, PRICE, { ...AMOUNT, max: 100 }] });
    await write(table, 0, 'quantity', '60');
    await refuse(table, 'amount', '不能大于 100');
    expect(wrong(table)).toEqual(['amount']);
    await write(table, 0, 'quantity', '6');
    expect(wrong(table)).toEqual([]);
  });

  test('as soon as another column no longer demands it', async () => {
    const columns = [NAME, { ...QUANTITY, requiredWhen: 'name == "有数"' }];
    const table = await show({ rows: [{ id: 'a', fieldsMap: { name: '有数' } }], columns });
    await validate(table);
    expect(wrong(table)).toEqual(['quantity']);
    await write(table, 0, 'name', '无数');
    expect(wrong(table)).toEqual([]);
  });

  test('as soon as a call has filled it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const watched = {
      ...NAME,
      openWatch: '1',
      watchApiUrl: '/stock/find',
      watchApiMethod: 'GET',
      watchApiParams: { code: '${name}' },
      watchApiHash: { quantity: 'count' },
    };
    const table = await show({
      rows: [{ id: 'a', fieldsMap: { name: '' } }],
      columns: [watched, { ...QUANTITY, required: true }],
      services: { request: (async () => ({ count: 3 })) as never },
    });
    await validate(table);
    expect(wrong(table)).toEqual(['name', 'quantity']);
    await write(table, 0, 'name', '甲');
    await settle(500);
    expect(table.rows()[0].fieldsMap.quantity).toBe(3);
    expect(wrong(table)).toEqual([]);
    vi.useRealTimers();
  });
});

test('what only the server finds wrong in a cell stays marked while other cells of the row are changed', async () => {
  const table = await show({ rows: rowsOf(1), columns: [NAME, QUANTITY] });
  await refuse(table, 'quantity', '库存不足');
  await write(table, 0, 'name', '别的');
  expect(wrong(table)).toEqual(['quantity']);
  await write(table, 0, 'quantity', '9');
  expect(wrong(table)).toEqual([]);
});

test('rows of a restored draft can still be filled in by a person who may only add rows, and show what was changed', async () => {
  const nodeRules = {
    taskNode: '登记',
    fields: {},
    tables: { samples: { add: '1', editable: '0' } },
    actions: ['approve'],
  } as unknown as NodeRules;
  const stored = rowsOf(1);
  const table = await show({
    rows: stored,
    columns: [NAME, QUANTITY],
    situation: { taskNode: '登记', flowState: '1', nodeRules },
  });
  await act(async () => {
    table.session.setValue('samples', [
      { id: 'r1', fieldsMap: { ...stored[0].fieldsMap } },
      { id: 'own', fieldsMap: { name: '新行' } },
    ]);
  });
  expect(table.cell(0, 'quantity').className).toContain('st-locked');
  await write(table, 1, 'quantity', '5');
  expect(table.rows()[1].fieldsMap.quantity).toBe(5);
});

test('a restored draft marks the cells that differ from the stored record', async () => {
  const table = await show({ rows: rowsOf(2), columns: [NAME, QUANTITY] });
  await act(async () => {
    table.session.setValue('samples', [
      { id: 'r1', fieldsMap: { ...rowsOf(1)[0].fieldsMap, name: '改名' } },
      rowsOf(2)[1],
    ]);
  });
  const dirty = [...table.root.querySelectorAll<HTMLElement>('.st-dirty')].map((cell) => cell.textContent);
  expect(dirty).toEqual(['改名']);
});
