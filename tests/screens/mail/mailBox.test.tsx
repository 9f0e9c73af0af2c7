import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import type { MailBox, MailRow } from '../../../src/runtime/services/messageServices.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { MailBoxBlock } from '../../../src/screens/mail/MailBoxBlock.tsx';
import { fakeServices, renderAt } from '../fakes.tsx';

for (const box of ['inbox', 'deleted'] satisfies MailBox[]) {
  it(`the ${box} that is refused shows the server's words as a warning, and can be asked again (ER-009)`, async () => {
    let asked = 0;
    const list = async () => {
      asked += 1;
      if (asked === 1) throw new ServiceError('MAIL_X', '信箱正在维护，请稍后再试');
      return { list: [], total: 0 };
    };
    await renderAt(
      '/x',
      fakeServices({ mail: { list } }),
      <MailBoxBlock node={{ tag: 'mailBox', box }} path={['root']} />,
    );
    const words = await screen.findByText('信箱正在维护，请稍后再试');
    expect(words.closest('.ant-alert')?.className).toContain('ant-alert-warning');
    fireEvent.click(document.querySelector('[data-action="retry"]') as Element);
    await screen.findByText(box === 'inbox' ? '还没有收到邮件' : '没有已删除的邮件');
    expect(screen.queryByText('信箱正在维护，请稍后再试')).toBeNull();
  });
}

it('a double click on 删除 deletes once, out of this box only', async () => {
  const row = {
    id: 'm1',
    box: 'receive',
    subject: '周报',
    readStatus: '1',
    status: '1',
    sendUserName: '李',
    receiveUserNames: '张',
    fileCount: 0,
    sendTime: '2026-01-02 03:04:05',
  } as unknown as MailRow;
  let answer = (): void => undefined;
  const remove = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
  );
  await renderAt(
    '/x',
    fakeServices({ mail: { list: async () => ({ list: [row], total: 1 }), remove } }),
    <MailBoxBlock node={{ tag: 'mailBox', box: 'inbox' }} path={['root']} />,
  );
  fireEvent.click(await screen.findByRole('checkbox', { name: '选择：周报' }));
  const button = document.querySelector('[data-action="delete"]') as Element;
  fireEvent.click(button);
  fireEvent.click(button);
  expect(remove.mock.calls).toEqual([[['m1'], '0']]);
  answer();
  await waitFor(() => expect(screen.getByRole('checkbox', { name: '选择：周报' })).toHaveProperty('checked', false));
  expect(remove).toHaveBeenCalledTimes(1);
});

it('a mail that is ticked while others are being marked stays ticked', async () => {
  const row = (id: string, subject: string) =>
    ({
      id,
      box: 'receive',
      subject,
      readStatus: '0',
      status: '1',
      sendUserName: '李',
      receiveUserNames: '张',
      fileCount: 0,
      sendTime: '2026-01-02 03:04:05',
    }) as unknown as MailRow;
  let answer = (): void => undefined;
  const change = () =>
    new Promise<void>((resolve) => {
      answer = resolve;
    });
  await renderAt(
    '/x',
    fakeServices({ mail: { list: async () => ({ list: [row('m1', '周报'), row('m2', '月报')], total: 2 }), change } }),
    <MailBoxBlock node={{ tag: 'mailBox', box: 'inbox' }} path={['root']} />,
  );
  fireEvent.click(await screen.findByRole('checkbox', { name: '选择：周报' }));
  fireEvent.click(document.querySelector('[data-action="mark-read"]') as Element);
  fireEvent.click(screen.getByRole('checkbox', { name: '选择：月报' }));
  answer();
  await waitFor(() => expect(screen.getByRole('checkbox', { name: '选择：周报' })).toHaveProperty('checked', false));
  expect(screen.getByRole('checkbox', { name: '选择：月报' })).toHaveProperty('checked', true);
});

it('a mail that arrives is in the open box by itself, and one that is restored leaves the deleted ones', async () => {
  const row = (id: string, subject: string) =>
    ({ id, box: 'receive', subject, readStatus: '0', sendUserName: '李', fileCount: 0 }) as unknown as MailRow;
  const listeners = new Map<string, () => void>();
  const serverEvents = {
    on: (topic: string, listener: () => void) => {
      listeners.set(topic, listener);
      return () => undefined;
    },
  };
  let stored = [row('m1', '周报')];
  const change = vi.fn(async (ids: readonly string[], _change: unknown) => {
    stored = stored.filter(({ id }) => !ids.includes(id));
  });
  const services = fakeServices({ mail: { list: async () => ({ list: stored, total: stored.length }), change } });
  await renderAt(
    '/x',
    Object.assign(services, { serverEvents }),
    <MailBoxBlock node={{ tag: 'mailBox', box: 'deleted' }} path={['root']} />,
  );
  await screen.findByText('周报');
  stored = [...stored, row('m2', '月报')];
  act(() => listeners.get('mail')?.());
  await screen.findByText('月报');
  fireEvent.click(screen.getByRole('checkbox', { name: '选择：周报' }));
  fireEvent.click(document.querySelector('[data-action="restore"]') as Element);
  await waitFor(() => expect(screen.queryByText('周报')).toBeNull());
  expect(change.mock.calls).toEqual([[['m1'], { delStatus: '0' }]]);
  expect(screen.getByText('月报')).toBeTruthy();
});

it('the search box shows what the address says, when the menu leads to the list without a search', async () => {
  await renderAt(
    '/x?keyword=合同',
    fakeServices({ mail: { list: async () => ({ list: [], total: 0 }) } }),
    <>
      <MailBoxBlock node={{ tag: 'mailBox', box: 'inbox' }} path={['root']} />
      <Link to="/x">收件箱菜单</Link>
    </>,
  );
  await screen.findByText('没有符合条件的内容');
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '合同');
  fireEvent.click(screen.getByText('收件箱菜单'));
  await screen.findByText('还没有收到邮件');
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '');
});
