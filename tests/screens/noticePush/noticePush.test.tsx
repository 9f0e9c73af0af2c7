import { act, render, waitFor } from '@testing-library/react';
import { fireEvent } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { describe, expect, test, vi } from 'vitest';
import { createRegistry } from '../../../src/kernel/registry.ts';
import type { Topic } from '../../../src/runtime/services/messageServices.ts';
import { RuntimeProvider } from '../../../src/runtime/Provider.tsx';
import type { Services } from '../../../src/runtime/services/services.ts';
import { NoticePushBlock } from '../../../src/screens/noticePush/NoticePushBlock.tsx';
import { feedsOf } from '../../../src/screens/noticePush/feeds.ts';
import { openInParent } from '../../../src/screens/noticePush/openInParent.ts';

const situation = {
  user: { id: 'u1', name: '张经办', roles: [] },
  taskNode: '',
  todo: '0',
  isEdit: '0',
  flowState: '',
  recordId: null,
  superRole: false,
  query: {},
  nodeRules: null,
} as const;

function Where() {
  const { pathname, search } = useLocation();
  return <output data-testid="where">{pathname + search}</output>;
}

function open(at: string) {
  const listeners = new Map<Topic, () => void>();
  const mails = [{ id: 'm1', subject: '第一封', sendUserName: '李', sendTime: '2026-11-20 08:00:00' }];
  const read = vi.fn(async () => undefined);
  const services = {
    tasks: { list: async () => ({ list: [], total: 0 }) },
    mail: { list: async () => ({ list: [...mails], total: mails.length }) },
    notices: {
      list: async () => ({ list: [], total: 0 }),
      reminders: async () => ({
        list: [{ id: 'r1', title: '已办结', formKey: 'seal', recordId: '7', createTime: '2026-11-20 09:00:00' }],
        total: 1,
      }),
      markRemindersRead: read,
    },
    serverEvents: {
      on: (topic: Topic, listener: () => void) => {
        listeners.set(topic, listener);
        return () => undefined;
      },
    },
  } as unknown as Services;
  const view = render(
    <RuntimeProvider registry={createRegistry([])} services={services} situation={situation}>
      <MemoryRouter initialEntries={[at]}>
        <NoticePushBlock node={{ tag: 'noticePush' }} path={[]} />
        <Where />
      </MemoryRouter>
    </RuntimeProvider>,
  );
  return { view, mails, read, tell: (topic: Topic) => listeners.get(topic)?.() };
}

describe('the notice push page', () => {
  test('lists what waits, by kind, and follows what is new', async () => {
    const { view, mails, tell } = open('/noticePush?userId=u1&type=all');
    await view.findByText('第一封');
    await view.findByText('没有待办');
    mails.unshift({ id: 'm2', subject: '刚到的', sendUserName: '王', sendTime: '2026-11-21 08:00:00' });
    act(() => tell('mail'));
    await view.findByText('刚到的');
  });

  test('shows the kind that its address asks for, and everything for a type nobody knows (TB-010)', async () => {
    expect([feedsOf('mail').map(({ topic }) => topic), feedsOf('gold').length, feedsOf(undefined).length]).toEqual([
      ['mail'],
      4,
      4,
    ]);
    const { view } = open('/noticePush?userId=u1&type=mail');
    await view.findByText('第一封');
    expect(view.container.querySelectorAll('[data-push]').length).toBe(1);
  });

  test('shows nothing to another person than the one of its address', () => {
    const { view } = open('/noticePush?userId=u9&type=all');
    expect(view.getByText('登录的用户已变更，请重新打开')).toBeTruthy();
  });

  test('a reminder that is opened leads to its record and is read', async () => {
    const { view, read } = open('/noticePush?userId=u1&type=remind');
    fireEvent.click(await view.findByText('已办结'));
    await waitFor(() => expect(view.getByTestId('where').textContent).toBe('/commonEntry/detail?formKey=seal&id=7'));
    expect(read).toHaveBeenCalledWith(['r1']);
  });
});

test('in a frame a page opens around it, by the message that opens pages there (WM-005)', () => {
  const post = vi.fn();
  const parent = vi
    .spyOn(window, 'parent', 'get')
    .mockReturnValue({ postMessage: post } as unknown as Window & typeof globalThis);
  const go = vi.fn();
  openInParent('/mail/detail?box=receive&id=m1', go);
  expect(go).not.toHaveBeenCalled();
  expect(post).toHaveBeenCalledWith(
    JSON.stringify({ message: 'pmsRoute', route: '/mail/detail', query: { box: 'receive', id: 'm1' } }),
    window.location.origin,
  );
  openInParent('/mail/detail?back=/list?page=2&id=m1#end', go);
  expect(JSON.parse(post.mock.lastCall?.[0] as string)).toEqual({
    message: 'pmsRoute',
    route: '/mail/detail',
    query: { back: '/list?page=2', id: 'm1' },
  });
  parent.mockRestore();
});
