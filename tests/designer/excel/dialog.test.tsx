import { utils, write } from '@e965/xlsx';
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

/** The dialog with a workbook of two sheets, and what it asks of the server, in order. */
async function openWorkbook() {
  const asked: string[] = [];
  const saved = vi.fn(async (_entry: object) => undefined);
  const group = { id: 'office', parentId: null, roles: null, isRemoved: false };
  const services = {
    ...fakeServices({
      forms: {
        saveDraft: async (key: string) => void asked.push(`draft ${key}`),
        publish: async (key: string) => void asked.push(`publish ${key}`),
      } as never,
      listImports: {
        begin: async (key: string, file: File) => {
          asked.push(`import ${key} ${file.name}`);
          return key;
        },
        state: async (id: string) => ({
          state: 'done',
          saved: id.includes('KeHu') ? 2 : 3,
          refused: 0,
          bad: [],
          share: 1,
        }),
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
  for (const [name, rows] of Object.entries(SHEETS)) utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  const file = new File([write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer], '外检.xlsx');
  fireEvent.change(dialog.querySelector('input[type="file"]') as Element, { target: { files: [file] } });
  await within(dialog).findByRole('tab', { name: '往来客户' }, { timeout: 10_000 });
  const make = async (): Promise<void> => {
    const button = within(dialog).getByRole('button', { name: '新建并发布（2 个表单）' });
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
    fireEvent.click(button);
    await waitFor(() => expect(within(dialog).getAllByText('完成')).toHaveLength(2), { timeout: 10_000 });
  };
  return { dialog, make, asked, saved };
}

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
