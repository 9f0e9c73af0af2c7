import { read, utils } from '@e965/xlsx';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ImportCall, ImportedRows } from '../../../src/runtime/services/rowImport.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { settle } from '../support.tsx';
import { AMOUNT, KIND, NAME, PRICE, QUANTITY, rowsOf, show, type Shown } from './support.tsx';

vi.setConfig({ testTimeout: 60_000 });

const imported = (rows: Record<string, unknown>[], more: Partial<ImportedRows> = {}): ImportedRows => ({
  rows,
  bad: [],
  badCount: 0,
  notes: [],
  leftToPage: [],
  ...more,
});
const file = (name: string): File => new File(['x'], name);

/** What was saved as a file meanwhile, as a reader of tables sees it. */
let saved: Blob[] = [];
beforeEach(() => {
  saved = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:x';
  });
});
afterEach(() => vi.restoreAllMocks());
const book = async (): Promise<ReturnType<typeof read>> => {
  await waitFor(() => expect(saved).toHaveLength(1), { timeout: 10_000 });
  return read(await (saved[0] as Blob).arrayBuffer(), { cellNF: true, cellFormula: true });
};

async function openImport(table: Shown): Promise<HTMLInputElement> {
  await table.click(table.action('import-data') as Element);
  await waitFor(() => expect(document.querySelector('.st-import')).not.toBeNull(), { timeout: 20_000 });
  return document.querySelector('.st-import input[type="file"]') as HTMLInputElement;
}
const give = async (input: HTMLInputElement, files: File[]): Promise<void> => {
  Object.defineProperty(input, 'files', { configurable: true, value: files });
  await act(async () => {
    fireEvent.change(input);
  });
  await settle(80);
};

