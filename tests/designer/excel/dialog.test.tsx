import { read, utils, write } from '@e965/xlsx';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ExcelDialog } from '../../../src/designer/excel/ExcelDialog.tsx';
import { fakeServices, renderAt } from '../../screens/fakes.tsx';

async function open() {
  const saveDraft = vi.fn(async (_formKey: string, _formName: string, _definition: unknown) => undefined);
  const publish = vi.fn(async () => undefined);
  const onOpen = vi.fn();
  const services = {
    ...fakeServices({ forms: { saveDraft, publish } as never, request: async () => ({ isRequired: false }) }),
    menus: { all: async () => ({ entries: [], roles: [] }) },
    screens: { list: async () => [] },
  };
  await renderAt(
    '/forms',
    services as never,
    <ExcelDialog
      source="text"
      usedKeys={['liPinLingYongDan']}
      onClose={() => undefined}
      onOpen={onOpen}
      onCreated={() => undefined}
    />,
  );
  const dialog = await screen.findByRole('dialog', { name: '从 Word 或文字新建表单' });
  const type = (lines: string): void => {
    fireEvent.change(within(dialog).getByLabelText('字段，每行一个'), { target: { value: lines } });
    fireEvent.click(within(dialog).getByRole('button', { name: '识别字段' }));
  };
  return { dialog, type, saveDraft, publish, onOpen };
}

it('lines without a label say so, and become a form that is published as it was corrected once they have one', async () => {
  const { dialog, type, saveDraft, publish, onOpen } = await open();
  type('：\n______');
  await within(dialog).findByText('没有找到字段：请每行写一个字段名称');
  type('礼品领用单\n领用人（必填）：____\n礼品：茶叶/笔记本/雨伞\n数量');
  await within(dialog).findByText('识别到 3 个字段');
  expect(within(dialog).getByRole('checkbox', { name: '领用人必填' })).toHaveProperty('checked', true);
  fireEvent.click(within(dialog).getByRole('checkbox', { name: '采用数量' }));
  const make = await within(dialog).findByRole('button', { name: '新建并发布（1 个表单）' });
  await waitFor(() => expect(make).toHaveProperty('disabled', false));
  fireEvent.click(make);
  await within(dialog).findByText('完成');
  const [formKey, formName, definition] = saveDraft.mock.calls[0] ?? [];
  expect([formKey, formName]).toEqual(['liPinLingYongDan_2', '礼品领用单']);
  expect(definition).toMatchObject({
    fields: [
      { label: '领用人', required: true },
      { label: '礼品', tag: 'el-select' },
    ],
  });
  expect((definition as { fields: unknown[] }).fields).toHaveLength(2);
  expect(publish).toHaveBeenCalledWith(formKey, '由 文字 建立');
  fireEvent.click(within(dialog).getByRole('button', { name: '打开设计' }));
  expect(onOpen).toHaveBeenCalledWith(formKey);
});

it('names, duties and choices that were guessed are made as they were corrected', async () => {
  const { dialog, type, saveDraft } = await open();
  type('礼品领用单\n领用人（必填）：____\n礼品：茶叶/笔记本/雨伞');
  await within(dialog).findByText('识别到 2 个字段');
  fireEvent.change(within(dialog).getByLabelText('第 1 列的字段名称'), { target: { value: '领取人' } });
  fireEvent.click(within(dialog).getByRole('checkbox', { name: '领取人必填' }));
  fireEvent.click(within(dialog).getByRole('checkbox', { name: '领取人不重复' }));
  const choices = within(dialog).getByRole('combobox', { name: '礼品的选项' });
  fireEvent.change(choices, { target: { value: '水杯' } });
  fireEvent.keyDown(choices, { key: 'Enter', keyCode: 13, which: 13 });
  const make = await within(dialog).findByRole('button', { name: '新建并发布（1 个表单）' });
  await waitFor(() => expect(make).toHaveProperty('disabled', false));
  fireEvent.click(make);
  await within(dialog).findByText('完成');
  const { fields = [] } = (saveDraft.mock.calls[0]?.[2] ?? {}) as { fields?: Record<string, unknown>[] };
  expect(fields).toMatchObject([
    { label: '领取人', unique: true },
    {
      label: '礼品',
      __slot__: { options: ['茶叶', '笔记本', '雨伞', '水杯'].map((value) => ({ label: value, value })) },
    },
  ]);
  expect(fields[0]?.['required'] ?? false).toBe(false);
});

