import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { FolderNode } from '../../../src/grammar/nodes.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { FolderBlock } from '../../../src/screens/folder/FolderBlock.tsx';
import { RightsDialog } from '../../../src/screens/folder/RightsDialog.tsx';
import { axeFaults } from '../axeFaults.ts';
import { fakeServices, renderAt } from '../fakes.tsx';

afterEach(cleanup);

const node: FolderNode = { tag: 'folder', title: '公司文件', space: 'company' };
const folder = (id: string, parentId: string | null, name: string, more: object = {}) => ({
  id,
  parentId,
  name,
  mayWrite: false,
  mayManage: false,
  hasOwnRights: false,
  revision: 1,
  documents: 0,
  ...more,
});
const FOLDERS = [
  folder('root:company', null, ''),
  folder('f1', 'root:company', '规章制度', { mayWrite: true, mayManage: true, hasOwnRights: true }),
  folder('f2', 'f1', '考勤', { mayWrite: true, mayManage: true, documents: 1 }),
];
const document_ = {
  id: 'd1',
  folderId: 'f2',
  name: '考勤办法.pdf',
  revision: 3,
  version: 2,
  file: { id: 'v2', fileName: '考勤办法.pdf', fileExt: 'pdf', url: '/v2', size: 2048 },
  note: '',
  createByName: '徐文娟',
  createTime: '2026-09-29 14:26:00',
};
type Request = { url: string; params: Record<string, unknown> };

/** Opens the block; `answers` by the last part of the call's path. */
async function open(address: string, answers: Record<string, (params: Record<string, unknown>) => unknown> = {}) {
  const sent: Request[] = [];
  const request = vi.fn(async ({ url, params }: Request) => {
    sent.push({ url, params });
    const name = url.split('/').at(-1) ?? '';
    if (answers[name]) return answers[name](params);
    if (name === 'tree') return FOLDERS;
    if (name === 'documents') return params.folderId === 'f2' ? [document_] : [];
    if (name === 'search') return [document_];
    return null;
  });
  const upload = vi.fn(async (file: File) => ({ id: `u-${file.name}`, fileName: file.name, fileExt: 'pdf', url: '' }));
  const view = await renderAt(
    address,
    fakeServices({ request: request as never, files: { upload } }),
    <FolderBlock node={node} path={['root']} />,
  );
  const calls = (name: string) => sent.filter(({ url }) => url.endsWith(`/${name}`)).map(({ params }) => params);
  return { ...view, calls, upload };
}
/** The first folder in the open one. */
const below = (): HTMLElement | null => document.querySelector('.sc-folder-flat button');
const address = (): string => screen.getByTestId('address').textContent ?? '';

it('shows the folders of its space, and opens one by its address and by a press', async () => {
  const { container } = await open('/files');
  await waitFor(() => expect(below()).not.toBeNull());
  // the root cannot be written by this person
  expect(document.querySelector('[data-action="upload"]')).toBeNull();
  fireEvent.click(below() as HTMLElement);
  await waitFor(() => expect(address()).toContain('company.folder=f1'));
  expect(document.querySelector('[data-action="upload"]')).not.toBeNull();
  await waitFor(() => expect(document.querySelector('.ant-skeleton')).toBeNull());
  expect(await axeFaults(container)).toEqual([]);
});