describe('导入数据', () => {
  test('posts each file, appends what was read as one step, and reports what was not, cell by cell (IM-001, CL-090)', async () => {
    const importRows = vi.fn(async ({ file: { name } }: ImportCall) =>
      name === 'a.xlsx'
        ? imported([{ name: '甲', quantity: 2, price: 3 }, { name: '乙' }], {
            bad: [{ row: 3, cell: 'B3', index: 1, key: 'quantity', label: '数量', message: '“三”不是数字' }],
            badCount: 1,
            notes: ['表格中没有这些列，未导入：部门'],
          })
        : imported([{ name: '丙', amount: 99, kind: '1' }]),
    );
    const table = await show({ rows: rowsOf(1), table: { exportAdd: '1' }, services: { importRows } });
    await give(await openImport(table), [file('a.xlsx'), file('b.XLS')]);
    expect(importRows.mock.calls.map(([call]) => [call.file.name, call.formKey, call.table])).toEqual([
      ['a.xlsx', 'test', 'samples'],
      ['b.XLS', 'test', 'samples'],
    ]);
    expect(table.rows().map(({ fieldsMap: { name, quantity } }) => [name, quantity ?? null])).toEqual([
      ['样品1', 1],
      ['甲', 2],
      ['乙', null],
      ['丙', null],
    ]);
    expect(table.rows()[1].fieldsMap.amount).toBe(6);
    expect(table.rows()[3].fieldsMap).toMatchObject({ kind: '1', kindLabel: '水泥' });
    expect(table.rows()[3].fieldsMap.amount).not.toBe(99);
    const report = table.root.querySelector('.st-report')?.textContent ?? '';
    expect(report).toContain('已导入 3 行，1 个单元格不能识别');
    expect(report).toContain('a.xlsx 第 3 行“数量”（B3）：“三”不是数字');
    expect(report).toContain('部门');
    expect(document.querySelector('.st-import')).toBeNull();
    await table.click(table.action('report-cell') as Element);
    expect(table.cell(2, 'quantity').className).toContain('st-active');
    await table.click(table.action('undo') as Element);
    expect(table.rows()).toHaveLength(1);
    // the lines of rows that are gone went with them
    expect(table.root.querySelector('.st-report')?.textContent ?? '').not.toContain('B3');
  });

  test('takes no other endings and no more than 100 files, in the words of the specification (IM-001, IM-002)', async () => {
    const importRows = vi.fn(async () => imported([]));
    const table = await show({ rows: [], table: { exportAdd: '1' }, services: { importRows } });
    const input = await openImport(table);
    await give(input, [file('a.csv')]);
    await waitFor(() => expect(document.body.textContent).toContain('请上传后缀为.xls/.xlsx的文件'), { timeout: 5000 });
    await give(
      input,
      Array.from({ length: 101 }, (_none, i) => file(`${i}.xlsx`)),
    );
    await waitFor(() => expect(document.body.textContent).toContain('一次最多导入 100 个文件'), { timeout: 5000 });
    expect(importRows).not.toHaveBeenCalled();
  });

  test('that fails is a warning with the server’s words, and what else was read is appended (ER-017)', async () => {
    const importRows = async ({ file: { name } }: ImportCall): Promise<ImportedRows> => {
      if (name === 'bad.xlsx') throw new ServiceError('IMPORT_FILE', '“bad.xlsx”无法导入：文件已损坏');
      return imported([{ name: '好' }]);
    };
    const table = await show({ rows: [], table: { exportAdd: '1' }, services: { importRows } });
    await give(await openImport(table), [file('bad.xlsx'), file('good.xlsx')]);
    expect(document.querySelector('.st-import-failed')?.textContent).toBe('“bad.xlsx”无法导入：文件已损坏');
    expect(table.rows().map((row) => row.fieldsMap.name)).toEqual(['好']);
  });

  test('fills only what this person may fill, keeps to maxRows, and leaves a row of somebody else to its owner (RO-001)', async () => {
    const columns = [
      { ...NAME, openCurrentUserCtr: '1', currentUserValue: 'owner' },
      { tag: 'el-input', __vModel__: 'owner', label: '负责人' },
      { ...QUANTITY, nodeCondition: '审核' },
    ];
    const importRows = async (): Promise<ImportedRows> =>
      imported([
        { name: '我的', owner: 'u1', quantity: 1 },
        { name: '别人的', owner: 'u2' },
        { name: '多余', owner: 'u1' },
      ]);
    const table = await show({ rows: [], columns, table: { exportAdd: '1', maxRows: 2 }, services: { importRows } });
    await give(await openImport(table), [file('a.xlsx')]);
    expect(
      table.rows().map(({ fieldsMap: { name, owner, quantity } }) => [name || null, owner, quantity ?? null]),
    ).toEqual([
      ['我的', 'u1', null],
      [null, 'u2', null],
    ]);
    const report = table.root.querySelector('.st-report')?.textContent ?? '';
    expect(report).toContain('有 1 行超出可添加的行数');
    expect(report).toContain('您不能填写这些列，已留空：样品名称、数量');
  });

  test('reads the options of a call on the page itself', async () => {
    const remote = {
      tag: 'el-select',
      __vModel__: 'project',
      label: '项目',
      isRemote: '1',
      resourseApi: '/pms/list',
      dataPath: 'list',
      hashArr: { label: 'name', value: 'code' },
    };
    const importRows = async (): Promise<ImportedRows> =>
      imported(
        [
          { name: '甲', project: '一号工程' },
          { name: '乙', project: '不存在' },
        ],
        { leftToPage: ['project'] },
      );
    const table = await show({
      rows: [],
      columns: [NAME, remote],
      table: { exportAdd: '1' },
      services: { importRows },
    });
    await give(await openImport(table), [file('a.xlsx')]);
    expect(table.rows()[0].fieldsMap).toMatchObject({ project: 'P1', projectLabel: '一号工程' });
    expect(table.rows()[1].fieldsMap.project ?? '').toBe('');
    expect(table.root.querySelector('.st-report')?.textContent).toContain('第 2 行数据“项目”：没有“不存在”这个选项');
  });

  test('has a template of the headings to fill and of the allowed words', async () => {
    const table = await show({
      rows: [],
      table: { topOpBtns: [{ btnName: '下载模板', eventType: 'downloadTemplate' }] },
    });
    await table.click(table.action('downloadTemplate') as Element);
    const { Sheets, SheetNames } = await book();
    expect(utils.sheet_to_json(Sheets[SheetNames[0]], { header: 1 })).toEqual([['样品名称*', '类别', '数量', '单价']]);
    expect(Object.values(utils.sheet_to_json<object>(Sheets[SheetNames[1]])[1])).toEqual([
      '类别',
      '填可选值中的一项',
      '钢筋、水泥',
    ]);
  });
});

