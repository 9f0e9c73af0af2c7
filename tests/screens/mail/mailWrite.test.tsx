import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { MailWriteNode } from '../../../src/grammar/nodes.ts';
import type { Mail } from '../../../src/runtime/services/messageServices.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { MailWriteBlock } from '../../../src/screens/mail/MailWriteBlock.tsx';
import { axeFaults } from '../axeFaults.ts';
import { fakeServices, onceServer, renderAt, situation } from '../fakes.tsx';
import { uploadingWidget } from '../uploading.tsx';

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

const mailOf = (id: string, name: string, more: Partial<Mail> = {}): Mail => ({
  id,
  emailId: id,
  subject: `${name}的邮件`,
  content: '<p>正文</p>',
  emailType: '',
  status: '1',
  sendTime: '2026-01-02 03:04:05',
  sender: { id: name, name },
  to: [{ id: 'u1', name: '张三' }],
  cc: [],
  files: [],
  sourceId: null,
  place: '0',
  ...more,
});
const subjects = (): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLInputElement>('[data-field="subject"] input')].map(({ value }) => value);

it('a reply in the same tab as another one begins with the fields of its own mail', async () => {
  let answer: (mail: Mail) => void = () => undefined;
  const answers: Record<string, Promise<Mail>> = {
    m1: Promise.resolve(mailOf('m1', '李四')),
    m2: new Promise((resolve) => {
      answer = resolve;
    }),
  };
  const send = vi.fn(async (..._given: unknown[]) => undefined);
  await renderAt(
    '/mail/writeLetters?source=m1&act=reply',
    fakeServices({ mail: { open: (_box, id) => answers[id]!, send } }),
    <>
      <MailWriteBlock node={node} path={['root']} />
      <Link to="/mail/writeLetters?source=m2&act=reply">第二封</Link>
    </>,
  );
  await waitFor(() => expect(subjects()).toEqual(['回复：李四的邮件']));
  fireEvent.click(screen.getByText('第二封'));
  await waitFor(() => expect(subjects()).toEqual([]));
  await act(async () => answer(mailOf('m2', '王五')));
  await waitFor(() => expect(subjects()).toEqual(['回复：王五的邮件']));
  act(() => button('send').click());
  await waitFor(() => expect(send.mock.calls[0]?.[0]).toMatchObject({ subject: '回复：王五的邮件', sourceId: 'm2' }));
});

it('after a mail was sent or stored as a draft, the next one begins empty, as another mail', async () => {
  const send = vi.fn(async (..._given: unknown[]) => undefined);
  const saveDraft = vi.fn(async (..._given: unknown[]) => 'd1');
  await open({ send, saveDraft });
  for (const [subject, action] of [
    ['周报', 'save-draft'],
    ['月报', 'send'],
    ['年报', 'send'],
  ] as const) {
    await waitFor(() => expect(subjects()).toEqual(['']));
    fireEvent.change(input('subject'), { target: { value: subject } });
    act(() => button(action).click());
    await waitFor(() => expect(saveDraft.mock.calls.length + send.mock.calls.length).toBeGreaterThan(0));
    await waitFor(() => expect(subjects()).toEqual(['']));
  }
  expect(saveDraft.mock.calls.map(([mail]) => mail)).toMatchObject([{ subject: '周报' }]);
  expect(send.mock.calls.map(([mail]) => mail)).toMatchObject([{ subject: '月报' }, { subject: '年报' }]);
  expect(send.mock.calls[0]?.[0]).not.toHaveProperty('id');
  expect(send.mock.calls[0]?.[1]).not.toBe(send.mock.calls[1]?.[1]);
});

it('a draft that was sent is not offered for writing again', async () => {
  let status = '0';
  const send = vi.fn(async (..._given: unknown[]) => {
    status = '1';
  });
  await renderAt(
    '/mail/writeLetters?id=d1',
    fakeServices({ mail: { open: async () => mailOf('d1', '张三', { subject: '周报', status }), send } }),
    <MailWriteBlock node={node} path={['root']} />,
  );
  await waitFor(() => expect(subjects()).toEqual(['周报']));
  act(() => button('send').click());
  await screen.findByText('这封草稿已经发送');
  expect(send.mock.calls[0]?.[0]).toMatchObject({ id: 'd1' });
  expect(subjects()).toEqual([]);
});

