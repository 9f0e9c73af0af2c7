import { createVocabulary } from '../../../src/kernel/index.ts';
import { definitions } from '../../../src/server/widgets.generated.ts';
import { describe, expect, it } from 'vitest';
import type { AnyNode, ListNode } from '../../../src/grammar/nodes.ts';
import type { FormDefinition } from '../../../src/kernel/form.ts';
import { compileList, fillListPlaceholders } from '../../../src/screens/list/compile.ts';

const form = (fields: unknown[], extra: Partial<FormDefinition> = {}): FormDefinition => ({
  formKey: 'seal',
  formName: '业务用印申请',
  fields: fields as AnyNode[],
  ...extra,
});

const FORM = form(
  [
    { tag: 'el-input', __vModel__: 'sealName', label: '印章名称', isList: '1', isSearch: '1' },
    {
      tag: 'row',
      children: [
        {
          tag: 'el-select',
          __vModel__: 'sealType',
          label: '印章类型',
          isList: '1',
          isSearch: '1',
          isDict: '1',
          dictCode: 'seal_type',
          required: true,
        },
        { tag: 'el-input', __vModel__: 'secret', label: '内部备注', isList: '1', flowVisible: '0' },
      ],
    },
    {
      tag: 'el-tabs',
      children: [
        {
          label: '页',
          children: [{ tag: 'el-date-picker', __vModel__: 'useDate', label: '用印日期', isList: '1', isSearch: '1' }],
        },
      ],
    },
    { tag: 'el-input-number', __vModel__: 'amount', label: '金额', isSearch: '1', width: '88px' },
    {
      tag: 'subTable',
      __vModel__: 'files',
      label: '文件',
      isList: '1',
      children: [{ tag: 'el-input', __vModel__: 'fileName', isList: '1' }],
    },
  ],
  { flowKey: 'sealFlow' },
);

const compile = (node: Partial<ListNode> = {}, definition = FORM) =>
  compileList({ tag: 'list', ...node }, definition, createVocabulary(definitions));

