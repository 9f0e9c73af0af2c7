import { readFileSync } from 'node:fs';
import axe from 'axe-core';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { settle } from '../support.tsx';
import { NAME, QUANTITY, show, type Shown } from './support.tsx';

vi.setConfig({ testTimeout: 60_000 });

const NO = { tag: 'el-input', __vModel__: 'no', label: '编号', readonly: true };
const PERSON = { tag: 'userSelector', __vModel__: 'keeper', label: '保管人' };
const COLUMNS = [NO, NAME, QUANTITY, PERSON];
const SOURCE = {
  outsideAdd: '1',
  multiple: true,
  outsideResourceApi: '/frmCrud/list/ledger',
  outsideResourceApiParams: { conditions: [{ field: 'unit', value: '${unit}' }] },
  outsideApiDataRes: 'data',
  outsideApiDataHashInfo: {
    no: 'fieldsMap.code',
    name: 'fieldsMap.title',
    quantity: 'fieldsMap.count',
    keeper: 'fieldsMap.keeper',
  },
};
const ALL = Array.from({ length: 23 }, (_none, i) => ({
  id: `i${i + 1}`,
  fieldsMap: { code: `N${i + 1}`, title: `设备${i + 1}`, count: String(i + 1), keeper: 'p1', keeperLabel: '李工' },
}));

interface Body {
  data: { keyword?: string };
  page: { pageNum: number; pageSize: number };
}
const answer = async ({ params }: { params: unknown }): Promise<unknown> => {
  const {
    data: { keyword = '' },
    page: { pageNum, pageSize },
  } = params as Body;
  const found = ALL.filter(({ fieldsMap }) => fieldsMap.title.includes(keyword));
  return {
    data: found.slice((pageNum - 1) * pageSize, pageNum * pageSize),
    page: { pageNum, pageSize, total: found.length },
  };
};

const dialog = (): HTMLElement => document.querySelector<HTMLElement>('[role="dialog"]') as HTMLElement;
const item = (name: string): HTMLInputElement => screen.getByLabelText(name) as HTMLInputElement;
const press = async (element: Element | null | undefined): Promise<void> => {
  await act(async () => {
    fireEvent.click(element as Element);
  });
  await settle(20);
};

async function open(table: Shown): Promise<void> {
  await table.click(table.action('outside-add') as Element);
  await waitFor(() => expect(document.querySelector('.st-pick')).not.toBeNull(), { timeout: 20_000 });
  await settle(50);
}
const confirm = (): Promise<void> => press(dialog().querySelector('[data-action="confirm"]'));

