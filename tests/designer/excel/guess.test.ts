import { describe, expect, it, vi } from 'vitest';
import { guessColumn } from '../../../src/designer/excel/guessColumn.ts';
import { guessForms, titleColumnIndex, type GuessedForm } from '../../../src/designer/excel/guessForms.ts';
import { sortByDependency, createForms, type FormCreation } from '../../../src/designer/excel/createForms.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import {
  leftOutText,
  tableOf,
  withDistinctNames,
  type Cell,
  type SheetTable,
} from '../../../src/designer/excel/sheetTable.ts';
import { toDefinition } from '../../../src/designer/excel/toDefinition.ts';

const KINDS: [string, Cell[], string][] = [
  ['金额', [1200, '3,400.5', 88], 'number'],
  ['设备编号', ['001', '002', '003'], 'text'],
  ['购置日期', [{ date: '2026-01-05' }, '2026/2/8', '2026年3月9日'], 'date'],
  ['到场时间', [{ date: '2026-01-05 08:30:00' }, '2026-01-06 09:00'], 'datetime'],
  ['开工日', ['2026-02-31', '2026-02-28'], 'text'],
  ['开工时', ['2026-02-28 25:00', '2026-02-28 08:75'], 'text'],
  ['状态', ['在用', '在用', '停用', '在用', '停用', '在用'], 'select'],
  ['是否检定', ['是', '否', '是'], 'yesNo'],
  ['联系电话', ['13800001111', '021-66668888'], 'phone'],
  ['身份证', ['11010519491231002X', '440524188001010014'], 'identityCard'],
  ['备注', ['无', ''], 'textarea'],
  ['名称', ['天平', '压力机', '烘箱'], 'text'],
  ['合同金额', [], 'number'],
];

it.each(KINDS)('column %s %j becomes %3$s', (title, cells, kind) => {
  expect(guessColumn(title, cells).kind).toBe(kind);
});

describe('a guessed column', () => {
  it('is required where every row fills it, and without repetition where its title says number', () => {
    expect(guessColumn('合同编号', ['A1', 'A2', 'A3'])).toMatchObject({ isRequired: true, isUnique: true });
    expect(guessColumn('合同编号', ['A1', 'A1', 'A3'])).toMatchObject({ isRequired: true, isUnique: false });
    expect(guessColumn('合同编号', ['A1', null, 'A3'])).toMatchObject({ isRequired: false, isUnique: false });
  });

  it('of money has two decimals at least', () => {
    expect(guessColumn('单价', [3, 4]).precision).toBe(2);
    expect(guessColumn('系数', [0.125]).precision).toBe(3);
  });

  it('of yes and no has both words, also where the rows have only one of them', () => {
    expect(guessColumn('是否在用', ['是', '是', '是']).options).toEqual(['是', '否']);
    expect(guessColumn('附件', ['无', '有', '无']).options).toEqual(['有', '无']);
  });

  it('that counts the rows is left out', () => {
    expect(guessColumn('序号', [1, 2, 3]).isLeftOut).toBe(true);
    expect(guessColumn('序号', [1, 3, 7]).isLeftOut).toBe(false);
  });
});

it('a table is found under its title and loses empty rows, empty columns and lines of totals', () => {
  const table = tableOf('台账', [
    ['2026 年设备台账', null, null, null],
    [null, null, null, null],
    ['设备名称', '数量*', null, '设备名称'],
    ['天平', 2, null, 'x'],
    [null, null, null, null],
    ['合计', 2, null, null],
  ]);
  expect(table).toMatchObject({ titles: ['设备名称', '数量', '设备名称2'], rows: [['天平', 2, 'x']], headingRow: 3 });
});

it('a row of totals or signatures is told by the whole word', () => {
  const rowsOf = (...names: string[]) => tableOf('表', [['岗位', '人数'], ...names.map((name) => [name, 1])])?.rows;
  expect(rowsOf('审核员', '审核部经理', '制表机', '小计量器具', '总计办')).toHaveLength(5);
  expect(rowsOf('合  计', '小计：', '总计（大写）：壹拾', '制表：张三  审核：李四', '填表人: 王五\n日期')).toEqual([]);
});

it('a value such as 审核 is a record; signatures are the short lines at the end, and what was left out is said', () => {
  const heading = ['环节', '人数', '天数'];
  const table = tableOf('表', [
    heading,
    ['填表', 1, 2],
    ['审核', 3],
    ['复核', 1, 1],
    ['合计', 5, 4],
    ['审核人', '张三'],
  ]);
  expect(table?.rows).toEqual([
    ['填表', 1, 2],
    ['审核', 3, null],
    ['复核', 1, 1],
  ]);
  expect(leftOutText(table as SheetTable)).toBe('，略去 2 行（合计、签名）');
});

it('tables of the same name get different ones', () => {
  const [table] = [tableOf('台账', [['名称'], ['a']])];
  const named = (name: string) => ({ ...table, name }) as NonNullable<typeof table>;
  expect(withDistinctNames(['台账', '台账', '台账2', '台账'].map(named)).map(({ name }) => name)).toEqual([
    '台账',
    '台账3',
    '台账2',
    '台账4',
  ]);
});