it('is neither sent nor stored while an attachment is uploaded', async () => {
  const { plugin, field, end } = uploadingWidget();
  const send = vi.fn(async (..._given: unknown[]) => undefined);
  const saveDraft = vi.fn(async (..._given: unknown[]) => 'd1');
  await renderAt(
    '/mail/writeLetters',
    fakeServices({ mail: { send, saveDraft } }),
    <MailWriteBlock node={{ ...node, fields: [...node.fields, field] } as MailWriteNode} path={['root']} />,
    situation,
    [plugin],
  );
  fireEvent.change(input('subject'), { target: { value: '周报' } });
  fireEvent.click(await screen.findByText('选择文件'));
  act(() => button('save-draft').click());
  act(() => button('send').click());
  expect((await screen.findAllByText('附件正在上传，请在上传完成后再操作')).length).toBeGreaterThan(0);
  expect([send, saveDraft].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  end();
  act(() => button('send').click());
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
});

it('after a lost answer, changed text is not sent as a second mail before its writer knows that the first one is out', async () => {
  const { executed, post } = onceServer(undefined, ['after']);
  await open({ send: post });
  const sendAs = (subject: string): void => {
    fireEvent.change(input('subject'), { target: { value: subject } });
    act(() => button('send').click());
  };
  sendAs('周报');
  await screen.findByText(/没有收到结果/);
  sendAs('周报（更正）');
  await screen.findByText('上次点“发送”时，邮件已经发出');
  expect([executed.length, input('subject').value]).toEqual([1, '周报（更正）']);
  act(() => button('send').click());
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/mail/sendLetters'));
  expect(executed).toMatchObject([{ subject: '周报' }, { subject: '周报（更正）' }]);
});

it('a mail that never arrived is sent with the text that it has at last, and not with the former one', async () => {
  const { executed, post } = onceServer(undefined, ['before']);
  await open({ send: post });
  fireEvent.change(input('subject'), { target: { value: '周报' } });
  act(() => button('send').click());
  await screen.findByText(/没有收到结果/);
  fireEvent.change(input('subject'), { target: { value: '周报（更正）' } });
  act(() => button('send').click());
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/mail/sendLetters'));
  expect(executed).toMatchObject([{ subject: '周报（更正）' }]);
});

it('a draft whose answer was lost is stored once, with the text that it has at last', async () => {
  const { executed, post } = onceServer('d1', ['after']);
  await open({ saveDraft: post });
  fireEvent.change(input('subject'), { target: { value: '周报' } });
  act(() => button('save-draft').click());
  await screen.findByText(/没有收到结果/);
  fireEvent.change(input('subject'), { target: { value: '月报' } });
  act(() => button('save-draft').click());
  await waitFor(() => expect(executed).toMatchObject([{ subject: '周报' }, { id: 'd1', subject: '月报' }]));
  expect(executed[0]).not.toHaveProperty('id');
});

/**
 * The mail server with one lost answer; `send` and `saveDraft` are different contents to it, as their addresses differ.
 */
function oneLostAnswer() {
  const { executed, post } = onceServer('d1', ['after']);
  return {
    executed,
    mail: {
      send: async (mail: unknown, key: string) => void (await post({ act: 'send', mail }, key)),
      saveDraft: (mail: unknown, key: string) => post({ act: 'saveDraft', mail }, key),
    } as Partial<Services['mail']>,
  };
}

it('a mail that is out, though its answer was lost, is not stored as a draft to be sent again', async () => {
  const { executed, mail } = oneLostAnswer();
  await open(mail);
  fireEvent.change(input('subject'), { target: { value: '周报' } });
  act(() => button('send').click());
  await screen.findByText(/没有收到结果/);
  act(() => button('save-draft').click());
  await screen.findByText('上次点“发送”时，邮件已经发出');
  expect(executed).toMatchObject([{ act: 'send' }]);
});

it('a draft that was stored, though its answer was lost, is the mail that is sent then', async () => {
  const { executed, mail } = oneLostAnswer();
  await open(mail);
  fireEvent.change(input('subject'), { target: { value: '周报' } });
  act(() => button('save-draft').click());
  await screen.findByText(/没有收到结果/);
  act(() => button('send').click());
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/mail/sendLetters'));
  expect(executed).toMatchObject([{ act: 'saveDraft' }, { act: 'send', mail: { id: 'd1', subject: '周报' } }]);
});
