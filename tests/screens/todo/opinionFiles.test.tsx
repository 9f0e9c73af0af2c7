import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { FlowOptions } from '../../../src/runtime/services/tasks.ts';
import { createStoredOpinion } from '../../../src/screens/todo/storedOpinion.ts';
import { OpinionDialog } from '../../../src/screens/todo/OpinionDialog.tsx';
import { fakeServices, renderAt } from '../fakes.tsx';

const task = { actions: [], targets: [] } as unknown as NonNullable<FlowOptions['task']>;
const fileBox = (): HTMLInputElement => {
  const box = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!box) throw new Error('no file input');
  return box;
};

it('takes a photograph, and does not go on while a file has failed', async () => {
  const onDone = vi.fn();
  let isOnline = false;
  const upload = vi.fn(async (file: File) => {
    if (!isOnline) throw new Error('网络中断');
    return { id: 'f1', fileName: file.name, fileExt: 'png', url: '/f1' };
  });
  await renderAt(
    '/',
    fakeServices({ files: { upload, byIds: async () => [] }, phrases: { list: async () => [] } }),
    <OpinionDialog
      act="approve"
      storedOpinion={createStoredOpinion('u-staff', 't', 'approve')}
      isBusy={false}
      task={task}
      onDone={onDone}
      onClose={() => undefined}
    />,
  );
  await waitFor(fileBox);
  fireEvent.change(fileBox(), { target: { files: [new File(['x'], '现场.png', { type: 'image/png' })] } });
  await screen.findByText(/网络中断/);
  const agree = (): void => {
    fireEvent.click(document.querySelector('.ant-modal-footer .ant-btn-primary') as Element);
  };
  agree();
  await waitFor(() => expect(upload).toHaveBeenCalledTimes(1));
  expect(onDone).not.toHaveBeenCalled();
  isOnline = true;
  fireEvent.click(screen.getByText('重试'));
  await waitFor(() => expect(upload).toHaveBeenCalledTimes(2));
  await waitFor(() => {
    agree();
    expect(onDone.mock.calls[0]?.slice(0, 2)).toEqual(['同意', { files: ['f1'] }]);
  });
});
