import { read, utils } from '@e965/xlsx';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { CheckedImport } from '../../../src/screens/systemList/CheckedImport.tsx';
import type { SystemAction } from '../../../src/screens/systemList/rows.ts';
import { fakeServices, renderAt } from '../fakes.tsx';

afterEach(() => vi.restoreAllMocks());

const action = {
  label: '导入',
  importer: { checkUrl: '/check', runUrl: '/run', templateUrl: '/template', templateName: '人员模板' },
} as unknown as SystemAction;
const checked = { total: 2, good: 1, added: 1, changed: 0, bad: [{ row: 3, name: '李四', message: '没有此部门' }] };
const outcomes: Record<string, object> = {
  '/check': { ...checked, badCount: 1 },
  '/run': { ...checked, badCount: 1, passwords: [{ username: 'zhang3', name: '张三', password: '=Ab12cd34' }] },
};

it('a sheet of people is checked before anything is stored, and the new passwords are saved as texts', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:saved';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const asked: string[] = [];
  const upload = async (url: string): Promise<object | undefined> => {
    asked.push(url);
    return outcomes[url];
  };
  const onDone = vi.fn();
  await renderAt(
    '/system/userManager',
    Object.assign(fakeServices({}), { system: { upload } }),
    <CheckedImport action={action} onClose={() => undefined} onDone={onDone} />,
  );
  fireEvent.change(document.querySelector('.ant-upload-drag input[type="file"]') as HTMLInputElement, {
    target: { files: [new File(['PK'], '人员.xlsx')] },
  });
  await screen.findByText('共 2 行，1 行可以导入（新增 1，更新 0），1 行有误');
  expect(screen.getByText('没有此部门')).toBeTruthy();
  expect([asked, onDone.mock.calls.length]).toEqual([['/check'], 0]);
  fireEvent.click(document.querySelector('[data-action="run-import"]') as HTMLElement);
  await screen.findByText('已导入 1 行：新增 1 人，更新 0 人，1 行有误未导入');
  expect([asked, onDone.mock.calls.length]).toEqual([['/check', '/run'], 1]);
  fireEvent.click(document.querySelector('[data-action="passwords"]') as HTMLElement);
  await waitFor(() => expect(saved).toHaveLength(1));
  const book = read(await saved[0]?.arrayBuffer());
  expect(utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })).toEqual([
    ['用户名', '姓名', '一次性密码'],
    ['zhang3', '张三', '=Ab12cd34'],
  ]);
});

it('is not closed while people are stored, nor without a question before their passwords are saved', async () => {
  let answer: () => void = () => undefined;
  const upload = async (url: string): Promise<object | undefined> => {
    if (url === '/run')
      await new Promise<void>((done) => {
        answer = done;
      });
    return outcomes[url];
  };
  const onClose = vi.fn();
  await renderAt(
    '/system/userManager',
    Object.assign(fakeServices({}), { system: { upload } }),
    <CheckedImport action={action} onClose={onClose} onDone={() => undefined} />,
  );
  fireEvent.change(document.querySelector('.ant-upload-drag input[type="file"]') as HTMLInputElement, {
    target: { files: [new File(['PK'], '人员.xlsx')] },
  });
  await screen.findByText(/1 行可以导入/);
  fireEvent.click(document.querySelector('[data-action="run-import"]') as HTMLElement);
  await waitFor(() => expect(document.querySelector('.ant-modal-close')).toBeNull());
  expect(document.querySelector<HTMLButtonElement>('[data-action="choose-again"]')?.disabled).toBe(true);
  fireEvent.keyDown(document.querySelector('.ant-modal-wrap') as HTMLElement, { key: 'Escape', keyCode: 27 });
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => answer());
  await screen.findByText(/^已导入 1 行/);
  fireEvent.click(document.querySelector('[data-action="close"]') as HTMLElement);
  await screen.findByText('一次性密码还没有下载，关闭后不再显示，确定关闭吗？', {
    selector: '.ant-modal-confirm-title',
  });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(document.querySelector('.ant-modal-confirm-btns .ant-btn-dangerous') as HTMLElement);
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});