const SHEETS = {
  外检任务: [
    ['任务编号', '委托客户', '检测费用'],
    ['RW-001', '滨江建设', 1200.5],
    ['RW-002', '城东路桥', 800],
    ['RW-003', '滨江建设', 4300],
  ],
  往来客户: [
    ['客户名称', '联系电话'],
    ['滨江建设', '13800001111'],
    ['城东路桥', '13800003333'],
  ],
};

const DONE = { state: 'done', message: '', refused: 0, bad: [], share: 1 };

/** The dialog with a workbook, by default of two sheets, and what it asks of the server, in order. */
async function openWorkbook({
  sheets = SHEETS as Record<string, unknown[][]>,
  progress = {} as object,
  fileName = '外检.xlsx',
} = {}) {
  const asked: string[] = [];
  const drafts: Record<string, { fields: Record<string, unknown>[] }> = {};
  const files: Record<string, File> = {};
  const saved = vi.fn(async (_entry: object) => undefined);
  const group = { id: 'office', parentId: null, roles: null, isRemoved: false };
  const services = {
    ...fakeServices({
      forms: {
        saveDraft: async (key: string, _name: string, definition: unknown) => {
          drafts[key] = definition as (typeof drafts)[string];
          asked.push(`draft ${key}`);
        },
        publish: async (key: string) => void asked.push(`publish ${key}`),
      } as never,
      listImports: {
        begin: async (key: string, file: File) => {
          files[key] = file;
          asked.push(`import ${key} ${file.name}`);
          return key;
        },
        state: async (id: string) => ({ ...DONE, saved: id.includes('KeHu') ? 2 : 3, ...progress }),
      } as never,
      request: (async ({
        url,
        params,
      }: {
        url: string;
        params?: { forms?: { formKey: string; rights: string[] }[] };
      }) => {
        if (url.endsWith('/saveGrid'))
          asked.push(`everybody ${params?.forms?.[0]?.formKey} ${params?.forms?.[0]?.rights.slice(0, 2).join('+')}`);
        return url.endsWith('/grid') ? { revision: '1', forms: [] } : { isRequired: false };
      }) as never,
    }),
    menus: {
      all: async () => ({
        entries: [{ ...group, item: { name: '协同办公', path: '', component: 'Layout' } }],
        roles: [],
      }),
      save: saved,
    },
    screens: {
      list: async () => [],
      saveDraft: async () => undefined,
      publish: async (key: string) => void asked.push(`list ${key}`),
    },
  };
  await renderAt(
    '/forms',
    services as never,
    <ExcelDialog usedKeys={[]} onClose={() => undefined} onOpen={() => undefined} onCreated={() => undefined} />,
  );
  const dialog = await screen.findByRole('dialog', { name: '从 Excel 新建表单' });
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  const file = new File([write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer], fileName);
  fireEvent.change(dialog.querySelector('input[type="file"]') as Element, { target: { files: [file] } });
  await within(dialog).findAllByRole('tab', {}, { timeout: 10_000 });
  const make = async (result = '完成'): Promise<void> => {
    const count = Object.keys(sheets).length;
    const button = within(dialog).getByRole('button', { name: `新建并发布（${count} 个表单）` });
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
    fireEvent.click(button);
    await waitFor(() => expect(within(dialog).getAllByText(result)).toHaveLength(count), { timeout: 10_000 });
  };
  return { dialog, make, asked, saved, drafts, files };
}
const choose = async (dialog: HTMLElement, label: string, option: string): Promise<void> => {
  fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: label }));
  fireEvent.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }));
};

it('sheets become forms with their records, those that others point at first, and nobody sees them unasked', async () => {
  const { dialog, make, asked, saved } = await openWorkbook();
  expect(within(dialog).getByRole('checkbox', { name: '放进菜单，所有人可用' })).toHaveProperty('checked', false);
  await make();
  expect(asked).toEqual([
    'draft wangLaiKeHu',
    'publish wangLaiKeHu',
    'import wangLaiKeHu 往来客户.xlsx',
    'draft waiJianRenWu',
    'publish waiJianRenWu',
    'import waiJianRenWu 外检任务.xlsx',
  ]);
  expect(saved).not.toHaveBeenCalled();
  expect([...dialog.querySelectorAll('.ds-made .sc-note')].map((note) => note.textContent)).toEqual([
    '已导入 3 条记录',
    '已导入 2 条记录',
  ]);
});

