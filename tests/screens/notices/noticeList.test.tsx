import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { NoticeListBlock } from '../../../src/screens/notices/NoticeListBlock.tsx';
import { fakeServices, renderAt } from '../fakes.tsx';

it('a notice that is closed is read, and the keyboard stands at its row again', async () => {
  const read = new Set<string>();
  const notice = (id: string, title: string) => ({
    id,
    title,
    kind: '1',
    authorName: '李',
    releaseTime: '2026-11-20 08:00:00',
    readStatus: read.has(id) ? '1' : '0',
    status: '1',
    content: '正文',
  });
  const services = Object.assign(fakeServices({}), {
    notices: {
      list: async () => ({ list: [notice('n1', '放假通知'), notice('n2', '停电通知')], total: 2 }),
      open: async (id: string) => {
        read.add(id);
        return notice(id, '停电通知');
      },
    },
  });
  await renderAt('/notice', services, <NoticeListBlock node={{ tag: 'noticeList' }} path={['root']} />);
  const row = async () => (await screen.findByTitle('停电通知')) as HTMLElement;
  const before = await row();
  act(() => before.focus());
  fireEvent.click(before);
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(dialog.querySelector('.ant-modal-close') as HTMLElement);
  await waitFor(() => expect(screen.queryByText('正文')).toBeNull());
  await waitFor(() => expect(document.querySelector('[data-id="n2"] .sc-unread')).toBeNull());
  expect(document.activeElement).toBe(await row());
});
