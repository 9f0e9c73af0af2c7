import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApprovalBar } from '../../../src/screens/todo/ApprovalBar.tsx';
import type { FlowActs } from '../../../src/screens/todo/acts/useFlowActs.ts';
import { fakeServices, renderAt } from '../fakes.tsx';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const flow = {
  state: 'ready',
  options: {
    task: { taskId: 't1', nodeId: 'n', kind: 'sign', actions: ['approve', 'return'], targets: [], signers: [] },
  },
} as unknown as FlowActs;
let answers = false;
const bar = async (userId = 'u-leader', taskId = 't1'): Promise<void> => {
  await renderAt(
    '/',
    fakeServices({ phrases: { list: async () => [] } }),
    <ApprovalBar
      userId={userId}
      taskId={taskId}
      rules={null}
      flow={flow}
      isBusy={false}
      isDirty={false}
      mayStart={() => true}
      onSave={async () => true}
      onTaskActDone={() => undefined}
      onAct={async () => answers}
    />,
  );
};
const open = async (act: string): Promise<HTMLTextAreaElement> => {
  fireEvent.click(document.querySelector(`[data-action="${act}"]`)!);
  return (await screen.findByLabelText(/办理意见/)) as HTMLTextAreaElement;
};
const confirm = async (): Promise<void> => {
  fireEvent.click(document.querySelector('.ant-modal-footer .ant-btn-primary')!);
  await waitFor(() => expect(screen.queryByLabelText(/办理意见/)).toBeNull());
};

it('an opinion stays with its task and act until that is done: not for a failed call, a new sign-in, another person', async () => {
  answers = false;
  await bar();
  fireEvent.change(await open('approve'), { target: { value: '同意，注意工期' } });
  await confirm();
  expect((await open('approve')).value).toBe('同意，注意工期');
  cleanup();
  // the session ended and somebody signed in again in this tab
  await bar('u-hr');
  expect((await open('approve')).value).toBe('同意');
  cleanup();
  await bar('u-leader', 't2');
  expect((await open('approve')).value).toBe('同意');
  cleanup();
  await bar();
  expect((await open('return')).value).toBe('');
  cleanup();
  await bar();
  expect((await open('approve')).value).toBe('同意，注意工期');
  answers = true;
  await confirm();
  expect((await open('approve')).value).toBe('同意');
});

it('files, copies and the way of a return that was refused are there again, until it is done or the task is another one', async () => {
  const task = {
    taskId: 't1',
    nodeId: 'n',
    kind: 'sign',
    actions: ['return', 'returnTo'],
    targets: [
      { nodeId: 'apply', taskNode: '提交申请', isStart: true },
      { nodeId: 'n0', taskNode: '初审', isStart: false },
    ],
    signers: [],
  };
  const onAct = vi.fn(async (..._given: unknown[]) => false);
  const upload = async (file: File) => ({ id: 'f1', fileName: file.name, fileExt: 'png', url: '/f1' });
  const byIds = async (ids: readonly string[]) =>
    ids.map((id) => ({ id, fileName: '现场.png', fileExt: 'png', url: '' }));
  const services = fakeServices({ phrases: { list: async () => [] }, files: { upload, byIds } });
  const barOf = (taskId: string) => (
    <ApprovalBar
      userId="u-leader"
      taskId={taskId}
      rules={null}
      flow={{ state: 'ready', options: { task } } as unknown as FlowActs}
      isBusy={false}
      isDirty={false}
      mayStart={() => true}
      onSave={async () => true}
      onTaskActDone={() => undefined}
      onAct={onAct}
    />
  );
  const SwitchedBar = () => {
    const [taskId, setTaskId] = useState('t1');
    return (
      <>
        {barOf(taskId)}
        <button type="button" onClick={() => setTaskId('t2')}>
          下一条
        </button>
      </>
    );
  };
  await renderAt('/', services, <SwitchedBar />);
  fireEvent.change(await open('return'), { target: { value: '请核对' } });
  fireEvent.click(screen.getByRole('radio', { name: '直接回到我这里' }));
  const fileBox = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!found) throw new Error('no file input');
    return found;
  });
  fireEvent.change(fileBox, { target: { files: [new File(['x'], '现场.png', { type: 'image/png' })] } });
  await screen.findByText(/现场/);
  await waitFor(() => expect(document.querySelector('[data-field="files"] [aria-busy="true"]')).toBeNull());
  const details = { files: ['f1'], target: 'apply', isStraight: true };
  for (const count of [1, 2]) {
    await waitFor(() => {
      fireEvent.click(document.querySelector('.ant-modal-footer .ant-btn-primary')!);
      expect(onAct).toHaveBeenCalledTimes(count);
    });
    expect(onAct.mock.calls.at(-1)).toEqual(['return', '请核对', details]);
    await waitFor(() => expect(screen.queryByLabelText(/办理意见/)).toBeNull());
    if (count === 1) await open('return');
  }
  fireEvent.click(screen.getByText('下一条'));
  await open('return');
  expect(screen.getByRole('radio', { name: '直接回到我这里' })).toHaveProperty('checked', false);
});