describe('选择数据', () => {
  test('asks the configured call for a page, with placeholders filled, and adds what was chosen over pages as one step (SE-001, CL-085)', async () => {
    const request = vi.fn(answer);
    const table = await show({
      rows: [],
      columns: COLUMNS,
      table: SOURCE,
      services: { request },
      fields: [{ tag: 'el-input', __vModel__: 'unit', label: '单位' }],
      values: { unit: '甲' },
    });
    await open(table);
    expect(dialog().textContent).toContain('选择数据');
    expect((dialog().closest('.ant-modal') as HTMLElement).style.width).toBe('80%');
    expect(request.mock.calls[0]?.[0]).toEqual({
      url: '/frmCrud/list/ledger',
      method: 'POST',
      params: { data: { conditions: [{ field: 'unit', value: '甲' }] }, page: { pageNum: 1, pageSize: 10 } },
    });
    expect(dialog().textContent).toContain('共 23 条');
    await press(item('N2 设备2'));
    await press(dialog().querySelector('.ant-pagination-item-2'));
    await settle(50);
    await press(item('N12 设备12'));
    expect(dialog().textContent).toContain('已选 2 条');
    await confirm();
    await settle(50);
    expect(table.rows().map((row) => row.fieldsMap)).toEqual([
      expect.objectContaining({ no: 'N2', name: '设备2', quantity: 2, keeper: 'p1', keeperLabel: '李工' }),
      expect.objectContaining({ no: 'N12', name: '设备12', quantity: 12 }),
    ]);
    await table.click(table.action('undo') as Element);
    expect(table.rows()).toHaveLength(0);
  });

  test('marks what the table holds already, takes no more than maxRows, and finds by a keyword', async () => {
    const rows = [{ id: 'r1', fieldsMap: { no: 'N3', name: '改过的名字', quantity: 9 } }];
    const request = vi.fn(answer);
    const table = await show({ rows, columns: COLUMNS, table: { ...SOURCE, maxRows: 2 }, services: { request } });
    await open(table);
    const taken = [...dialog().querySelectorAll('tr')].find((row) => row.textContent?.includes('设备3'));
    expect(taken?.textContent).toContain('已添加');
    await press(item('N1 设备1'));
    expect(item('N2 设备2').disabled).toBe(true);
    expect(dialog().textContent).toContain('已达到可添加的行数');
    await act(async () => {
      fireEvent.change(dialog().querySelector('input[type="search"], .ant-input') as Element, {
        target: { value: '设备2' },
      });
    });
    await settle(400);
    expect(request.mock.calls.at(-1)).toMatchObject([{ params: { data: { keyword: '设备2' }, page: { pageNum: 1 } } }]);
    expect(dialog().textContent).toContain('共 5 条');
    await confirm();
    await settle(50);
    expect(table.rows().map((row) => row.fieldsMap.no)).toEqual(['N3', 'N1']);
    expect((table.action('outside-add') as HTMLButtonElement).disabled).toBe(true);
  });

  test('of a table without multiple takes one', async () => {
    const table = await show({
      rows: [],
      columns: COLUMNS,
      table: { ...SOURCE, multiple: false },
      services: { request: answer },
    });
    await open(table);
    await press(item('N1 设备1'));
    await press(item('N2 设备2'));
    await confirm();
    await settle(50);
    expect(table.rows().map((row) => row.fieldsMap.no)).toEqual(['N2']);
  });

  test('says what failed and tries again, and says when there is nothing', async () => {
    let isDown = true;
    const request = vi.fn(async (call: { params: unknown }) => {
      if (isDown) throw new ServiceError('X', '台账维护中');
      return { ...((await answer(call)) as object), data: [], page: { total: 0 } };
    });
    const table = await show({ rows: [], columns: COLUMNS, table: SOURCE, services: { request } });
    await open(table);
    expect(dialog().textContent).toContain('台账维护中');
    isDown = false;
    await press(dialog().querySelector('[data-action="retry"]'));
    await settle(50);
    expect(dialog().textContent).toContain('没有可选的数据');
  });

  test('fills locked columns only from records the server can look up', async () => {
    const table = await show({
      rows: [],
      columns: COLUMNS,
      table: { ...SOURCE, outsideResourceApi: '/pms/devices' },
      services: { request: answer },
    });
    await open(table);
    expect(dialog().textContent).not.toContain('编号');
    await press(item('设备1 1'));
    await confirm();
    await settle(50);
    expect(table.rows()[0].fieldsMap).toMatchObject({ name: '设备1' });
    expect(table.rows()[0].fieldsMap.no ?? '').toBe('');
  });

  test('is offered only where rows may be added, and sends nothing to other hosts', async () => {
    const locked = await show({
      rows: [],
      columns: COLUMNS,
      table: { ...SOURCE, addNodeCtr: '登记' },
      services: { request: answer },
    });
    expect(locked.action('outside-add')).toBeNull();
    const request = vi.fn(answer);
    const table = await show({
      rows: [],
      columns: COLUMNS,
      table: { ...SOURCE, outsideResourceApi: '${unit}//elsewhere.example/x' },
      services: { request },
    });
    await table.click(table.action('outside-add') as Element);
    await settle(100);
    expect(request).not.toHaveBeenCalled();
  });

  test('has no accessibility fault', async () => {
    const table = await show({ rows: [], columns: COLUMNS, table: SOURCE, services: { request: answer } });
    await open(table);
    const { violations } = await axe.run(dialog(), {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });
});

test('a device that is chosen from the shipped register for scrapping brings what the register says of it', async () => {
  const { form } = JSON.parse(readFileSync('schemas/business/deviceFlow/scrapDevice.json', 'utf8')) as {
    form: { fields: { __vModel__?: string; children?: { __vModel__: string }[] }[] };
  };
  const {
    children = [],
    __vModel__: _key,
    ...table
  } = form.fields.find(({ __vModel__: key }) => key === 'devices') ?? {};
  const BROUGHT = [
    'deviceNo',
    'deviceName',
    'model',
    'factoryNo',
    'buyDate',
    'originalValue',
    'depreciation',
    'keeper',
  ];
  const device = {
    deviceNo: 'SB-01',
    deviceName: '压力机',
    model: 'YE-2000',
    factoryNo: 'F7',
    buyDate: '2019-05-06',
    originalValue: '86000',
    depreciation: '80000.5',
    keeper: 'p1',
  };
  const shown = await show({
    rows: [],
    columns: children.filter(({ __vModel__: key }) => [...BROUGHT, 'netValue'].includes(key)),
    table: { ...table, addNodeCtr: '', editNodeCtr: '', minRows: 0 },
    services: {
      request: async () => ({
        data: [{ id: 'd1', fieldsMap: device }],
        page: { pageNum: 1, pageSize: 10, total: 1 },
      }),
    },
  });
  await open(shown);
  await press(document.querySelector('.st-pick tbody input[type="checkbox"]'));
  await confirm();
  await settle(50);
  expect(shown.rows()[0]?.fieldsMap).toMatchObject({
    ...device,
    originalValue: 86000,
    depreciation: 80000.5,
    netValue: 5999.5,
  });
});

test('a full page with an item that is repeated is followed by further pages', async () => {
  const named = Array.from({ length: 12 }, (_none, i) => ({
    fieldsMap: { code: `N${i === 1 ? 0 : i}`, title: `设备${i === 1 ? 0 : i}` },
  }));
  const request = async ({ params }: { params: unknown }): Promise<unknown> => {
    const { pageNum, pageSize } = (params as Body).page;
    return { data: named.slice((pageNum - 1) * pageSize, pageNum * pageSize) };
  };
  const table = await show({ rows: [], columns: COLUMNS, table: SOURCE, services: { request } });
  await open(table);
  await press(dialog().querySelector('.ant-pagination-item-2'));
  await settle(50);
  expect(dialog().textContent).toContain('设备11');
});
