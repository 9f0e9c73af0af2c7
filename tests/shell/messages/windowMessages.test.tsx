import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { WindowMessages } from '../../../src/shell/messages/WindowMessages.tsx';
import type { MessageInbox } from '../../../src/shell/messages/inbox.ts';
import { show } from '../bench.tsx';

it('a message leads to its route and opens its dialog over the page, and what is none does nothing but be refused', async () => {
  let read: Parameters<MessageInbox['subscribe']>[0] = () => undefined;
  const refused: string[] = [];
  const inbox: MessageInbox = {
    subscribe(reader) {
      read = reader;
      return () => undefined;
    },
    logRefusal: (origin) => void refused.push(origin),
  };
  const screens = { get: () => new Promise(() => undefined) };
  const { where } = await show(<WindowMessages inbox={inbox} />, { services: { screens } });
  const tell = (body: object): void => act(() => read({ origin: 'https://oa.example', data: JSON.stringify(body) }));

  tell({ type: 'pmsRoute', route: '/commonEntry/list', query: { formKey: 'seal' } });
  await waitFor(() => expect(where()).toBe('/commonEntry/list?formKey=seal'));
  tell({ type: 'pmsRoute', route: '//evil.example/x' });
  expect([where(), refused]).toEqual(['/commonEntry/list?formKey=seal', ['https://oa.example']]);

  expect(screen.queryByRole('dialog')).toBeNull();
  tell({ message: 'reportModificationInfoDialog', visible: true });
  await screen.findByRole('dialog', { name: '报告修改信息' });
  tell({ message: 'reportModificationInfoDialog', visible: false });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(where()).toBe('/commonEntry/list?formKey=seal');
});
