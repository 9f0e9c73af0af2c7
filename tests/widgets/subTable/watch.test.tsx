import { act } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { settle } from '../support.tsx';
import { press, rowsOf, show, type, type Shown } from './support.tsx';

vi.setConfig({ testTimeout: 60_000 });
// by the clock of the test: on a busy machine keys would be further apart than a value rests
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const CODE = {
  tag: 'el-input',
  __vModel__: 'name',
  label: '编号',
  openWatch: '1',
  watchApiUrl: '/stock/find',
  watchApiMethod: 'GET',
  watchApiDataPosition: 'data.item',
  watchApiParams: { code: '${name}', row: '${id}', by: '${curentUser}', project: '${title}' },
  watchApiHash: { spec: 'specification', quantity: 'count', unit: 'unitCode' },
};
const SPEC = { tag: 'el-input', __vModel__: 'spec', label: '规格', readonly: true };
const QUANTITY = { tag: 'el-input-number', __vModel__: 'quantity', label: '数量', summary: 'sum' };
const UNIT = {
  tag: 'el-select',
  __vModel__: 'unit',
  label: '单位',
  __slot__: { options: [{ label: '吨', value: 't' }] },
};
const AMOUNT = { tag: 'el-input-number', __vModel__: 'amount', label: '金额', computed: 'quantity * 2' };
const columns = [CODE, SPEC, QUANTITY, UNIT, AMOUNT];

type Call = { url: string; method: string; params: Record<string, unknown> };
const itemOf = ({ params }: Call): unknown => ({
  item: { specification: `规格${String(params.code)}`, count: '3', unitCode: 't' },
});
const open = (request: (call: Call) => Promise<unknown>, count = 1, code: object = CODE) =>
  show({
    columns: [code, ...columns.slice(1)],
    rows: rowsOf(count).map((row) => ({ ...row, fieldsMap: { name: row.fieldsMap.name, quantity: 1 } })),
    fields: [{ tag: 'el-input', __vModel__: 'title', label: '标题' }],
    values: { title: '工程' },
    services: { request: request as never },
  });
const REST = 500;
const paste = (keys: HTMLElement, text: string): Promise<void> =>
  act(async () => {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    Object.assign(event, { clipboardData: { getData: () => text } });
    keys.dispatchEvent(event);
  });