it('the title of a record is never a column that is left out', () => {
  const column = (title: string, isLeftOut: boolean) => ({ ...guessColumn(title, ['A1', 'A2']), isLeftOut });
  expect(titleColumnIndex({ columns: [column('合同编号', true), column('乙方', false)] })).toBe(1);
  expect(titleColumnIndex({ columns: [column('合同编号', true), column('金额', false)] })).toBe(1);
  expect(titleColumnIndex({ columns: [{ ...guessColumn('序号', [1, 2]) }, guessColumn('日期', ['2026-01-05'])] })).toBe(
    1,
  );
});

it('a sheet without a heading is no table', () => {
  expect(tableOf('空', [])).toBeNull();
  expect(
    tableOf('数', [
      [1, 2],
      [3, 4],
    ]),
  ).toBeNull();
});

const CUSTOMERS = tableOf('客户', [
  ['客户名称', '等级'],
  ['甲公司', 'A'],
  ['乙公司', 'B'],
  ['丙公司', 'A'],
]);
const CONTRACTS = tableOf('合同', [
  ['合同编号', '客户', '金额'],
  ['H1', '甲公司', 10],
  ['H2', '甲公司', 20],
  ['H3', '丙公司', 5],
]);

describe('several sheets', () => {
  const forms = guessForms(
    [CONTRACTS, CUSTOMERS].map((table) => table as NonNullable<typeof table>),
    (name) => `k_${name}`,
  );

  it('point at each other where a column names rows of another sheet', () => {
    expect(forms[0]?.columns[1]).toMatchObject({ kind: 'relation', to: 'k_客户' });
    expect(forms[1]?.columns.map(({ kind }) => kind)).not.toContain('relation');
  });

  it('are made with what others point at first', () => {
    expect(sortByDependency(forms).map(({ formName }) => formName)).toEqual(['客户', '合同']);
  });

  it('are put up for review where nothing is published without one, those that lead to another new form later', async () => {
    const steps: string[] = [];
    const [asked, published] = [vi.fn(async () => null), vi.fn(async () => ({ version: 1, problems: [] }))];
    const saved = vi.fn(async () => ({ problems: [], revision: 1 }));
    const listImports = { begin: vi.fn(), state: vi.fn() };
    await createForms(
      { forms: { saveDraft: saved, publish: published }, listImports } as never,
      forms,
      { withRecords: true, publicationNote: '', messageOf: String, requestReview: asked, addToMenu: vi.fn() },
      ({ formName, step, message }) => steps.push(`${formName} ${step} ${message}`),
    );
    expect(saved).toHaveBeenCalledTimes(2);
    expect(asked.mock.calls.map(([form]: unknown[]) => (form as { formName: string }).formName)).toEqual(['客户']);
    expect(steps.filter((step) => step.includes('asked'))).toEqual([
      '客户 asked ',
      '合同 asked 草稿已保存；“客户”发布后，请打开设计提交复核',
    ]);
    expect([published, listImports.begin].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  });

  it('name refused rows and cells as in the sheet, and outlast a poll that is lost', async () => {
    const grid = [['设备台账'], [], ['序号', '名称', '数量'], [1, '天平', 1], [], [2, '离心机', 'x'], [3, '泵', 5]];
    const [form] = guessForms([tableOf('台账', grid) as SheetTable], (name) => `k_${name}`);
    const guessed = [
      {
        ...(form as GuessedForm),
        columns: (form as GuessedForm).columns.map((column) => ({ ...column, isLeftOut: column.title === '序号' })),
      },
    ];
    const cell = { cell: 'B3', label: '数量', message: '“x”不是数字' };
    const state = vi
      .fn()
      .mockRejectedValueOnce(new ServiceError('NETWORK', '网络异常'))
      .mockResolvedValue({
        state: 'done',
        message: '导入中断，第 4 行起未导入',
        saved: 1,
        refused: 1,
        bad: [{ row: 3, message: 'B3 数量：“x”不是数字', cells: [cell] }],
      });
    const addToMenu = vi.fn();
    const steps: FormCreation[] = [];
    const forms = {
      saveDraft: async () => ({ problems: [], revision: 1 }),
      publish: async () => ({ version: 1, problems: [] }),
    };
    await createForms(
      { forms, listImports: { begin: async () => 'i1', state } } as never,
      guessed,
      { withRecords: true, publicationNote: '', messageOf: String, addToMenu },
      (step) => steps.push({ ...step }),
    );
    expect(steps.at(-1)).toMatchObject({
      step: 'done',
      message: '',
      importProgress: {
        saved: 1,
        message: '导入中断，第 7 行起未导入',
        bad: [{ row: 6, message: 'C6 数量：“x”不是数字' }],
      },
    });
    expect(addToMenu).toHaveBeenCalled();
  });

  it('become definitions with title, list and search', () => {
    expect(toDefinition(forms[0] as (typeof forms)[0], ['no', 'customer', null])).toEqual({
      formKey: 'k_合同',
      formName: '合同',
      labelWidth: 120,
      labelPosition: 'right',
      gutter: 16,
      fields: [
        {
          tag: 'el-input',
          maxlength: 100,
          __vModel__: 'no',
          label: '合同编号',
          span: 12,
          placeholder: '请输入合同编号',
          required: true,
          unique: true,
          isList: '1',
          isSearch: '1',
          isTitle: '1',
        },
        {
          tag: 'recordSelector',
          to: 'k_客户',
          __vModel__: 'customer',
          label: '客户',
          span: 12,
          placeholder: '请选择客户',
          required: true,
          isList: '1',
          isSearch: '1',
        },
      ],
    });
  });
});
