import { fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
// loaded before the test, because the dialog would load it while the test waits
import '../../../src/screens/detail/DetailBlock.tsx';
import { RecordDialog } from '../../../src/screens/navigation/RecordDialog.tsx';
import { useLeaveHandlers } from '../../../src/screens/navigation/useLeaveHandlers.ts';
import { aRecord, fakeServices, renderAt } from '../fakes.tsx';

it('a dialog asks for each unsaved input in it, the last one first, and for none that is gone', () => {
  const asked: string[] = [];
  const handler = (name: string) => {
    let isUnsaved = true;
    return {
      hasUnsaved: () => isUnsaved,
      ask(proceed: () => void) {
        asked.push(name);
        isUnsaved = false;
        proceed();
      },
    };
  };
  const { result } = renderHook(useLeaveHandlers);
  const { register, leave } = result.current;
  register(handler('record'));
  register(handler('dialog'));
  register(handler('gone'))();
  leave(() => asked.push('left'));
  expect(asked).toEqual(['dialog', 'record', 'left']);
});

it('the way to the to-do list from a refused save asks about the input, closes the dialog and goes there', async () => {
  const onClose = vi.fn();
  const services = fakeServices({
    records: {
      get: async () => aRecord('r1', { name: '公章' }),
      save: () => Promise.reject(new ServiceError('403', '没有权限')),
    },
  });
  await renderAt(
    '/list',
    services,
    <RecordDialog
      query={{ formKey: 'seal', id: 'r1', isEdit: '1' }}
      presentation="drawer"
      title="用印申请"
      onClose={onClose}
    />,
  );
  const press = async (action: string): Promise<void> => {
    await waitFor(() => expect(document.querySelector(`[data-action="${action}"]`)).not.toBeNull());
    fireEvent.click(document.querySelector(`[data-action="${action}"]`) as Element);
  };
  await waitFor(() => expect(document.querySelector('[data-field="name"] input')).not.toBeNull(), { timeout: 8000 });
  fireEvent.change(document.querySelector('[data-field="name"] input') as Element, { target: { value: '合同章' } });
  await press('save');
  fireEvent.click(await screen.findByText('返回我的待办'));
  await screen.findByText('尚未保存');
  expect(onClose).not.toHaveBeenCalled();
  await press('leave');
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/taskCenter/toDoList'));
});
