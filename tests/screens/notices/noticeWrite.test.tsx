import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { NoticeManagerNode } from '../../../src/grammar/nodes.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { NoticeManagerBlock } from '../../../src/screens/notices/NoticeManagerBlock.tsx';
import { passTime } from '../../support/pendingTimers.ts';
import { axeFaults } from '../axeFaults.ts';
import { fakeServices, renderAt, situation } from '../fakes.tsx';

afterEach(async () => {
  cleanup();
  await new Promise((done) => {
    setTimeout(done, 0);
  });
  localStorage.clear();
});

const node = {
  tag: 'noticeManager',
  title: '通知管理',
  fields: ['title', 'content'].map((key) => ({
    tag: 'el-input',
    __vModel__: key,
    label: key === 'title' ? '标题' : '正文',
    required: true,
  })),
} as unknown as NoticeManagerNode;
const draft = {
  id: 'n1',
  title: '放假通知',
  kind: '1',
  unitIds: [],
  content: '周五放假',
  status: '0',
  authorName: '李',
  createTime: '2026-11-20 08:00:00',
  releaseTime: '',
  readStatus: '1',
  revision: 'r1',
};
const open = (
  save: (notice: object) => Promise<unknown> = () => Promise.reject(new ServiceError('B0001', '登录超时')),
  stored = draft,
  user = situation.user,
) =>
  renderAt(
    '/notice',
    Object.assign(fakeServices({}), { notices: { list: async () => ({ list: [stored], total: 1 }), save } }),
    <NoticeManagerBlock node={node} path={['root']} />,
    { ...situation, user },
  );
const input = (key: string): HTMLInputElement =>
  document.querySelector(`[data-field="${key}"] input`) as HTMLInputElement;
const button = (name: string): HTMLElement => document.querySelector(`[data-action="${name}"]`) as HTMLElement;
const press = async (name: 'create' | 'edit'): Promise<void> => {
  await waitFor(() => expect(button(name)).toBeTruthy());
  act(() => button(name).click());
  await waitFor(() => expect(input('title')).toBeTruthy());
};
const type = (key: string, value: string): void => {
  fireEvent.change(input(key), { target: { value } });
};
const foot = (name: RegExp): void => {
  act(() => screen.getByRole('button', { name }).click());
};
const kept = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith('unsaved:'));

describe('a notice that was written and not saved', () => {
  it('is offered to its writer again, and is gone once it is saved', async () => {
    const ended = await open();
    await press('create');
    type('title', '停电通知');
    type('content', '周六停电');
    foot(/保\s*存/);
    await screen.findByText('登录超时');
    ended.unmount();

    const other = await open(undefined, draft, { ...situation.user, id: 'u2' });
    await press('create');
    expect(button('restore-kept')).toBeNull();
    other.unmount();

    const save = vi.fn(async (_notice: object) => undefined);
    await open(save);
    await press('create');
    await waitFor(() => expect(button('restore-kept')).toBeTruthy());
    act(() => button('restore-kept').click());
    await waitFor(() => expect([input('title').value, input('content').value]).toEqual(['停电通知', '周六停电']));
    foot(/保\s*存/);
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    expect(save.mock.calls[0]?.[0]).toMatchObject({ title: '停电通知', content: '周六停电' });
    await waitFor(() => expect(kept()).toEqual([]));
  });

  it('says which text of the notice it replaces', async () => {
    const save = vi.fn(async (_notice: object) => undefined);
    await open(save);
    await press('edit');
    await waitFor(() => expect(input('title').value).toBe('放假通知'));
    foot(/保\s*存/);
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    expect(save.mock.calls[0]?.[0]).toMatchObject({ id: 'n1', revision: 'r1' });
  });

  it('belongs to the notice that it changes, and says where that has changed since', async () => {
    const first = await open();
    await press('edit');
    await waitFor(() => expect(input('title').value).toBe('放假通知'));
    type('title', '放假通知（更正）');
    first.unmount();
    await waitFor(() => expect(kept()).toHaveLength(1));

    const second = await open();
    await press('create');
    expect(button('restore-kept')).toBeNull();
    second.unmount();

    const third = await open();
    await press('edit');
    await waitFor(() => expect(button('restore-kept')).toBeTruthy());
    expect(screen.queryByText(/此后修改过/)).toBeNull();
    third.unmount();

    await open(undefined, { ...draft, content: '周四放假' });
    await press('edit');
    await screen.findByText('这条通知此后修改过，恢复后请核对。');
    act(() => button('restore-kept').click());
    await waitFor(() => expect(input('title').value).toBe('放假通知（更正）'));
  });

  it('is gone when it is given up', async () => {
    await open();
    await press('create');
    type('title', '停电通知');
    await act(() => passTime(1_000));
    expect(kept()).toHaveLength(1);
    foot(/取\s*消/);
    await screen.findAllByText('放弃填写的内容？');
    foot(/放\s*弃/);
    await waitFor(() => expect(kept()).toEqual([]));
    expect(screen.queryByText('新建通知', { selector: '.ant-modal-title' })).toBeNull();
  });
});

it('a notice is released only after a question, and its line says so then', async () => {
  let status = '0';
  const release = vi.fn(async (_id: string) => {
    status = '1';
  });
  await renderAt(
    '/notice',
    Object.assign(fakeServices({}), {
      notices: { list: async () => ({ list: [{ ...draft, status }], total: 1 }), release },
    }),
    <NoticeManagerBlock node={node} path={['root']} />,
  );
  await screen.findByText('未发布');
  act(() => button('release').click());
  const question = await screen.findByText('发布“放假通知”？', { selector: '.ant-modal-confirm-title' });
  expect(release).not.toHaveBeenCalled();
  const dialog = question.closest('.ant-modal-confirm') as HTMLElement;
  act(() =>
    within(dialog)
      .getByRole('button', { name: /发\s*布/ })
      .click(),
  );
  await screen.findByText('已发布', { selector: '[data-row] *' });
  expect(release.mock.calls).toEqual([['n1']]);
  expect(button('edit')).toBeNull();
});

it('the list of notices and the dialog to write one can be used by everyone (axe)', async () => {
  const { container } = await open();
  await screen.findByText('放假通知');
  expect(await axeFaults(container)).toEqual([]);
  await press('create');
  expect(await axeFaults(screen.getByRole('dialog'))).toEqual([]);
});