it('forms that are put into the menu have a list there, and everybody may use them; records that are not wanted stay in the file', async () => {
  const { dialog, make, asked, saved } = await openWorkbook();
  fireEvent.click(within(dialog).getByRole('checkbox', { name: '同时导入表中的记录' }));
  fireEvent.click(within(dialog).getByRole('checkbox', { name: '放进菜单，所有人可用' }));
  await make();
  expect(asked.filter((one) => !/^(draft|publish) /.test(one))).toEqual([
    'list custom/wangLaiKeHu/list',
    'everybody wangLaiKeHu see+create',
    'list custom/waiJianRenWu/list',
    'everybody waiJianRenWu see+create',
  ]);
  expect(saved.mock.calls.map(([entry]) => entry)).toMatchObject([
    { parentId: 'office', item: { name: '往来客户', component: 'custom/wangLaiKeHu/list' } },
    { parentId: 'office', item: { name: '外检任务', component: 'custom/waiJianRenWu/list' } },
  ]);
});

it('an import that fails is told with what the server says, and its form is not put into the menu', async () => {
  const { dialog, make, saved } = await openWorkbook({
    progress: { state: 'failed', message: '等待导入的文件过多', saved: 0 },
  });
  fireEvent.click(within(dialog).getByRole('checkbox', { name: '放进菜单，所有人可用' }));
  await make('未完成');
  expect(within(dialog).getAllByText('等待导入的文件过多')).toHaveLength(2);
  expect(within(dialog).getAllByRole('button', { name: '打开设计' })).toHaveLength(2);
  expect(saved).not.toHaveBeenCalled();
});

it('sheets with default names become forms of different names and keys', async () => {
  const rows = [['名称'], ['甲'], ['乙']];
  const { dialog, make, asked } = await openWorkbook({ sheets: { Sheet1: rows, Sheet2: rows }, fileName: '台账.xlsx' });
  expect(
    within(dialog)
      .getAllByRole('tab')
      .map(({ textContent }) => textContent),
  ).toEqual(['台账', '台账2']);
  await make();
  expect(asked.filter((one) => one.startsWith('draft'))).toHaveLength(2);
});

it('relations keep leading to their form while the key of another one is typed', async () => {
  const { dialog, make, drafts } = await openWorkbook({ sheets: { ...SHEETS, 设备: [['名称'], ['天平'], ['烘箱']] } });
  const retype = (panel: number, formKey: string): void => {
    fireEvent.click(within(dialog).getAllByRole('tab')[panel] as Element);
    const shown = dialog.querySelector<HTMLElement>('.ant-tabs-tabpane-active') as HTMLElement;
    fireEvent.change(within(shown).getByLabelText('表单键'), { target: { value: formKey } });
  };
  retype(2, 'wangLaiKeHu');
  retype(2, 'sheBei2');
  retype(1, 'keHu');
  await make();
  expect(drafts['waiJianRenWu']?.fields[1]).toMatchObject({ label: '委托客户', to: 'keHu' });
});

it('a cell that is no date goes to the import, which refuses its row, and a long name fits into the menu', async () => {
  const formName = '二〇二六年度滨江新区道路桥梁工程质量检测任务完成情况登记表';
  const { dialog, make, files, saved } = await openWorkbook({
    sheets: {
      任务: [
        ['任务', '完成日期'],
        ['甲', '2026-01-05'],
        ['乙', '未完成'],
      ],
    },
  });
  fireEvent.change(within(dialog).getByLabelText('表单名称'), { target: { value: `${formName}（外检）` } });
  await choose(dialog, '完成日期的类型', '日期');
  fireEvent.click(within(dialog).getByRole('checkbox', { name: '放进菜单，所有人可用' }));
  await make();
  const [file] = Object.values(files);
  const book = read(await (file as File).arrayBuffer());
  expect(utils.sheet_to_json(book.Sheets['数据'] as object, { header: 1 }).slice(1)).toEqual([
    ['甲', '2026-01-05'],
    ['乙', '未完成'],
  ]);
  expect(saved.mock.calls[0]?.[0]).toMatchObject({ item: { name: `${formName}（外检）`.slice(0, 30) } });
});
