import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { beforeEach, expect, test, vi } from 'vitest';
import { commentTopic } from '../../../src/domain/recordTopics.ts';
import type { ThreadNode } from '../../../src/grammar/nodes.ts';
import { RecordPageContext } from '../../../src/runtime/contexts.ts';
import type { Comment, CommentInput } from '../../../src/runtime/services/recordPages.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { ThreadBlock } from '../../../src/screens/thread/ThreadBlock.tsx';
import { fakeServices, lost, renderAt } from '../fakes.tsx';

const comment = (more: Partial<Comment> = {}): Comment => ({
  id: 'c1',
  text: '请核对份数',
  authorId: 'u-leader',
  authorName: '陈立群',
  time: '2026-11-24 09:30:00',
  editedTime: '',
  isRemoved: false,
  isOwn: false,
  mayEdit: false,
  mayRemove: false,
  mentions: [],
  files: [],
  isNew: false,
  readers: 0,
  ...more,
});

/** Keeps comments as the server does, of one record. */
function bench(held: Comment[] = []) {
  const calls: string[] = [];
  const listeners = new Map<string, () => void>();
  let failing: Error | null = null;
  const services = {
    ...fakeServices({}),
    serverEvents: {
      on: (topic: string, listener: () => void) => {
        listeners.set(topic, listener);
        return () => listeners.delete(topic);
      },
    },
    recordPages: {
      comments: async () => {
        if (failing) throw failing;
        return {
          comments: held.map((one) => ({ ...one })),
          total: held.length,
          unread: held.filter(({ isNew }) => isNew).length,
          changeMinutes: 30,
        };
      },
      mentionable: async (_formKey: string, _id: string, keyword: string) => {
        calls.push(`people ${keyword}`);
        return [
          { id: 'u-leader', name: '陈立群', deptName: '市场经营部', mayRead: true },
          { id: 'u-hr', name: '陈晓', deptName: '人力资源部', mayRead: false },
        ];
      },
      addComment: async (_formKey: string, { text, mentionIds, fileIds }: CommentInput, key: string) => {
        calls.push(`add ${text} [${mentionIds.join()}] [${fileIds.join()}] ${key}`);
        if (failing) throw failing;
        held.push(
          comment({ id: `c${held.length + 1}`, text, isOwn: true, authorName: '我', mayEdit: true, mayRemove: true }),
        );
      },
      editComment: async (_formKey: string, { commentId, text }: CommentInput & { commentId: string }) => {
        calls.push(`edit ${commentId} ${text}`);
        Object.assign(held.find(({ id }) => id === commentId) as Comment, { text, editedTime: '2026-11-24 10:00:00' });
      },
      removeComment: async (_formKey: string, { commentId }: { commentId: string }) => {
        calls.push(`remove ${commentId}`);
        Object.assign(held.find(({ id }) => id === commentId) as Comment, { text: '', isRemoved: true });
      },
      readComments: async (_formKey: string, { commentId }: { commentId: string }) => {
        calls.push(`read ${commentId}`);
      },
    },
  } as unknown as Services;
  return {
    services,
    calls,
    held,
    fail: (error: Error | null) => {
      failing = error;
    },
    tell: () => act(async () => listeners.get(commentTopic('r1'))?.()),
  };
}

const page = {
  formKey: 'seal',
  formName: '用印申请',
  record: { id: 'r1', fieldsMap: {}, childTables: {} },
  fieldNode: () => undefined,
};
const show = (services: Services, node: Partial<ThreadNode> = {}) =>
  renderAt(
    '/',
    services,
    <RecordPageContext value={page}>
      <ThreadBlock node={{ tag: 'thread', ...node }} path={[]} />
    </RecordPageContext>,
  );
const box = (): HTMLTextAreaElement => screen.getByLabelText('写评论');
const write = (text: string): void => {
  fireEvent.change(box(), { target: { value: text } });
};
const button = (name: string): HTMLElement => document.querySelector(`[data-action="${name}"]`) as HTMLElement;

beforeEach(() => localStorage.clear());

test('an empty discussion says so, and Ctrl+Enter sends what was written', async () => {
  const { services, calls } = bench();
  await show(services);
  await screen.findByText('还没有评论，写下第一条');
  write('  ');
  fireEvent.keyDown(box(), { key: 'Enter', ctrlKey: true });
  expect(calls).toEqual([]);
  write('已寄出');
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(calls).toEqual([]);
  fireEvent.keyDown(box(), { key: 'Enter', ctrlKey: true });
  await screen.findByText('已寄出');
  expect(calls[0]).toMatch(/^add 已寄出 \[\] \[\] \w{32}$/);
  expect(box().value).toBe('');
});

test('what was typed stays when sending fails and when the page is opened again; sent again it has the same key', async () => {
  const { services, calls, fail } = bench();
  const { unmount } = await show(services);
  write('写了一半');
  fail(lost());
  fireEvent.click(button('comment-send'));
  await screen.findByText('无法连接服务器，请检查网络后重试');
  expect(box().value).toBe('写了一半');
  fail(null);
  fireEvent.click(button('comment-send'));
  await waitFor(() => expect(box().value).toBe(''));
  expect(calls[0]).toBe(calls[1]);
  write('另一半');
  unmount();
  await show(services);
  await waitFor(() => expect(box().value).toBe('另一半'));
});