it('stores several files one after the other, and tells of one that became a further version', async () => {
  let version = 0;
  const { calls, upload } = await open('/files?company.folder=f2', {
    upload: ({ fileId }) => ({ version: (version += 1), name: String(fileId).slice(2) }),
  });
  await screen.findByText('考勤办法.pdf');
  const input = document.querySelector('input[type="file"]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(['1'], '一.pdf'), new File(['2'], '二.pdf')] } });
  await screen.findByText('已上传 2 个文件');
  await screen.findByText('“二.pdf”已存为第 2 版，早先的版本仍保留');
  expect(upload.mock.calls.map(([file]) => file.name)).toEqual(['一.pdf', '二.pdf']);
  expect(calls('upload')).toEqual([
    { folderId: 'f2', fileId: 'u-一.pdf' },
    { folderId: 'f2', fileId: 'u-二.pdf' },
  ]);
});

it('keeps the dialog with the reason where a name is refused', async () => {
  const { calls } = await open('/files?company.folder=f2', {
    save: () => Promise.reject(new ServiceError('FOLDER_NAME', '此处已有“旧制度”，请换一个名称')),
  });
  fireEvent.click(await waitFor(() => document.querySelector('[data-action="new-folder"]') as HTMLElement));
  const dialog = await screen.findByRole('dialog');
  const input = within(dialog).getByLabelText('名称');
  fireEvent.change(input, { target: { value: ' 旧制度 ' } });
  fireEvent.keyDown(input, { key: 'Enter', code: 'Enter', keyCode: 13 });
  await within(dialog).findByText('此处已有“旧制度”，请换一个名称');
  expect((input as HTMLInputElement).value).toBe(' 旧制度 ');
  expect(calls('save')).toEqual([{ parentId: 'f2', name: '旧制度' }]);
});

it('finds documents by their names and leads to their folder', async () => {
  const { calls } = await open('/files');
  fireEvent.change(await screen.findByLabelText('按文件名查找'), { target: { value: '考勤' } });
  await screen.findByText('考勤办法.pdf');
  expect(calls('search')).toEqual([{ space: 'company', keyword: '考勤' }]);
  fireEvent.click(screen.getByText('公司文件 / 规章制度 / 考勤'));
  await waitFor(() => expect(address()).toContain('company.folder=f2'));
});

it('lists the versions, and brings an earlier one back after a question', async () => {
  const versions = [document_, { ...document_, version: 1, note: '初稿' }];
  const { calls } = await open('/files?company.folder=f2', { versions: () => versions, restoreVersion: () => 3 });
  fireEvent.click(await waitFor(() => document.querySelector('[data-action="versions"]') as HTMLElement));
  await screen.findByText('第 2 版（最新）');
  fireEvent.click(within(document.querySelector('[data-version="1"]') as HTMLElement).getByText(/恢\s?复/));
  fireEvent.click(
    await waitFor(() => document.querySelector('.ant-modal-confirm-btns .ant-btn-primary') as HTMLElement),
  );
  await screen.findByText('已恢复，现在是第 3 版');
  expect(calls('restoreVersion')).toEqual([{ documentId: 'd1', version: 1 }]);
});

it('tells of files that are dropped while others are uploaded', async () => {
  const { upload } = await open('/files?company.folder=f2', { upload: () => ({ version: 1, name: '一.pdf' }) });
  await screen.findByText('考勤办法.pdf');
  let finish = (): void => undefined;
  upload.mockImplementationOnce(
    (file) =>
      new Promise((done) => {
        finish = () => done({ id: 'u', fileName: file.name, fileExt: 'pdf', url: '' });
      }),
  );
  const main = document.querySelector('.sc-folder-main') as HTMLElement;
  fireEvent.drop(main, { dataTransfer: { files: [new File(['1'], '一.pdf')] } });
  await waitFor(() => expect(upload).toHaveBeenCalledOnce());
  fireEvent.dragOver(main);
  expect(main.dataset['over']).toBeUndefined();
  fireEvent.drop(main, { dataTransfer: { files: [new File(['2'], '二.pdf')] } });
  await screen.findByText('上一批文件还在上传，请在上传完成后再选择');
  finish();
  await screen.findByText('已上传 1 个文件');
});

it('keeps the note of a version whose file was refused, and renames a folder without moving it', async () => {
  const { calls } = await open('/files?company.folder=f2', {
    versions: () => [document_],
    upload: () => Promise.reject(new ServiceError('REQUEST_INVALID', '应为同类型的文件')),
  });
  fireEvent.click(await waitFor(() => document.querySelector('[data-action="versions"]') as HTMLElement));
  const note = (await screen.findByLabelText('版本说明')) as HTMLInputElement;
  fireEvent.change(note, { target: { value: '按意见修改' } });
  fireEvent.change(screen.getByLabelText('选择新版本的文件'), { target: { files: [new File(['1'], '一.docx')] } });
  await screen.findByText('一.docx：应为同类型的文件');
  expect(note.value).toBe('按意见修改');
  fireEvent.click(screen.getByLabelText('“考勤”的操作'));
  fireEvent.click(await screen.findByText('改名'));
  const name = await screen.findByDisplayValue('考勤');
  fireEvent.change(name, { target: { value: '考勤管理' } });
  fireEvent.keyDown(name, { key: 'Enter', code: 'Enter', keyCode: 13 });
  await waitFor(() => expect(calls('save')).toEqual([{ id: 'f2', name: '考勤管理', revision: 1 }]));
});

it('selects a folder’s whole name to change it, and a file’s without its extension', async () => {
  FOLDERS[2] = { ...FOLDERS[2], name: 'v1.2 方案' } as (typeof FOLDERS)[number];
  await open('/files?company.folder=f2');
  const selected = async (dialogTitle: string): Promise<string> => {
    const dialog = (await screen.findByText(dialogTitle)).closest('[role="dialog"]') as HTMLElement;
    const input = within(dialog).getByLabelText('名称') as HTMLInputElement;
    fireEvent.focus(input);
    const text = input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0);
    fireEvent.click(within(dialog).getByRole('button', { name: /取\s*消/ }));
    return text;
  };
  await screen.findByText('考勤办法.pdf');
  fireEvent.click(screen.getByLabelText('“v1.2 方案”的操作'));
  fireEvent.click(await screen.findByText('改名'));
  expect(await selected('文件夹改名')).toBe('v1.2 方案');
  FOLDERS[2] = { ...FOLDERS[2], name: '考勤' } as (typeof FOLDERS)[number];
});

