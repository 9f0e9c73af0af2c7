import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { MailWriteNode } from '../../../src/grammar/nodes.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { MailWriteBlock } from '../../../src/screens/mail/MailWriteBlock.tsx';
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
  tag: 'mailWrite',
  title: '写信',
  fields: ['subject', 'content'].map((key) => ({
    tag: 'el-input',
    __vModel__: key,
    flowEditable: '1',
    label: key === 'subject' ? '主题' : '正文',
  })),
} as MailWriteNode;
const open = (mail: Partial<Services['mail']> = {}, user = situation.user) =>
  renderAt('/mail/writeLetters', fakeServices({ mail }), <MailWriteBlock node={node} path={['root']} />, {
    ...situation,
    user,
  });
const input = (key: string): HTMLInputElement =>
  document.querySelector(`[data-field="${key}"] input`) as HTMLInputElement;
const button = (name: string): HTMLElement => document.querySelector(`[data-action="${name}"]`) as HTMLElement;

it('a letter that could not be sent because the session ended is offered to its writer, and is gone once it is sent, after which the sent ones are shown', async () => {
  const ended = await open({ send: () => Promise.reject(new ServiceError('B0001', '登录超时')) });
  fireEvent.change(input('subject'), { target: { value: '周报' } });
  fireEvent.change(input('content'), { target: { value: '本周完成检测十二批。' } });
  act(() => button('send').click());
  await screen.findByText('登录超时');
  ended.unmount();

  const other = await open({}, { ...situation.user, id: 'u2' });
  expect(button('restore-kept')).toBeNull();
  other.unmount();

  const send = vi.fn(async (..._given: unknown[]) => undefined);
  await open({ send });
  await waitFor(() => expect(button('restore-kept')).toBeTruthy());
  act(() => button('restore-kept').click());
  await waitFor(() =>
    expect([input('subject').value, input('content').value]).toEqual(['周报', '本周完成检测十二批。']),
  );
  expect(button('restore-kept')).toBeNull();
  act(() => button('send').click());
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  expect(send.mock.calls[0]?.[0]).toMatchObject({ subject: '周报', content: '本周完成检测十二批。' });
  await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.startsWith('unsaved:'))).toEqual([]));
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/mail/sendLetters'));
});

it('what was typed since is replaced by the letter that was kept only after a yes', async () => {
  const ended = await open({ send: () => Promise.reject(new ServiceError('B0001', '登录超时')) });
  fireEvent.change(input('subject'), { target: { value: '周报' } });
  act(() => button('send').click());
  await screen.findByText('登录超时');
  ended.unmount();
  await open();
  await waitFor(() => expect(button('restore-kept')).toBeTruthy());
  fireEvent.change(input('subject'), { target: { value: '请假' } });
  act(() => button('restore-kept').click());
  await screen.findByText('恢复会替换现在填写的内容，确定恢复吗？', { selector: '.ant-modal-confirm-title' });
  expect(input('subject').value).toBe('请假');
  fireEvent.click(document.querySelector('.ant-modal-confirm-btns .ant-btn-dangerous') as HTMLElement);
  await waitFor(() => expect(input('subject').value).toBe('周报'));
});

it('a page to write a letter can be used by everyone (axe)', async () => {
  const { container } = await open();
  await waitFor(() => expect(input('subject')).toBeTruthy());
  expect(await axeFaults(container)).toEqual([]);
});