describe('a watched column of a row (SC-025…029)', () => {
  test('asks once when typing rests and fills the row: types fitted, labels found, formulas and totals following', async () => {
    const request = vi.fn((call: Call) => Promise.resolve(itemOf(call)));
    const table = await open(request);
    const input = await table.edit(0, 'name');
    for (const text of ['G', 'GJ', 'GJ1']) {
      await type(input, text);
      await settle(160);
    }
    await settle(REST);
    expect(request).toHaveBeenCalledTimes(1);
    expect(request.mock.calls[0][0]).toEqual({
      url: '/stock/find',
      method: 'GET',
      params: { code: 'GJ1', row: 'r1', by: expect.any(String), project: '工程' },
    });
    expect(table.rows()[0].fieldsMap).toMatchObject({
      spec: '规格GJ1',
      quantity: 3,
      unit: 't',
      unitLabel: '吨',
      amount: 6,
    });
    expect(table.root.querySelector('[data-total="quantity"]')?.textContent).toContain('3');
  });

  test('empties what it filled when its value is found no more or is emptied, not what was typed', async () => {
    const table = await open((call) => Promise.resolve(call.params.code === 'GJ1' ? itemOf(call) : { item: null }));
    const enter = async (text: string, key = 'name'): Promise<unknown> => {
      const input = await table.edit(0, key);
      await type(input, text);
      await press(input, 'Enter');
      await settle(REST);
      return table.rows()[0].fieldsMap;
    };
    const filled = { spec: '规格GJ1', quantity: 3, unit: 't', unitLabel: '吨' };
    expect(await enter('GJ1')).toMatchObject(filled);
    expect(await enter('GJ')).toMatchObject({ spec: null, quantity: null, unitLabel: '' });
    expect(table.root.textContent).toContain('1 处关联数据获取失败');
    expect(await enter('GJ1')).toMatchObject(filled);
    await enter('8', 'quantity');
    expect(await enter('')).toMatchObject({ spec: null, quantity: 8, unitLabel: '' });
  });

  test('takes the last answer, in whatever order answers come', async () => {
    const waiting: { call: Call; resolve(value: unknown): void }[] = [];
    const table = await open(
      (call) =>
        new Promise((resolve) => {
          waiting.push({ call, resolve });
        }),
    );
    for (const text of ['A', 'B']) {
      await press(
        await table.edit(0, 'name').then(async (input) => {
          await type(input, text);
          return input;
        }),
        'Enter',
      );
      await settle(REST);
    }
    expect(waiting).toHaveLength(2);
    for (const { call, resolve } of waiting.toReversed()) {
      await act(async () => resolve(itemOf(call)));
      await settle(30);
    }
    expect(table.rows()[0].fieldsMap.spec).toBe('规格B');
  });

  test('says a failure at its cell, and asks again on a press', async () => {
    let isDown = true;
    const table = await open((call) =>
      isDown ? Promise.reject(new Error('库存系统忙')) : Promise.resolve(itemOf(call)),
    );
    await press(
      await table.edit(0, 'name').then(async (input) => {
        await type(input, 'X');
        return input;
      }),
      'Enter',
    );
    await settle(REST);
    const retry = table.cell(0, 'name').querySelector('[data-action="retry-call"]') as HTMLElement;
    expect(retry.getAttribute('aria-label')).toContain('库存系统忙');
    expect(table.root.querySelector('.st-calls')?.textContent).toContain('1 处关联数据获取失败');
    isDown = false;
    await table.click(retry);
    await settle(60);
    expect(table.rows()[0].fieldsMap.spec).toBe('规格X');
    expect(table.root.querySelector('[data-action="retry-call"]')).toBeNull();
  });

  test('pasted down many rows makes one call of equal questions and never more than four at once', async () => {
    let running = 0;
    let most = 0;
    const request = vi.fn(async (call: Call) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
      running -= 1;
      return itemOf(call);
    });
    const table = await open(request, 1, { ...CODE, watchApiParams: { code: '${name}' } });
    await table.edit(0, 'name').then((input) => press(input, 'Escape'));
    await paste(table.keys(), Array.from({ length: 60 }, (_v, i) => `C${i % 12}`).join('\n'));
    await settle(REST + 200);
    expect(table.rows()).toHaveLength(60);
    expect(table.rows().every(({ fieldsMap: { name, spec } }) => spec === `规格${String(name)}`)).toBe(true);
    expect(request).toHaveBeenCalledTimes(12);
    expect(most).toBe(4);
  });

  test('leaves alone what the same paste brought, and a row that went away', async () => {
    const request = vi.fn((call: Call) => Promise.resolve(itemOf(call)));
    const table = await open(request, 2);
    await table.edit(0, 'name').then((input) => press(input, 'Escape'));
    await paste(table.keys(), 'N1\t不可改\t8');
    await settle(REST);
    expect(table.rows()[0].fieldsMap).toMatchObject({ spec: '规格N1', quantity: 8 });
    await press(
      await table.edit(1, 'name').then(async (input) => {
        await type(input, 'N2');
        return input;
      }),
      'Escape',
    );
    await settle(REST);
    expect(request).toHaveBeenCalledTimes(1);
  });

  test('one undo takes value and filling back together, redo brings both without asking again', async () => {
    const request = vi.fn((call: Call) => Promise.resolve(itemOf(call)));
    const table = await open(request);
    const input = await table.edit(0, 'name');
    await type(input, 'Z');
    await press(input, 'Enter');
    const quantity = await table.edit(0, 'quantity');
    await type(quantity, '9');
    await press(quantity, 'Enter');
    await settle(REST);
    expect(table.rows()[0].fieldsMap).toMatchObject({ name: 'Z', spec: '规格Z' });
    await press(table.keys(), 'z', { ctrlKey: true });
    expect(table.rows()[0].fieldsMap).toMatchObject({ name: 'Z', spec: '规格Z' });
    await press(table.keys(), 'z', { ctrlKey: true });
    expect(table.rows()[0].fieldsMap).toMatchObject({ name: '样品1', quantity: 1 });
    expect(table.rows()[0].fieldsMap.spec).toBeUndefined();
    await press(table.keys(), 'y', { ctrlKey: true });
    expect(table.rows()[0].fieldsMap).toMatchObject({ name: 'Z', spec: '规格Z' });
    await settle(REST);
    expect(request).toHaveBeenCalledTimes(1);
  });
});

