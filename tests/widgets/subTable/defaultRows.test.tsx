import { act, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { settle } from '../support.tsx';
import { press, rowsOf, show, type } from './support.tsx';

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