test('people are offered after @; who may not read the record is named so and cannot be chosen', async () => {
  const { services, calls } = bench();
  await show(services);
  await screen.findByText('还没有评论，写下第一条');
  box().focus();
  fireEvent.change(box(), { target: { value: '@陈', selectionStart: 2 } });
  box().setSelectionRange(2, 2);
  fireEvent.keyUp(box(), { key: 'Shift' });
  await screen.findByText('无权查看此记录，不能提到');
  expect(calls).toEqual(['people 陈']);
  fireEvent.click(await screen.findByText('市场经营部'));
  await waitFor(() => expect(box().value).toContain('@陈立群'));
  fireEvent.keyDown(box(), { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(calls.at(-1)).toContain('[u-leader]'));
});

test('comments of others that are new stand under a line, are marked as read, and news brings further ones', async () => {
  const { services, calls, held, tell } = bench([
    comment(),
    comment({ id: 'c2', text: '已核对 @周明轩', isNew: true, mentions: [{ id: 'u-staff', name: '周明轩' }] }),
  ]);
  await show(services);
  await screen.findByText('以下为新评论');
  expect(calls).toEqual(['read c2']);
  expect(document.querySelector('.th-mention')?.textContent).toBe('@周明轩');
  held.push(comment({ id: 'c3', text: '再补一份' }));
  await tell();
  await screen.findByText('再补一份');
});

test('one’s own is changed in place and marked, removed after a question, and leaves a line', async () => {
  const { services, calls } = bench([comment({ isOwn: true, mayEdit: true, mayRemove: true, readers: 2 })]);
  await show(services);
  await screen.findByText('2 人已读');
  fireEvent.click(button('comment-edit'));
  fireEvent.change(screen.getByLabelText('修改评论'), { target: { value: '请核对两遍' } });
  fireEvent.keyDown(screen.getByLabelText('修改评论'), { key: 'Enter', ctrlKey: true });
  await screen.findByText('已编辑');
  expect(calls).toContain('edit c1 请核对两遍');
  fireEvent.click(button('comment-remove'));
  fireEvent.click(await screen.findByText('删 除'));
  await screen.findByText('此评论已删除');
  expect(screen.queryByText('请核对两遍')).toBeNull();
});

test('an answer addresses its author', async () => {
  const { services } = bench([comment()]);
  await show(services);
  fireEvent.click(await screen.findByLabelText('回复陈立群'));
  await waitFor(() => expect(box().value).toBe('@陈立群 '));
});

test('whose mention was taken back is not addressed by a longer name that begins with theirs', async () => {
  const { services, calls } = bench([
    comment({ authorId: 'u-wang', authorName: '王小' }),
    comment({ id: 'c2', authorId: 'u-ming', authorName: '王小明' }),
  ]);
  await show(services);
  fireEvent.click(await screen.findByLabelText('回复王小'));
  await waitFor(() => expect(box().value).toBe('@王小 '));
  write('');
  fireEvent.click(screen.getByLabelText('回复王小明'));
  await waitFor(() => expect(box().value).toBe('@王小明 '));
  fireEvent.keyDown(box(), { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(calls.at(-1)).toContain('[u-ming]'));
});

test('a change that was cancelled does not come back when the upload of its file ends', async () => {
  const { services } = bench([comment({ isOwn: true, mayEdit: true })]);
  let endUpload: (file: unknown) => void = () => undefined;
  const upload = () =>
    new Promise((resolve) => {
      endUpload = resolve;
    });
  await show({ ...services, files: { upload } } as unknown as Services);
  await screen.findByText('请核对份数');
  fireEvent.click(button('comment-edit'));
  const editor = screen.getByLabelText('修改评论').closest('.th-editor') as HTMLElement;
  fireEvent.change(within(editor).getByLabelText('选择附件'), { target: { files: [new File(['x'], '图.png')] } });
  await within(editor).findByText('正在上传 0%');
  fireEvent.click(button('comment-cancel'));
  await act(async () => endUpload({ id: 'f1', fileName: '图.png', fileExt: 'png', url: '' }));
  expect(screen.queryByLabelText('修改评论')).toBeNull();
  expect(screen.getByText('请核对份数')).toBeTruthy();
});

test('a discussion that cannot be loaded says why and is tried again', async () => {
  const { services, fail } = bench([comment()]);
  fail(new ServiceError('404', '数据不存在或您无权查看'));
  const { unmount } = await show(services);
  await screen.findByText('数据不存在或您无权查看');
  unmount();
  fail(lost());
  await show(services);
  await screen.findByText('讨论没有加载出来');
  fail(null);
  fireEvent.click(button('retry'));
  await screen.findByText('请核对份数');
});

test('can be used by everyone (axe)', async () => {
  vi.useRealTimers();
  const { services } = bench([
    comment(),
    comment({
      id: 'c2',
      isOwn: true,
      mayEdit: true,
      mayRemove: true,
      files: [{ id: 'f', fileName: '签认单.pdf', fileExt: 'pdf', url: '' }],
    }),
  ]);
  const { container } = await show(services, { title: '讨论' });
  await screen.findByText('签认单.pdf');
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
});
