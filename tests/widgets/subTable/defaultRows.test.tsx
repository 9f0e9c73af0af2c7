import { act, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { pendingWork } from '../../../src/runtime/host/pendingWork.ts';
import { applyPatch } from '../../../src/screens/detail/drafts/applyPatch.ts';
import { typedChanges } from '../../../src/screens/detail/typedChanges.ts';
import type { ValuesPatch } from '../../../src/records/patch.ts';
import { settle } from '../support.tsx';
import { press, rowsOf, show, type, type Shown } from './support.tsx';

vi.setConfig({ testTimeout: 60_000 });

describe('default rows', () => {
  const call = {
    defaultTbDataResourceApi: '/pms/items',
    defaultTbDataResourceApiParams: { project: '${project}', user: '${curentUser}' },
    defaultTbDataApiDataRes: 'list',
    defaultTbDataApiDataHashInfo: { name: 'title', quantity: 'count.value' },
  };
  const answer = {
    list: [
      { title: '甲', count: { value: 3 } },
      { title: '乙', count: { value: 4 } },
    ],
  };

  test('come from the configured call for a new record, mapped to the columns, with placeholders filled (SL-004, RD-003, PH)', async () => {
    const request = vi.fn(async () => answer);
    const table = await show({
      rows: null,
      table: call,
      services: { request },
      fields: [{ tag: 'el-input', __vModel__: 'project', label: '项目', defaultValue: 'P1' }],
    });
    expect(request).toHaveBeenCalledTimes(1);
    expect(request.mock.calls[0]).toEqual([
      { url: '/pms/items', method: 'GET', params: { project: 'P1', user: 'u1' } },
    ]);
    expect(table.rows().map(({ fieldsMap: { name, quantity } }) => [name, quantity])).toEqual([
      ['甲', 3],
      ['乙', 4],
    ]);
    expect(table.action('undo')).toBeNull();
  });

  test('are not asked for over existing rows, nor in a record that is under way (SL-004, SL-006)', async () => {
    const request = vi.fn(async () => answer);
    await show({ rows: rowsOf(1), table: call, services: { request } });
    await show({ rows: [], table: call, services: { request }, situation: { flowState: '1' } });
    expect(request).not.toHaveBeenCalled();
  });

  test('come to a table that may only be read, with what the server can look up; a source of other kind gives it no empty rows (SL-004)', async () => {
    const records = {
      defaultTbDataResourceApi: '/frmCrud/list/items',
      defaultTbDataResourceApiType: 'POST',
      defaultTbDataApiDataRes: 'data',
      defaultTbDataApiDataHashInfo: { name: 'fieldsMap.title' },
    };
    const request = vi.fn(async () => ({
      data: [
        { id: 'a', fieldsMap: { title: '甲' } },
        { id: 'b', fieldsMap: { title: '乙' } },
      ],
    }));
    const table = await show({ rows: null, table: { ...records, flowEditable: '0' }, services: { request } });
    expect(table.rows().map(({ fieldsMap: { name } }) => name)).toEqual(['甲', '乙']);
    expect(table.root.dataset.tableMode).toBe('0');
    // they are saved, and stay on the screen
    const sent = table.session.toRecord();
    expect(sent.childTables.samples?.map(({ fieldsMap: { name } }) => name)).toEqual(['甲', '乙']);
    expect(table.rows()).toHaveLength(2);
    const other = await show({
      rows: null,
      table: { ...call, flowEditable: '0' },
      services: { request: async () => answer },
    });
    expect(other.rows()).toEqual([]);
    await show({
      rows: [],
      table: { ...records, flowEditable: '0' },
      services: { request },
      situation: { isEdit: '0' },
    });
    expect(request).toHaveBeenCalledTimes(1);
  });

  test('are asked for again each time the field they depend on changes (SL-007)', async () => {
    const request = vi.fn(async ({ params }: { params: Record<string, unknown> }) => ({
      list: [{ title: `项目${String(params.project)}` }],
    }));
    const table = await show({
      rows: null,
      table: { ...call, defaultTbDataDependKey: 'project' },
      services: { request },
      fields: [{ tag: 'el-input', __vModel__: 'project', label: '项目' }],
    });
    await act(async () => {
      table.session.setValue('project', 'A');
    });
    await settle(10);
    await act(async () => {
      table.session.setValue('project', 'B');
    });
    await settle(10);
    expect(table.rows().map((row) => row.fieldsMap.name)).toEqual(['项目B']);
  });

  test('that replaced others by themselves are taken back as a whole (SL-007)', async () => {
    const lists: Record<string, string[]> = { A: ['一'], B: ['二', '三'], C: ['四', '五', '六'] };
    const request = vi.fn(async ({ params }: { params: Record<string, unknown> }) => ({
      list: lists[String(params.project)].map((title) => ({ title })),
    }));
    const table = await show({
      rows: null,
      table: { ...call, defaultTbDataDependKey: 'project' },
      services: { request },
      fields: [{ tag: 'el-input', __vModel__: 'project', label: '项目' }],
    });
    const names = (): unknown[] => table.rows().map((row) => row.fieldsMap.name);
    const choose = async (project: string): Promise<void> => {
      await act(async () => table.session.setValue('project', project));
      await settle(30);
    };
    await choose('A');
    const input = await table.edit(0, 'name');
    await type(input, '改了');
    await press(input, 'Enter');
    await choose('B');
    await table.click(document.querySelector('.ant-modal-footer .ant-btn-primary') as Element);
    expect(names()).toEqual(['二', '三']);
    await choose('C');
    expect(names()).toEqual(['四', '五', '六']);
    await table.click(table.action('undo') as Element);
    expect(names()).toEqual(['二', '三']);
    await table.click(table.action('undo') as Element);
    expect(names()).toEqual(['改了']);
  });

  test('that fail to load are a warning with the server’s words (ER-016)', async () => {
    await show({
      rows: null,
      table: call,
      services: {
        request: async () => {
          throw new ServiceError('X', '项目库维护中');
        },
      },
    });
    await waitFor(() => expect(document.body.textContent).toContain('项目库维护中'), { timeout: 5000 });
  });
});

const LOADED = {
  defaultTbDataResourceApi: '/pms/items',
  defaultTbDataResourceApiParams: { project: '${project}' },
  defaultTbDataApiDataRes: 'list',
  defaultTbDataApiDataHashInfo: { name: 'title' },
};
const DEPENDENT = { ...LOADED, defaultTbDataDependKey: 'project' };
const PROJECT = { tag: 'el-input', __vModel__: 'project', label: '项目' };
const RECORDS = {
  defaultTbDataResourceApi: '/frmCrud/list/items',
  defaultTbDataResourceApiType: 'POST',
  defaultTbDataApiDataRes: 'data',
  defaultTbDataApiDataHashInfo: { name: 'fieldsMap.title' },
};
const items = async () => ({ list: [{ title: '甲' }, { title: '乙' }] });
const records = async () => ({ data: ['甲', '乙'].map((title) => ({ id: title, fieldsMap: { title } })) });
const cells = (table: Shown, ...keys: string[]): unknown[] =>
  table.rows().map(({ fieldsMap }) => keys.map((key) => fieldsMap[key] ?? '').join(' '));
const fill = async (table: Shown, row: number, column: string, text: string): Promise<void> => {
  const input = await table.edit(row, column);
  await type(input, text);
  await press(input, 'Enter');
};
const choose = async (table: Shown, project: string): Promise<void> => {
  await act(async () => table.session.setValue('project', project));
  await settle(30);
};
/** As the draft is stored and read again. */
const draftOf = ({ session }: Shown): ValuesPatch => JSON.parse(JSON.stringify(typedChanges(session))) as ValuesPatch;
const restore = async ({ session }: Shown, draft: ValuesPatch): Promise<readonly string[]> => {
  let dropped: readonly string[] = [];
  await act(async () => {
    dropped = applyPatch(session, draft);
  });
  await settle(30);
  return dropped;
};

describe('what a person types into default rows is in the draft of the next visit', () => {
  test('for rows of the document, also after some were removed (SC-012)', async () => {
    const table = { defaultTbData: ['外观', '尺寸', '外观'].map((name) => ({ name })) };
    const before = await show({ rows: null, table });
    expect(before.session.isDirty).toBe(false);
    await fill(before, 2, 'price', '5');
    await act(async () => {
      before.session.setValue(
        'samples',
        before.rows().filter((_row, index) => index !== 1),
      );
    });
    const after = await show({ rows: null, table });
    expect(await restore(after, draftOf(before))).toEqual([]);
    expect(cells(after, 'name', 'price')).toEqual(['外观 ', '外观 5']);
  });

  test('for rows of a call, which are there once (SL-004)', async () => {
    const given = { rows: null, table: LOADED, services: { request: items } };
    const before = await show(given);
    await fill(before, 1, 'price', '5');
    const after = await show(given);
    expect(await restore(after, draftOf(before))).toEqual([]);
    expect(cells(after, 'name', 'price')).toEqual(['甲 ', '乙 5']);
  });

  test('for rows of a call in a table to which nobody may add (SL-004)', async () => {
    const given = { rows: null, table: { ...RECORDS, canOp: '0' }, services: { request: records } };
    const before = await show(given);
    await fill(before, 0, 'price', '5');
    const after = await show(given);
    expect(await restore(after, draftOf(before))).toEqual([]);
    expect(cells(after, 'name', 'price')).toEqual(['甲 5', '乙 ']);
  });

  test('with the field on which they depend, without a question and without another call (SL-007)', async () => {
    const request = vi.fn(items);
    const given = { rows: null, table: DEPENDENT, fields: [PROJECT], services: { request } };
    const before = await show(given);
    await choose(before, 'P1');
    await fill(before, 0, 'price', '5');
    const after = await show(given);
    request.mockClear();
    await restore(after, draftOf(before));
    expect(cells(after, 'name', 'price')).toEqual(['甲 5', '乙 ']);
    expect(document.querySelector('.ant-modal')).toBeNull();
    expect(request).not.toHaveBeenCalled();
  });

  test('and rows that nobody changed are no input: they are loaded again (SL-004)', async () => {
    const given = { rows: null, table: DEPENDENT, fields: [PROJECT], services: { request: items } };
    const before = await show(given);
    await choose(before, 'P1');
    expect(draftOf(before).tables).toEqual({});
    const after = await show(given);
    await restore(after, draftOf(before));
    expect(cells(after, 'name')).toEqual(['甲', '乙']);
  });

  test('a new form is not unsaved because of rows that came by themselves, until one is changed (SL-004)', async () => {
    const table = await show({ rows: null, table: LOADED, services: { request: items } });
    expect(table.rows()).toHaveLength(2);
    expect(table.session.isDirty).toBe(false);
    await fill(table, 0, 'price', '5');
    expect(table.session.isDirty).toBe(true);
  });
});

describe('a save waits for default rows', () => {
  test('while they are loaded, and after the call has failed until it is repeated or given up (SL-007)', async () => {
    let answer = items;
    const table = await show({
      rows: null,
      table: DEPENDENT,
      fields: [PROJECT],
      services: { request: () => answer() },
    });
    await choose(table, 'P1');
    let finish: (rows: Awaited<ReturnType<typeof items>>) => void = () => undefined;
    answer = () => new Promise((resolve) => (finish = resolve));
    await choose(table, 'P2');
    expect(pendingWork(table.session)).toBe('rows');
    expect(table.root.textContent).toContain('正在加载默认数据…');
    await act(async () => finish({ list: [{ title: '丙' }] }));
    expect(pendingWork(table.session)).toBeNull();
    expect(cells(table, 'name')).toEqual(['丙']);
    answer = async () => {
      throw new ServiceError('X', '项目库维护中');
    };
    await choose(table, 'P3');
    expect(pendingWork(table.session)).toBe('outdated');
    expect(table.root.textContent).toContain('默认数据没有更新，表中仍是原来的数据：项目库维护中');
    answer = async () => ({ list: [{ title: '丁' }] });
    await table.click(table.action('retry-default-rows') as Element);
    expect(pendingWork(table.session)).toBeNull();
    expect(cells(table, 'name')).toEqual(['丁']);
    answer = async () => {
      throw new ServiceError('X', '项目库维护中');
    };
    await choose(table, 'P4');
    await table.click(table.action('keep-rows') as Element);
    expect(pendingWork(table.session)).toBeNull();
    expect(table.action('retry-default-rows')).toBeNull();
    expect(cells(table, 'name')).toEqual(['丁']);
  });

  test('an empty table offers 重试, also where rows come only from the call', async () => {
    let answer = async (): Promise<object> => {
      throw new ServiceError('X', '项目库维护中');
    };
    const table = await show({
      rows: null,
      table: { ...RECORDS, canOp: '0', flowEditable: '0' },
      services: { request: () => answer() },
    });
    expect(pendingWork(table.session)).toBeNull();
    answer = records;
    await table.click(table.action('retry-default-rows') as Element);
    expect(cells(table, 'name')).toEqual(['甲', '乙']);
  });
});

test('a list of records is asked for page by page, and rows that do not fit are told (SC-015…018)', async () => {
  const titles = Array.from({ length: 7 }, (_none, index) => `项${index + 1}`);
  const request = vi.fn(async ({ params }: { params: Record<string, unknown> }) => {
    const { pageNum } = params.page as { pageNum: number };
    const data = titles.slice((pageNum - 1) * 3, pageNum * 3).map((title) => ({ id: title, fieldsMap: { title } }));
    return { data, page: { total: titles.length } };
  });
  const table = await show({ rows: null, table: RECORDS, services: { request } });
  expect(cells(table, 'name')).toEqual(titles);
  expect(request.mock.calls.map(([{ params }]) => params.page)).toEqual(
    [1, 2, 3].map((pageNum) => ({ pageNum, pageSize: 500 })),
  );
  const short = await show({ rows: null, table: { ...RECORDS, maxRows: 5 }, services: { request } });
  expect(short.rows()).toHaveLength(5);
  await waitFor(() => expect(document.body.textContent).toContain('默认数据超过 5 行，只填入了前 5 行'));
  // a page that the document names is asked for as it is
  request.mockClear();
  const page = { pageNum: 2, pageSize: 3 };
  await show({
    rows: null,
    table: { ...RECORDS, defaultTbDataResourceApiParams: { page } },
    services: { request },
  });
  expect(request.mock.calls.map(([{ params }]) => params.page)).toEqual([page]);
});

test('a table that was hidden while its dependency changed loads the rows of the new value (SL-007)', async () => {
  const request = vi.fn(async ({ params }: { params: Record<string, unknown> }) => ({
    list: [{ title: `项目${String(params.project)}` }],
  }));
  const table = await show({
    rows: null,
    table: { ...DEPENDENT, visibleWhen: "kindOf == 'a'" },
    fields: [PROJECT, { tag: 'el-input', __vModel__: 'kindOf', label: '类型', defaultValue: 'a' }],
    services: { request },
  });
  await choose(table, 'P1');
  const { session } = table;
  await act(async () => session.setValue('kindOf', 'b'));
  await choose(table, 'P2');
  await act(async () => session.setValue('kindOf', 'a'));
  await settle(60);
  expect(cells(table, 'name')).toEqual(['项目P2']);
  expect(document.querySelector('.ant-modal')).toBeNull();
  // rows that the person has removed do not come back
  await act(async () => session.setValue('samples', []));
  await act(async () => session.setValue('kindOf', 'b'));
  await act(async () => session.setValue('kindOf', 'a'));
  await settle(60);
  expect(table.rows()).toEqual([]);
});
