import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ImportProgress } from '../../../src/runtime/services/records.ts';
import { ListBlock } from '../../../src/screens/list/ListBlock.tsx';
import { aRecord, fakeServices, lost, renderAt } from '../fakes.tsx';

afterEach(() => localStorage.clear());
const list = <ListBlock node={{ tag: 'list', formKey: 'seal' }} path={['root']} />;
const one = async () => ({ list: [aRecord('r1', { name: '公章' })], total: 1 });
const press = (action: string): void => {
  fireEvent.click(document.querySelector(`[data-action="${action}"]`) as Element);
};
const progress = (more: Partial<ImportProgress>): ImportProgress => ({
  id: 'i1',
  fileName: 'a.xlsx',
  state: 'running',
  message: '',
  share: 0,
  lastRow: 0,
  saved: 0,
  refused: 0,
  bad: [],
  ...more,
});
const give = (name: string): void => {
  const input = document.querySelector('input[type="file"]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(['x'], name)] } });
};

describe('a list and spreadsheets', () => {
  it('is exported under the conditions that are shown', async () => {
    const exportRows = vi.fn(async () => true);
    await renderAt('/x?f.name=公章&sort=createTime.asc', fakeServices({ records: { list: one, exportRows } }), list);
    await screen.findByText('公章');
    press('export');
    await screen.findByText('已导出');
    expect(exportRows).toHaveBeenCalledTimes(1);
    const [formKey, query] = exportRows.mock.calls[0] as unknown as [
      string,
      { conditions: { field: string; value: unknown }[] },
    ];
    expect([formKey, query.conditions.find(({ field }) => field === 'name')?.value]).toEqual(['seal', '公章']);
  });

  it('is exported with the columns that it shows, in their order, or with all fields of the form', async () => {
    const exportRows = vi.fn(
      async (_form: string, _query: unknown, _name: string, _options?: { columns?: unknown }) => true,
    );
    localStorage.setItem('columns:/x:seal:', JSON.stringify({ shown: { createBy: false }, order: ['reason'] }));
    await renderAt('/x', fakeServices({ records: { list: one, exportRows } }), list);
    await screen.findByText('公章');
    press('export');
    await screen.findByText('已导出');
    expect(exportRows.mock.lastCall?.[3]?.columns).toEqual([
      { field: 'reason', title: '事由' },
      { field: 'name', title: '名称' },
      { field: 'createTime', title: '创建时间' },
    ]);
    fireEvent.click(document.querySelector('[data-action="export-more"]') as Element);
    fireEvent.click(await screen.findByText('导出全部字段'));
    await waitFor(() => expect(exportRows).toHaveBeenCalledTimes(2));
    expect(exportRows.mock.lastCall?.[3]?.columns).toBeUndefined();
    localStorage.clear();
  });

  it('is exported with the records of the whole unit where it shows these', async () => {
    const exportRows = vi.fn(async () => true);
    const wholeUnit = <ListBlock node={{ tag: 'list', formKey: 'seal', noAuth: true }} path={['root']} />;
    await renderAt('/x', fakeServices({ records: { list: one, exportRows } }), wholeUnit);
    await screen.findByText('公章');
    press('export');
    await screen.findByText('已导出');
    expect(exportRows).toHaveBeenCalledWith(
      'seal',
      expect.anything(),
      '用印申请',
      expect.objectContaining({ isWholeUnit: true }),
    );
  });

  const trial = progress({
    state: 'done',
    isTrial: true,
    share: 1,
    saved: 98,
    refused: 2,
    bad: [
      { row: 7, message: 'B7 金额：应为数字' },
      { row: 9, message: 'A9 名称：不能为空；C9 事由：过长' },
    ],
    preview: {
      columns: [
        { at: 'A', heading: '名称', key: 'name' },
        { at: 'B', heading: '原因', key: '' },
      ],
      fields: [
        { key: 'name', label: '名称', isRequired: true },
        { key: 'reason', label: '事由', isRequired: false },
      ],
      sample: [{ row: 2, texts: { name: '公章一' } }],
    },
  });
  const opened = async (listImports: object): Promise<void> => {
    await renderAt('/x', fakeServices({ records: { list: one }, listImports }), list);
    await screen.findByText('公章');
    press('import');
    await screen.findByText('点击或拖入 .xlsx 文件');
    give('a.xlsx');
  };
  const DONE = { timeout: 15_000 };

  it('checks a file first, shows its rows, columns and mistakes, and takes nothing in before that is wanted', async () => {
    const states = [
      progress({ isTrial: true, share: 0.5, lastRow: 50 }),
      trial,
      progress({ share: 0.5, saved: 50 }),
      progress({ state: 'done', share: 1, saved: 98, refused: 2, bad: trial.bad }),
    ];
    const begin = vi.fn(async () => 'i1');
    const saveBadRows = vi.fn(async () => undefined);
    await opened({ begin, state: async () => states.shift() as ImportProgress, saveBadRows });
    await screen.findByText('正在检查 a.xlsx，已检查到第 50 行');
    await screen.findByText('共 100 行：98 行可以导入，2 行有错误，不会导入', undefined, DONE);
    expect(screen.getByText('第 9 行：A9 名称：不能为空；C9 事由：过长')).toBeTruthy();
    expect(begin.mock.calls).toEqual([['seal', expect.any(File), { isTrial: true }]]);
    fireEvent.click(screen.getByRole('tab', { name: '前 1 行预览' }));
    expect(screen.getByText('公章一')).toBeTruthy();
    press('import-now');
    await screen.findByText('已导入 98 行，2 行未导入', undefined, DONE);
    expect(begin.mock.calls[1]).toEqual(['seal', expect.any(File), { isTrial: false }]);
    press('bad-rows');
    await waitFor(() => expect(saveBadRows).toHaveBeenCalledWith('i1', 'a-未导入的行'));
  });

  it('checks anew with the field that is chosen for a column, and imports with it', async () => {
    const begin = vi.fn(async () => 'i1');
    await opened({ begin, state: async () => trial });
    fireEvent.click(await screen.findByRole('tab', { name: '列对应' }, DONE));
    fireEvent.mouseDown(screen.getByRole('combobox', { name: 'B 列 原因 导入到字段' }));
    const option = await waitFor(() => {
      const found = document.querySelector('.ant-select-item-option[title="事由"]');
      if (!found) throw new Error('not offered');
      return found;
    });
    fireEvent.click(option);
    await waitFor(() =>
      expect(begin).toHaveBeenLastCalledWith('seal', expect.any(File), { isTrial: true, columns: ['name', 'reason'] }),
    );
    await screen.findByText(/98 行可以导入/, undefined, DONE);
    press('import-now');
    await waitFor(() =>
      expect(begin).toHaveBeenLastCalledWith('seal', expect.any(File), { isTrial: false, columns: ['name', 'reason'] }),
    );
  });

  it('takes nothing in where every row has a mistake', async () => {
    await opened({ begin: async () => 'i1', state: async () => ({ ...trial, saved: 0, refused: 2 }) });
    await screen.findByText('共 2 行，全部有错误，不能导入', undefined, DONE);
    expect(document.querySelector<HTMLButtonElement>('[data-action="import-now"]')?.disabled).toBe(true);
  });

  it('gives an empty table to fill in', async () => {
    const saveTemplate = vi.fn(async () => true);
    await renderAt('/x', fakeServices({ records: { list: one }, listImports: { saveTemplate } }), list);
    await screen.findByText('公章');
    press('import');
    await screen.findByText('点击或拖入 .xlsx 文件');
    press('import-template');
    expect(saveTemplate).toHaveBeenCalledWith('seal', expect.stringMatching(/-导入模板$/));
  });

  it('goes on asking when the connection was lost for a moment, as the import goes on by itself', async () => {
    const states = [lost(), progress({ share: 0.5 }), lost(), trial];
    const state = vi.fn(async () => {
      const next = states.shift();
      if (next instanceof Error) throw next;
      return next as ImportProgress;
    });
    await opened({ begin: async () => 'i1', state });
    await screen.findByText(/98 行可以导入/, undefined, DONE);
    expect(state).toHaveBeenCalledTimes(4);
  });

  it('says why a file could not be checked', async () => {
    await opened({
      begin: async () => {
        throw lost();
      },
    });
    await waitFor(() => expect(screen.getByText('无法连接服务器，请检查网络后重试')).toBeTruthy());
  });
});
