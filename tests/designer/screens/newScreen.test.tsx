import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { NewScreenDialog } from '../../../src/designer/screens/NewScreenDialog.tsx';
import type { Services } from '../../../src/runtime/services/services.ts';
import { fakeServices, renderAt } from '../../screens/fakes.tsx';

afterEach(cleanup);

it('the proposed key of a new page says with what it starts, until a key is typed', async () => {
  const summary = { key: 'leave', name: '请假', version: 1, updateTime: '', hasDraft: false };
  const services = {
    ...fakeServices({ forms: { list: async () => [summary] } }),
    datasetDefs: { list: async () => [] },
  } as unknown as Services;
  await renderAt(
    '/m',
    services,
    <NewScreenDialog screens={[]} onClose={() => undefined} onCreated={() => undefined} />,
  );
  const dialog = await screen.findByRole('dialog', { name: '新建界面' });
  const key = (): string => (within(dialog).getByLabelText('界面键') as HTMLInputElement).value;
  const start = (name: string): void => {
    fireEvent.click(within(dialog).getByRole('radio', { name }));
  };
  fireEvent.mouseDown(within(dialog).getByLabelText('表单'));
  fireEvent.click(await screen.findByTitle('请假（leave）'));
  expect(key()).toBe('custom/leave/list');
  start('填写页');
  await waitFor(() => expect(key()).toBe('custom/leave/fill'));
  // its key is made of a name
  start('统计页');
  await waitFor(() => expect(key()).not.toContain('leave'));
  start('列表页');
  await waitFor(() => expect(key()).toBe('custom/leave/list'));
  fireEvent.change(within(dialog).getByLabelText('界面键'), { target: { value: 'own/key' } });
  start('填写页');
  expect(key()).toBe('own/key');
});
