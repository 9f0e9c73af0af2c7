import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ReminderListBlock } from '../../../src/screens/notices/ReminderListBlock.tsx';
import { fakeServices, renderAt } from '../fakes.tsx';

const reminder = (id: string, more: object) => ({
  id,
  title: `提醒${id}`,
  content: '',
  readStatus: '0',
  createTime: '2026-11-20 08:00:00',
  formKey: 'seal',
  recordId: 'r1',
  ...more,
});

it.each([
  ['mention', /tab=talk/],
  ['effect', /^(?!.*(tab|todo)=)/],
  ['flow-urge', /todo=1/],
  ['flow-task', /todo=1/],
  ['flow-due', /todo=1/],
])('a reminder of the kind %s leads to its record, and is read then', async (kind, query) => {
  const markRemindersRead = vi.fn(async () => undefined);
  const reminders = async () => ({ list: [reminder('1', { kind })], total: 1 });
  await renderAt(
    '/taskCenter/remindList',
    Object.assign(fakeServices({}), { notices: { reminders, markRemindersRead } }),
    <ReminderListBlock node={{ tag: 'reminderList' }} path={['root']} />,
  );
  fireEvent.click(await screen.findByText('提醒1'));
  await waitFor(() => expect(screen.getByTestId('address').textContent).toContain('formKey=seal&id=r1'));
  expect(screen.getByTestId('address').textContent).toMatch(query);
  expect(markRemindersRead).toHaveBeenCalledWith(['1']);
});
