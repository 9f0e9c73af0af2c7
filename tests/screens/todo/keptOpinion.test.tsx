import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ApprovalBar } from '../../../src/screens/todo/ApprovalBar.tsx';
import type { FlowActs } from '../../../src/screens/todo/acts/useFlow.ts';
import { fakeServices, renderAt } from '../fakes.tsx';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const flow = {
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
