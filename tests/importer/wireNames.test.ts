import { describe, expect, it } from 'vitest';
import { compile, define } from '../kernel/support.ts';

/** Every key as the specification spells it, with a value that no default is. */
const TABLE = {
  canOp: '0',
  outsideAdd: '1',
  commonAdd: '0',
  exportAdd: '1',
  needCopy: '1',
  needRemove: '0',
  multiple: true,
  topOpBtns: [{ btnName: '导出', type: 'primary', eventType: 'exportData' }],
  addNodeCtr: '登记',
  editNodeCtr: '登记,审核',
  removeNodeCtr: '审核',
  defaultTbData: [{ a: '1' }],
  defaultTbDataDependKey: 'project',
  defaultTbDataDependTaskNode: '登记',
  defaultTbDataResourceApi: '/pms/items',
  defaultTbDataResourceApiType: 'POST',
  defaultTbDataResourceApiParams: { of: '${project}' },
  defaultTbDataApiDataRes: 'list',
  defaultTbDataApiDataHashInfo: { a: 'x' },
  outsideResourceApi: '/pms/goods',
  outsideResourceApiType: 'POST',
  outsideResourceApiParams: { kind: '1' },
  outsideApiDataRes: 'data.rows',
  outsideApiDataHashInfo: { a: 'y' },
};
const COLUMN = {
  openWatch: '1',
  watchApiUrl: '/pms/find',
  watchApiMethod: 'POST',
  watchApiParams: { a: '${a}' },
  watchApiHash: { b: 'z' },
  watchApiDataPosition: 'item',
};
const BUTTON = {
  label: '办理',
  __config__: { type: 'primary', icon: 'el-icon-edit' },
  keyCondition: 'a',
  keyConditionValue: '1',
  keyConditionExp: '==',
  nodeCondition: '登记',
};

const project = { tag: 'el-input', __vModel__: 'project', label: '项目' };
const column = (key: string, more: object = {}): object => ({ tag: 'el-input', __vModel__: key, label: key, ...more });
const table = {
  tag: 'subTable',
  __vModel__: 't',
  label: '明细',
  ...TABLE,
  children: [column('a', COLUMN), column('b'), { isOp: true, label: '操作', items: [BUTTON] }],
};

describe('a sub-table of the specification', () => {
  const found = define([project, table]).fields.at(-1) as unknown as Record<string, unknown> & {
    children: Record<string, unknown>[];
  };

  it.each(Object.entries(TABLE))('has its key %s (SC-001…024)', (key, value) => {
    expect(found[key]).toEqual(value);
  });

  it.each(Object.entries(COLUMN))('has the key %s of a column (SC-025…029)', (key, value) => {
    expect(found.children[0]?.[key]).toEqual(value);
  });

  it('has the column marked isOp for its operation column, with every key of a button (OP-001…008)', () => {
    expect(found.children[2]).toMatchObject({ tag: 'opColumn', items: [BUTTON] });
    expect(compile([project, table]).tables.get('t')?.operations?.items).toMatchObject([BUTTON]);
    expect(
      compile([project, table])
        .tables.get('t')
        ?.columns.map(({ key }) => key),
    ).toEqual(['a', 'b']);
  });
});
