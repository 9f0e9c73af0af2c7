import { describe, expect, it } from 'vitest';
import type { CompiledTable } from '../../src/kernel/form.ts';
import { itemsOf, outsideCall, rowOfItem, totalOf } from '../../src/requests/rowSources.ts';
import { pickerRowSource, recordListSource, type RowSource } from '../../src/kernel/rowSourceConfig.ts';
import { compile } from '../kernel/support.ts';

const form = compile([
  {
    tag: 'subTable',
    __vModel__: 't',
    outsideResourceApi: '/pms/items',
    children: [
      { tag: 'el-input', __vModel__: 'no' },
      { tag: 'el-input-number', __vModel__: 'count' },
      { tag: 'el-switch', __vModel__: 'open' },
      { tag: 'userSelector', __vModel__: 'who' },
      { tag: 'el-input-number', __vModel__: 'twice', computed: 'count * 2' },
    ],
  },
]);
const table = form.tables.get('t') as CompiledTable;
const source = (more: Partial<RowSource> = {}): RowSource => ({
  ...(pickerRowSource(table.node) as RowSource),
  ...more,
});
const query = { keyword: '泵', pageNum: 2, pageSize: 15 };
const params = (call: ReturnType<typeof outsideCall>): unknown =>
  call.ok ? call.value.params : call.problems.map(({ code }) => code);

describe('the call for outside data (CL-085)', () => {
  it('carries data and page in the body of a POST, and everything side by side otherwise', () => {
    expect(
      params(outsideCall(source({ params: { unit: '${unit}' } }), { userId: 'u', values: { unit: '甲' } }, query)),
    ).toEqual({ data: { unit: '甲', keyword: '泵' }, page: { pageNum: 2, pageSize: 15 } });
    expect(params(outsideCall(source({ method: 'GET' }), { userId: 'u', values: {} }, query))).toEqual({
      keyword: '泵',
      pageNum: 2,
      pageSize: 15,
    });
  });

  it('puts the keyword where the document wants it, and leaves an empty one out elsewhere', () => {
    const asked = outsideCall(
      source({ params: { conditions: [{ field: 'name', value: '${keyword}' }], by: '${curentUser}' } }),
      { userId: 'u', values: { keyword: '表单的字段' } },
      query,
    );
    expect(params(asked)).toMatchObject({ data: { conditions: [{ field: 'name', value: '泵' }], by: 'u' } });
    expect(params(outsideCall(source(), { userId: 'u', values: {} }, { ...query, keyword: '' }))).toMatchObject({
      data: {},
    });
  });

  it('goes to paths of this system only', () => {
    for (const url of ['https://elsewhere.example/x', '//elsewhere.example/x', '/a/../../b'])
      expect(params(outsideCall(source({ url }), { userId: 'u', values: {} }, query))).toEqual(['DOC_REQUEST']);
  });
});

describe('an answer', () => {
  it('is read at its position, or as a page, or as it is; its total may be missing', () => {
    const rows = [{ id: 1 }, { id: 2 }];
    for (const [answer, position] of [
      [{ data: rows }, undefined],
      [rows, undefined],
      [{ data: rows }, 'data'],
      [{ data: rows }, 'data.data'],
      [{ found: { list: rows } }, 'found.list'],
    ] as const)
      expect(itemsOf(answer, position)).toEqual(rows);
    expect(itemsOf(null, 'x')).toEqual([]);
    expect([totalOf({ page: { total: '7' } }), totalOf({ page: {} }), totalOf(rows)]).toEqual([7, null, null]);
  });

  it('becomes a row under the table’s names, each value as its column stores it, with display texts, never with computed values', () => {
    const names = { no: 'fieldsMap.code', count: 'n', open: 'isOpen', who: 'keeper', twice: 'n' };
    const item = { n: '5', isOpen: true, fieldsMap: { code: 12, keeper: 'u1', keeperLabel: '李工' } };
    expect(rowOfItem(table, source({ names }), item)).toEqual({
      no: '12',
      count: 5,
      open: '1',
      who: 'u1',
      whoLabel: '李工',
    });
    expect(rowOfItem(table, source(), { no: 'A', count: { a: 1 }, other: 'x' })).toEqual({ no: 'A' });
  });
});

describe('a source the server can look up', () => {
  it('lists records of a form by POST', () => {
    expect(recordListSource({ url: '/frmCrud/list/ledger', method: 'POST' })).toEqual({
      formKey: 'ledger',
      isWholeUnit: false,
    });
    expect(recordListSource({ url: '/api/system/frmCrud/listNoAuth/ledger', method: 'POST' })).toEqual({
      formKey: 'ledger',
      isWholeUnit: true,
    });
    for (const url of [
      '/frmCrud/list/a/b',
      '/pms/frmCrud/list/ledger',
      '/frmCrud/getById/ledger',
      '/frmCrud/list/x?y=1',
    ])
      expect(recordListSource({ url, method: 'POST' })).toBeNull();
    expect(recordListSource({ url: '/frmCrud/list/ledger', method: 'GET' })).toBeNull();
  });
});
