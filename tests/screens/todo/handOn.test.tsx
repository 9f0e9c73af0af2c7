import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { TaskActsMenu } from '../../../src/screens/todo/acts/TaskActsMenu.tsx';
import type { FlowActs } from '../../../src/screens/todo/acts/useFlowActs.ts';
import { peopleServices, renderAt } from '../fakes.tsx';

const button = (name: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-action="${name}"]`);
  if (!found) throw new Error(`no button ${name}`);
  return found;
};

it('a task is handed on once, and not cancelled any more, while the form before it is saved', async () => {
  let endSave: (isSaved: boolean) => void = () => undefined;
  const onSave = vi.fn(
    () =>
      new Promise<boolean>((resolve) => {
        endSave = resolve;
      }),
  );
  const flow = {
    options: { task: { taskId: 't1', actions: ['transfer', 'save'], signers: [] } },
    isBusy: false,
    act: vi.fn(async () => true),
    reload: () => undefined,
  } as unknown as FlowActs;
  const onDone = vi.fn();
  await renderAt('/', peopleServices({}), <TaskActsMenu flow={flow} isDirty onSave={onSave} onDone={onDone} />);
  fireEvent.click(button('hand-on'));
  await waitFor(() => button('transfer'));
  fireEvent.click(button('transfer'));
  const dialog = await screen.findByRole('dialog', { name: '转办' });
  fireEvent.click(await within(dialog).findByRole('textbox', { name: '转办给' }));
  fireEvent.click(await screen.findByRole('radio', { name: '李四' }));
  fireEvent.click(button('confirm'));
  await waitFor(() => expect(within(dialog).getByRole('textbox', { name: '转办给' })).toHaveProperty('value', '李四'));
  const confirm = within(dialog).getByRole('button', { name: /确\s*定/ });
  fireEvent.click(confirm);
  fireEvent.click(confirm);
  await waitFor(() => expect(within(dialog).getByRole('button', { name: /取\s*消/ })).toHaveProperty('disabled', true));
  expect(confirm.className).toContain('ant-btn-loading');
  fireEvent.keyDown(dialog, { key: 'Escape', keyCode: 27 });
  await act(async () => endSave(true));
  await waitFor(() => expect(onDone).toHaveBeenCalledWith('transfer'));
  expect([onSave, flow.act].map((call) => vi.mocked(call).mock.calls.length)).toEqual([1, 1]);
});
