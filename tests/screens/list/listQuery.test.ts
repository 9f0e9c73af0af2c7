import { createVocabulary } from '../../../src/kernel/index.ts';
import { definitions } from '../../../src/server/widgets.generated.ts';
import { describe, expect, it } from 'vitest';
import type { AnyNode } from '../../../src/grammar/nodes.ts';
import { compileList } from '../../../src/screens/list/compile.ts';
import {
  DEFAULT_VIEW_STATE,
  decodeListState,
  encodeListState,
  isListParam,
  isNarrowed,
  toListQuery,
  type ListState,
} from '../../../src/screens/list/query.ts';

const list = compileList(
  {
    tag: 'list',
    sort: { field: 'createTime', order: 'desc' },
    fixedQuery: { area: 'seals' },
    filters: [
      { field: 'name' },
      { field: 'kind' },
      { field: 'amount' },
      { field: 'day' },
      { field: 'createTime' },
      { field: 'state', defaultValue: 'open' as never },
    ],
  },
  {
    formKey: 'seal',
    formName: '用印',
    fields: [
      { tag: 'el-input', __vModel__: 'name', label: '名称', isList: '1' },
      { tag: 'el-select', __vModel__: 'kind', label: '类型', isList: '1' },
      { tag: 'el-input-number', __vModel__: 'amount', label: '金额', isList: '1' },
      { tag: 'el-date-picker', __vModel__: 'day', label: '日期', isList: '1' },
      { tag: 'el-input', __vModel__: 'state', label: '状态' },
    ] as AnyNode[],
  },
  createVocabulary(definitions),
);
const start: ListState = {
  pageNum: 1,
  pageSize: 10,
  sort: { field: 'createTime', order: 'desc' },
  filters: { state: 'open', flwState: '0' },
  ...DEFAULT_VIEW_STATE,
};

describe('the query of a list in the address', () => {
  it('leaves the address clean while nothing differs from the default', () => {
    expect(encodeListState(start, list)).toEqual({ 'f.state': 'open' });
    expect(decodeListState({}, list)).toEqual(start);
  });

  it('keeps a chosen default where the records of a number are listed, which are read without defaults', () => {
    const state: ListState = { ...start, drillDown: { number: { figure: 'amount' } as never, title: '金额' } };
    const params = encodeListState(state, list);
    expect(params['f.flwState']).toBe('"0"');
    expect(decodeListState(params, list).filters).toEqual(start.filters);
  });

  it.each([
    { ...start, pageNum: 3, pageSize: 50 },
    { ...start, sort: { field: 'amount', order: 'asc' as const } },
    {
      ...start,
      filters: {
        name: '001',
        kind: ['a', 2, true],
        amount: [1, null],
        day: ['2026-01-01', '2026-02-01'],
        state: 'open',
      },
    },
    { ...start, filters: { name: '["x"]', state: 'open' } },
    { ...start, filters: { name: 'true' } },
  ])('gives back the state it was made of: %j', (state) => {
    expect(decodeListState(encodeListState(state, list, 'a.'), list, 'a.')).toEqual(state);
  });

  it('falls back to the default where the address was tampered with', () => {
    expect(decodeListState({ page: '-1', size: '7', sort: 'nothing.asc' }, list)).toEqual(start);
    expect(decodeListState({ page: '1e9999', size: '10; drop', sort: 'amount' }, list)).toEqual(start);
  });

  it('knows its own parameters from those of the route', () => {
    expect(['page', 'size', 'sort', 'f.name', 'formKey', 'id'].filter((key) => isListParam(key))).toEqual([
      'page',
      'size',
      'sort',
      'f.name',
    ]);
    expect(isListParam('page', 'b.')).toBe(false);
  });
});

describe('the query sent to the server', () => {
  it('leaves out voided records of a form without a process until somebody asks for them', () => {
    const asked = (flwState?: string) =>
      toListQuery({ ...start, filters: flwState ? { flwState } : {} }, list).conditions.slice(1);
    const valid = [{ field: 'flwState', op: 'in', value: ['0', '1', '2', '3'] }];
    expect(asked(decodeListState({}, list).filters['flwState'] as string)).toEqual(valid);
    expect(asked('4')).toEqual([{ field: 'flwState', op: 'in', value: ['4'] }]);
    const all = decodeListState({ 'f.flwState': '' }, list);
    expect(asked(all.filters['flwState'] as string | undefined)).toEqual([]);
    expect(encodeListState(all, list)).toMatchObject({ 'f.flwState': '' });
    expect([isNarrowed({ ...start, filters: { flwState: '0' } }, list), isNarrowed(start, list)]).toEqual([
      false,
      true,
    ]);
    const advanced = { match: 'all' as const, rows: [{ field: 'flwState', op: 'notIn' as const, value: ['0'] }] };
    expect(toListQuery({ ...start, filters: {}, advanced }, list).conditions.slice(1)).toEqual([
      { field: 'flwState', op: 'notIn', value: ['0', '1', '2', '3'] },
    ]);
  });

  it('adds the fixed conditions, trims texts and leaves empty filters out', () => {
    expect(
      toListQuery({ ...start, filters: { name: ' 公章 ', kind: [], amount: [null, 5] } }, list).conditions,
    ).toEqual([
      { field: 'area', op: 'eq', value: 'seals' },
      { field: 'name', op: 'contains', value: '公章' },
      { field: 'amount', op: 'range', value: [null, 5] },
    ]);
  });

  it('makes the last day of a span of times count whole, and leaves plain dates alone', () => {
    const day = ['2026-01-01', '2026-01-31'];
    expect(toListQuery({ ...start, filters: { createTime: day, day } }, list).conditions.slice(1)).toEqual([
      { field: 'day', op: 'range', value: day },
      { field: 'createTime', op: 'range', value: ['2026-01-01 00:00:00', '2026-01-31 23:59:59'] },
    ]);
  });
});