describe('what a person types while an answer is on its way', () => {
  const asked = async () => {
    let answer = (): void => undefined;
    const table = await open(
      (call) =>
        new Promise((resolve) => {
          answer = () => resolve(itemOf(call));
        }),
    );
    const input = await table.edit(0, 'name');
    await type(input, 'Z');
    await press(input, 'Enter');
    await settle(REST);
    const answered = async (): Promise<void> => {
      await act(async () => answer());
      await settle(60);
    };
    return { table, answered };
  };

  test('into a cell that the answer would fill is kept', async () => {
    const { table, answered } = await asked();
    const quantity = await table.edit(0, 'quantity');
    await type(quantity, '9');
    await press(quantity, 'Enter');
    await answered();
    const typed = { spec: '规格Z', quantity: 9, amount: 18, unit: 't' };
    expect(table.rows()[0].fieldsMap).toMatchObject(typed);
    await press(table.keys(), 'z', { ctrlKey: true });
    expect(table.rows()[0].fieldsMap).toMatchObject({ spec: '规格Z', quantity: 3 });
    await press(table.keys(), 'y', { ctrlKey: true });
    expect(table.rows()[0].fieldsMap).toMatchObject(typed);
  });

  test('can be taken back without the answer', async () => {
    const { table, answered } = await asked();
    const name = await table.edit(0, 'quantity');
    await type(name, '9');
    await settle(200);
    await answered();
    await type(name, '98');
    await settle(200);
    await press(name, 'Escape');
    expect(table.rows()[0].fieldsMap).toMatchObject({ name: 'Z', spec: '规格Z', unit: 't', quantity: 3 });
  });
});

test('an answer of another system fits a switch and a list of texts', async () => {
  const passed = { tag: 'el-switch', __vModel__: 'passed', label: '是否合格' };
  const table = await show({
    columns: [{ ...CODE, watchApiHash: { passed: 'ok', spec: 'tags' } }, passed, SPEC],
    rows: [{ id: 'r1', fieldsMap: { name: '' } }],
    services: { request: (async () => ({ item: { ok: true, tags: ['甲', '乙'] } })) as never },
  });
  const input = await table.edit(0, 'name');
  await type(input, 'G');
  await press(input, 'Enter');
  await settle(REST);
  expect(table.rows()[0].fieldsMap).toMatchObject({ passed: '1', spec: '甲,乙' });
  expect(table.root.querySelector('[data-action="retry-call"]')).toBeNull();
});

describe('a value that is undone', () => {
  const lineOf = (table: Shown): string => table.root.querySelector('.st-calls')?.textContent ?? '';

  test('is no longer asked for, neither before its call nor after', async () => {
    const table = await open(() => new Promise(() => undefined), 2);
    await table.edit(0, 'name').then((input) => press(input, 'Escape'));
    for (const rest of [0, REST]) {
      await paste(table.keys(), 'A\nB');
      await settle(rest);
      expect(lineOf(table)).toContain('正在获取 2 处关联数据');
      await press(table.keys(), 'z', { ctrlKey: true });
      expect(lineOf(table)).toBe('');
    }
  });

  test('takes its failure with it', async () => {
    const table = await open(() => Promise.reject(new Error('库存系统忙')), 2);
    await table.edit(0, 'name').then((input) => press(input, 'Escape'));
    await paste(table.keys(), 'A');
    await settle(REST);
    expect(lineOf(table)).toContain('1 处关联数据获取失败');
    await press(table.keys(), 'z', { ctrlKey: true });
    expect(lineOf(table)).toBe('');
  });
});

test('an answer to a table that was closed meanwhile does not undo what was written in it since', async () => {
  let answer = (): void => undefined;
  const table = await show({
    columns,
    rows: rowsOf(2).map((row) => ({ ...row, fieldsMap: { name: row.fieldsMap.name, quantity: 1 } })),
    table: { visibleWhen: "title != '无'" },
    fields: [{ tag: 'el-input', __vModel__: 'title', label: '标题' }],
    values: { title: '工程' },
    services: {
      request: ((call: Call) =>
        new Promise((resolve) => {
          answer = () => resolve(itemOf(call));
        })) as never,
    },
  });
  const input = await table.edit(0, 'name');
  await type(input, 'GJ1');
  await press(input, 'Enter');
  await settle(REST);
  for (const title of ['无', '工程']) {
    await act(async () => table.session.setValue('title', title));
    await settle(60);
  }
  const later = table.rows().map((row) => ({ ...row, fieldsMap: { ...row.fieldsMap, quantity: 7 } }));
  await act(async () => table.session.setValue('samples', later));
  await act(async () => answer());
  await settle(60);
  expect(table.rows().map(({ fieldsMap }) => fieldsMap.quantity)).toEqual([7, 7]);
});