it('says why files that are dropped are not uploaded, and marks the place of the drop while the pointer is in it', async () => {
  const { upload } = await open('/files?company.folder=f2');
  await screen.findByText('考勤办法.pdf');
  const main = document.querySelector('.sc-folder-main') as HTMLElement;
  fireEvent.dragOver(main);
  const leaveTo = (relatedTarget: Element | null): void => {
    fireEvent(main, Object.assign(new Event('dragleave', { bubbles: true }), { relatedTarget }));
  };
  leaveTo(main.querySelector('.sc-folder-bar'));
  expect(main.dataset['over']).toBe('true');
  leaveTo(document.body);
  expect(main.dataset['over']).toBeUndefined();
  cleanup();
  await open('/files');
  await waitFor(() => expect(below()).not.toBeNull());
  fireEvent.drop(document.querySelector('.sc-folder-main') as HTMLElement, {
    dataTransfer: { files: [new File(['1'], '一.pdf')] },
  });
  await screen.findByText('您没有上传到此文件夹的权限，文件没有上传');
  expect(upload).not.toHaveBeenCalled();
});

it('does not upload two groups of files that are dropped directly after each other at the same time', async () => {
  const { upload } = await open('/files?company.folder=f2', { upload: () => ({ version: 1, name: '一.pdf' }) });
  await screen.findByText('考勤办法.pdf');
  const main = document.querySelector('.sc-folder-main') as HTMLElement;
  act(() => {
    // both before the next render
    for (const name of ['一.pdf', '二.pdf'])
      main.dispatchEvent(
        Object.assign(new Event('drop', { bubbles: true }), { dataTransfer: { files: [new File(['1'], name)] } }),
      );
  });
  await screen.findByText('上一批文件还在上传，请在上传完成后再选择');
  await screen.findByText('已上传 1 个文件');
  expect(upload).toHaveBeenCalledOnce();
});

it('lists the people of the latest search, also when an earlier answer comes later', async () => {
  const answers = new Map<string, (names: string[]) => void>();
  const search = (name: string) =>
    new Promise<{ list: object[]; total: number }>((resolve) => {
      answers.set(name, (names) =>
        resolve({ list: names.map((showName) => ({ id: showName, showName })), total: names.length }),
      );
    });
  const calls = { rights: async () => [] };
  await renderAt(
    '/files',
    Object.assign(fakeServices({ request: (async () => []) as never }), {
      users: { search },
      orgs: { tree: async () => [] },
    }),
    <RightsDialog
      folder={{ ...FOLDERS[1], parentId: null, hasOwnRights: true } as never}
      parentName=""
      calls={calls as never}
      onChanged={() => undefined}
      onClose={() => undefined}
    />,
  );
  const input = await screen.findByRole('combobox', { name: '加人员' });
  fireEvent.mouseDown(input);
  fireEvent.change(input, { target: { value: '徐' } });
  fireEvent.change(input, { target: { value: '徐文' } });
  await act(async () => answers.get('徐文')?.(['徐文娟']));
  await act(async () => answers.get('徐')?.(['徐大海']));
  expect((await screen.findAllByText(/徐文娟/)).length).toBeGreaterThan(0);
  expect(screen.queryByText(/徐大海/)).toBeNull();
});