describe('a list screen compiled from its form', () => {
  it('shows the flagged fields, those in rows and tabs too, then state and author', () => {
    expect(compile().columns.map((column) => column.field)).toEqual([
      'sealName',
      'sealType',
      'useDate',
      'flwState',
      'taskNode',
      'createBy',
      'createTime',
    ]);
    expect(compile().title).toBe('业务用印申请');
  });

  it('leaves out a field that this form hides, even when the screen asks for it', () => {
    expect(
      compile({ columns: [{ field: 'secret' }, { field: 'sealName' }] }).columns.map((column) => column.field),
    ).not.toContain('secret');
  });

  it('leaves out columns and filters whose field was removed from the form', () => {
    const list = compile({ columns: [{ field: 'gone' }, { field: 'createTime' }], filters: [{ field: 'gone' }] });
    expect(list.columns.map((column) => column.field)).not.toContain('gone');
    expect(list.filters.map((filter) => filter.field)).not.toContain('gone');
  });

  it('compares texts by content, numbers and dates by range, choices by membership', () => {
    expect(compile().filters.map((filter) => [filter.field, filter.op, filter.control.kind])).toEqual([
      ['sealName', 'contains', 'text'],
      ['sealType', 'in', 'face'],
      ['useDate', 'range', 'date'],
      ['amount', 'range', 'number'],
      ['flwState', 'in', 'state'],
      ['createTime', 'range', 'date'],
    ]);
  });

  it('never makes a filter mandatory because the field is', () => {
    const control = compile().filters[1]?.control;
    expect(control?.kind === 'face' && control.node).toMatchObject({
      tag: 'el-select',
      dictCode: 'seal_type',
      multiple: true,
    });
    expect(control?.kind === 'face' && 'required' in control.node).toBe(false);
  });

  it('takes the first fields when a form flags none, and no flow columns when it has no flow', () => {
    const plain = form([1, 2, 3, 4, 5, 6, 7].map((n) => ({ tag: 'el-input', __vModel__: `f${n}`, label: `字段${n}` })));
    const { columns, filters, conditionFields } = compile({}, plain);
    expect(filters.find(({ field }) => field === 'flwState')).toMatchObject({ label: '记录状态', defaultValue: '0' });
    expect(conditionFields.find(({ field }) => field === 'flwState')?.control).toMatchObject({
      choices: [{ label: '有效' }, { label: '已作废' }],
    });
    expect(columns.at(-1)).toMatchObject({ field: 'flwState', isHidden: true, title: '记录状态' });
    expect(columns.slice(0, -1).map((column) => column.field)).toEqual([
      'f1',
      'f2',
      'f3',
      'f4',
      'f5',
      'createBy',
      'createTime',
    ]);
  });

  it('adds a field that was flagged after the screen was written, before state and author', () => {
    const list = compile({ columns: [{ field: 'sealName' }, { field: 'flwState' }], filters: [{ field: 'sealName' }] });
    expect(list.columns.map((column) => column.field)).toEqual(['sealName', 'sealType', 'useDate', 'flwState']);
    expect(list.filters.map((filter) => filter.field)).toEqual(['sealName', 'sealType', 'useDate', 'amount']);
  });

  it('takes over what the screen writes: titles, widths, order, sort, fixed conditions', () => {
    const list = compile({
      title: '待盖章',
      columns: [
        { field: 'amount' },
        { field: 'sealName', title: '章', width: 300, fixed: 'left', sortable: false, hidden: true },
      ],
      sort: { field: 'amount' },
      fixedQuery: {
        flwState: ['1', '2'],
        sealType: 'a',
        useDate: '${notEmpty}',
        amount: '${empty}',
        createTime: '${last:30d}',
      },
    });
    expect(list.columns[0]).toMatchObject({ width: 88, isSortable: true, isHidden: false });
    expect(list.columns[1]).toMatchObject({
      title: '章',
      width: 300,
      fixed: 'left',
      isSortable: false,
      isHidden: true,
    });
    expect(list.sort).toEqual({ field: 'amount', order: 'desc' });
    expect(list.fixedConditions).toEqual([
      { field: 'flwState', op: 'in', value: ['1', '2'] },
      { field: 'sealType', op: 'eq', value: 'a' },
      { field: 'useDate', op: 'notEmpty', value: null },
      { field: 'amount', op: 'empty', value: null },
      { field: 'createTime', op: 'within', value: 'last:30d' },
    ]);
  });

  it('fills the person signed in into fixed conditions and initial values of filters', () => {
    const list = compile({
      filters: [{ field: 'sealName', defaultValue: '${curentUser}' as never }],
      fixedQuery: { createBy: '${curentUser}', sealType: ['${curentDept}', 'a'], sealName: '${curentUnit}' },
    });
    const { fixedConditions, filters } = fillListPlaceholders(list, { userId: '7', deptId: 'd1', values: {} });
    expect(fixedConditions).toEqual([
      { field: 'createBy', op: 'eq', value: '7' },
      { field: 'sealType', op: 'in', value: ['d1', 'a'] },
      { field: 'sealName', op: 'empty', value: null },
    ]);
    expect(filters[0]?.defaultValue).toBe('7');
    const ofNobody = fillListPlaceholders(
      compile({ fixedQuery: { sealType: ['${curentDept}'], sealName: ['${curentUnit}', 'b'] } }),
      {
        userId: '7',
        values: {},
      },
    );
    expect(ofNobody.fixedConditions).toEqual([
      { field: 'sealType', op: 'empty', value: null },
      { field: 'sealName', op: 'in', value: ['b'] },
    ]);
  });

  it('keeps the open end of a range, and a range without a value selects the empty field', () => {
    const ranges = [
      ['', '2026-12-31'],
      ['${query.from}', '${query.to}'],
    ];
    const conditions = ranges.map((value) => ({ field: 'useDate', op: 'range' as const, value }));
    const list = compile({ views: [{ name: '至年底', conditions }] as never });
    const { documentViews } = fillListPlaceholders(list, { userId: '7', values: { 'query.from': '' } });
    expect(documentViews[0]?.conditions).toEqual([
      { field: 'useDate', op: 'range', value: ['', '2026-12-31'] },
      { field: 'useDate', op: 'empty', value: null },
    ]);
  });
});