describe('导出', () => {
  const DAY = { tag: 'el-date-picker', __vModel__: 'day', label: '日期' };
  const EXPORT = { topOpBtns: [{ btnName: '导出', eventType: 'exportData' }], multiple: true };

  test('writes the shown texts, numbers as numbers, days as days, and no text becomes a formula', async () => {
    const rows = ['=1+1', '+cmd|x', '-2', '@sum'].map((name, i) => ({
      id: `r${i}`,
      fieldsMap: { name, kind: '0', kindLabel: '钢筋', quantity: i, price: 1.5, day: '2026-03-05' },
    }));
    const table = await show({ rows, columns: [NAME, KIND, QUANTITY, PRICE, AMOUNT, DAY], table: EXPORT });
    await table.click(table.action('exportData') as Element);
    const { Sheets, SheetNames } = await book();
    const sheet = Sheets[SheetNames[0]];
    expect(utils.sheet_to_json(sheet, { header: 1, raw: false })).toEqual([
      ['样品名称', '类别', '数量', '单价', '金额', '日期'],
      ...rows.map(({ fieldsMap: { name, quantity } }) => [
        name,
        '钢筋',
        String(quantity),
        '1.50',
        (quantity * 1.5).toFixed(2),
        '2026-03-05',
      ]),
    ]);
    for (const name of ['A2', 'A3', 'A4', 'A5']) expect([sheet[name].t, sheet[name].f]).toEqual(['s', undefined]);
    expect([sheet.C3.t, sheet.D2.t, sheet.F2.t]).toEqual(['n', 'n', 'n']);
  });

  test('of ticked rows writes those alone; what a rule hides stays out; a reader has it too where the document says so', async () => {
    const columns = [NAME, { ...QUANTITY, visibleWhen: 'name == "样品1"' }];
    const table = await show({ rows: rowsOf(3), columns, table: EXPORT });
    await table.click(table.root.querySelector('[aria-label="选择第 2 行"]') as Element);
    await table.click(table.action('exportData') as Element);
    const { Sheets, SheetNames } = await book();
    expect(utils.sheet_to_json(Sheets[SheetNames[0]], { header: 1 })).toEqual([['样品名称', '数量'], ['样品2']]);
    const reading = await show({ rows: rowsOf(1), table: EXPORT, mode: 'view', situation: { isEdit: '0' } });
    expect(
      [...reading.root.querySelectorAll<HTMLElement>('button:not([data-action="column-menu"])')].map(
        ({ dataset }) => dataset.action,
      ),
    ).toEqual(['exportData']);
  });
});

