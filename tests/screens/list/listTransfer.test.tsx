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
    const exportRows = vi.fn(async () => undefined);
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

  it('shows how far an import is, then what was taken and which rows were not', async () => {
    const states = [
      progress({ share: 0.5, saved: 50 }),
      progress({
        state: 'done',
        share: 1,
        saved: 98,
        refused: 2,
        bad: [
          { row: 7, message: '金额：应为数字' },
          { row: 9, message: '名称不能为空' },
        ],
      }),
    ];
    const importRows = vi.fn(async () => 'i1');
    const importState = vi.fn(async () => states.shift() ?? progress({ state: 'done' }));
    await renderAt('/x', fakeServices({ records: { list: one, importRows, importState } }), list);
    await screen.findByText('公章');
    press('import');
    await screen.findByText('点击或拖入 .xlsx 文件');
    give('a.xlsx');
    await screen.findByText('正在导入 a.xlsx，已导入 50 行');
    await screen.findByText('已导入 98 行，2 行未导入', undefined, { timeout: 10_000 });
    expect(screen.getByText('第 7 行：金额：应为数字')).toBeTruthy();
    expect(importState).toHaveBeenCalledTimes(2);
  });

  it('goes on asking when the connection was lost for a moment, as the import goes on by itself', async () => {
    const states = [
      lost(),
      progress({ share: 0.5, saved: 50 }),
      lost(),
      progress({ state: 'done', share: 1, saved: 100 }),
    ];
    const importState = vi.fn(async () => {
      const next = states.shift();
      if (next instanceof Error) throw next;
      return next as ImportProgress;
    });
    await renderAt('/x', fakeServices({ records: { list: one, importRows: async () => 'i1', importState } }), list);
    await screen.findByText('公章');
    press('import');
    await screen.findByText('点击或拖入 .xlsx 文件');
    give('a.xlsx');
    await screen.findByText('已导入 100 行', undefined, { timeout: 15_000 });
    expect(importState).toHaveBeenCalledTimes(4);
  });

  it('says why an import failed', async () => {
    await renderAt(
      '/x',
      fakeServices({
        records: {
          list: one,
          importRows: async () => {
            throw lost();
          },
        },
      }),
      list,
    );
    await screen.findByText('公章');
    press('import');
    await screen.findByText('点击或拖入 .xlsx 文件');
    give('a.xlsx');
    await waitFor(() => expect(screen.getByText('无法连接服务器，请检查网络后重试')).toBeTruthy());
  });
});