describe('a button above the table', () => {
  const buttons = (...events: string[]): object => ({
    multiple: true,
    topOpBtns: events.map((eventType) => ({ btnName: eventType, eventType })),
  });
  const isDisabled = (table: Shown, name: string): boolean => (table.action(name) as HTMLButtonElement).disabled;

  test('of an unknown action cannot be pressed and says why (OD-042)', async () => {
    const table = await show({ rows: rowsOf(1), table: buttons('print-some') });
    expect(isDisabled(table, 'print-some')).toBe(true);
    expect(table.action('print-some')?.title).toContain('无法识别');
    await table.click(table.action('print-some') as Element);
    expect(table.events).toEqual([]);
  });

  test('copies, removes and clears rows, and stands in for 添加 and 保存全部', async () => {
    const table = await show({ rows: rowsOf(2), table: buttons('add', 'copy', 'remove', 'clear', 'saveAll') });
    expect([table.action('add-row'), table.action('save-all')]).toEqual([null, null]);
    expect([isDisabled(table, 'copy'), isDisabled(table, 'remove')]).toEqual([true, true]);
    await table.click(table.root.querySelector('[aria-label="选择第 1 行"]') as Element);
    await table.click(table.action('copy') as Element);
    expect(table.rows().map((row) => row.fieldsMap.name)).toEqual(['样品1', '样品1', '样品2']);
    await table.click(table.action('add') as Element);
    expect(table.rows()).toHaveLength(4);
    await table.click(table.action('clear') as Element);
    await act(async () => {
      fireEvent.click(
        screen.getByText('删除这 4 行？').closest('.ant-modal-content')?.querySelector('.ant-btn-dangerous') as Element,
      );
    });
    await settle(50);
    expect(table.rows()).toHaveLength(0);
    expect(isDisabled(table, 'clear')).toBe(true);
  });

  test('is not shown to who may not do what it does', async () => {
    const table = await show({
      rows: rowsOf(1),
      table: {
        ...buttons('add', 'copy', 'remove', 'clear', 'importData', 'outsideAdd', 'saveAll', 'exportData'),
        canOp: '0',
      },
      situation: {
        nodeRules: { taskNode: '审核', fields: {}, tables: {}, actions: [] } as never,
        taskNode: '审核',
        flowState: '1',
      },
    });
    expect([...table.root.querySelectorAll('.st-toolbar button')].map((button) => button.textContent)).toEqual([
      'exportData',
    ]);
  });

  test('opens its way of adding where the keys alone do not (SC-003)', async () => {
    const table = await show({ rows: [], table: { ...buttons('importData'), commonAdd: '0' } });
    expect(table.action('add-row')).toBeNull();
    expect(isDisabled(table, 'importData')).toBe(false);
  });
});

describe('default rows', () => {
  const call = {
    defaultTbDataResourceApi: '/frmCrud/list/items',
    defaultTbDataResourceApiType: 'POST',
    defaultTbDataApiDataHashInfo: { name: 'title' },
    defaultTbDataDependKey: 'project',
  };
  const request = async (): Promise<unknown> => ({ data: [{ title: '甲' }, { title: '乙' }], page: { total: 2 } });
  const fields = [{ tag: 'el-input', __vModel__: 'project', label: '项目' }];

  test('replace rows that somebody has changed only when they agree, as one step (SL-007)', async () => {
    const table = await show({ rows: null, table: call, services: { request }, fields });
    const choose = async (value: string): Promise<void> => {
      await act(async () => {
        table.session.setValue('project', value);
      });
      await settle(30);
    };
    await choose('A');
    expect(table.rows()).toHaveLength(2);
    await choose('B');
    expect(document.querySelector('.ant-modal')).toBeNull();
    await act(async () => {
      fireEvent.click(table.action('add-row') as Element);
    });
    await choose('C');
    await act(async () => {
      fireEvent.click(screen.getByText('保留现有数据'));
    });
    await settle(50);
    expect(table.rows()).toHaveLength(3);
    await choose('D');
    await act(async () => {
      fireEvent.click(screen.getByText(/^替\s*换$/));
    });
    await settle(50);
    expect(table.rows()).toHaveLength(2);
    await table.click(table.action('undo') as Element);
    expect(table.rows()).toHaveLength(3);
  });

  test('go when the field they depend on is emptied, without a call that would answer with everybody’s (SL-007)', async () => {
    const asked = vi.fn(request);
    const table = await show({ rows: null, table: call, services: { request: asked }, fields });
    for (const project of ['A', '']) {
      await act(async () => {
        table.session.setValue('project', project);
      });
      await settle(30);
    }
    expect(table.rows()).toHaveLength(0);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  test('are asked for again by a button', async () => {
    const asked = vi.fn(request);
    const table = await show({
      rows: null,
      table: { ...call, defaultTbDataDependKey: undefined, topOpBtns: [{ btnName: '重新加载', eventType: 'refresh' }] },
      services: { request: asked },
    });
    await table.click(table.action('refresh') as Element);
    await settle(30);
    expect(asked).toHaveBeenCalledTimes(2);
    expect(table.rows().map((row) => row.fieldsMap.name)).toEqual(['甲', '乙']);
  });
});
