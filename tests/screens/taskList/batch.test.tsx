import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ListQuery } from '../../../src/runtime/services/paging.ts';
import { TaskListBlock } from '../../../src/screens/taskList/TaskListBlock.tsx';
import { aTask, fakeServices, peopleServices, renderAt } from '../fakes.tsx';

const button = (name: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-action="${name}"]`);
  if (!found) throw new Error(`no button ${name}`);
  return found;
};

afterEach(() => {
  cleanup();
  localStorage.clear();
});

it('to-dos whose node allows it are decided together with an opinion of one’s own, and what failed is named', async () => {
  const batch = vi.fn(async () => [
    { taskId: 't1', title: '', isDone: true, msg: '' },
    { taskId: 't2', title: '', isDone: false, msg: '此任务已由王五办理' },
  ]);
  const list = async () => ({
    list: [
      aTask({ taskId: 't1', title: '甲', canBatch: true }),
      aTask({ taskId: 't2', title: '乙', canBatch: true }),
      aTask({ taskId: 't3', title: '丙', batchBar: 'signature' }),
    ],
    total: 3,
  });
  await renderAt(
    '/taskCenter/toDoList',
    fakeServices({ tasks: { list, batch } }),
    <TaskListBlock node={{ tag: 'taskList', source: 'todo' }} path={['root']} />,
  );
  expect(await screen.findByRole('checkbox', { name: '丙' })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('checkbox', { name: '甲' }));
  fireEvent.click(screen.getByRole('checkbox', { name: '乙' }));
  fireEvent.click(button('batch-approve'));
  const dialog = await screen.findByRole('dialog', { name: '批量通过（2 项）' });
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['甲', '乙']);
  fireEvent.change(within(dialog).getByLabelText('办理意见'), { target: { value: '情况属实' } });
  fireEvent.click(within(dialog).getByRole('button', { name: /通\s*过/ }));
  const failures = (await screen.findByText('已办理 1 项，1 项未能办理')).closest<HTMLElement>('[role="alert"]');
  expect(failures?.querySelector('li')?.textContent).toBe('乙：此任务已由王五办理');
  const ticked = ['甲', '乙'].map((name) => screen.getByRole<HTMLInputElement>('checkbox', { name }).checked);
  expect(ticked).toEqual([false, true]);
  fireEvent.click(button('open-failed'));
  await waitFor(() => expect(screen.getByTestId('address').textContent).toContain('taskId=t2'));
  expect(batch).toHaveBeenCalledWith(['t1', 't2'], { action: 'approve', opinion: '情况属实' });
});

it('several to-dos are returned together, never without a reason', async () => {
  const batch = vi.fn(async () => [{ taskId: 't1', title: '甲', isDone: true, msg: '' }]);
  await renderAt(
    '/taskCenter/toDoList',
    fakeServices({
      tasks: {
        list: async () => ({ list: [aTask({ taskId: 't1', title: '甲', canBatch: true })], total: 1 }),
        batch,
      },
    }),
    <TaskListBlock node={{ tag: 'taskList', source: 'todo' }} path={['root']} />,
  );
  fireEvent.click(await screen.findByRole('checkbox', { name: '甲' }));
  fireEvent.click(button('batch-return'));
  const dialog = await screen.findByRole('dialog', { name: '批量退回（1 项）' });
  fireEvent.click(within(dialog).getByRole('button', { name: /退\s*回/ }));
  await within(dialog).findByText('请填写办理意见', { selector: '[role="alert"]' });
  expect(batch).not.toHaveBeenCalled();
  fireEvent.change(within(dialog).getByLabelText('办理意见（必填）'), { target: { value: '请附合同' } });
  fireEvent.click(within(dialog).getByRole('button', { name: /退\s*回/ }));
  await waitFor(() => expect(batch).toHaveBeenCalledWith(['t1'], { action: 'return', opinion: '请附合同' }));
});

it('to-dos are handed to a colleague together, also those that cannot be decided together, and what failed is named', async () => {
  const batch = vi.fn(async () => [
    { taskId: 't1', title: '甲', isDone: true, msg: '' },
    { taskId: 't2', title: '', isDone: false, msg: '李四 是申请人，不能办理自己的申请' },
  ]);
  const list = async () => ({
    list: [
      aTask({ taskId: 't1', title: '甲', canBatch: true, canTransfer: true }),
      aTask({ taskId: 't2', title: '乙', batchBar: 'signature', canTransfer: true }),
      aTask({ taskId: 't3', title: '丙', canBatch: true }),
    ],
    total: 3,
  });
  const services = peopleServices({ tasks: { list, batch } });
  await renderAt(
    '/taskCenter/toDoList',
    services,
    <TaskListBlock node={{ tag: 'taskList', source: 'todo' }} path={['root']} />,
  );
  for (const name of ['甲', '乙', '丙']) fireEvent.click(await screen.findByRole('checkbox', { name }));
  expect(['batch-transfer', 'batch-return', 'batch-approve'].map((name) => button(name).textContent)).toEqual([
    '批量转办（2）',
    '批量退回（2）',
    '批量通过（2）',
  ]);
  fireEvent.click(button('batch-transfer'));
  const dialog = await screen.findByRole('dialog', { name: '批量转办（2 项）' });
  expect(dialog.textContent).toContain('另有 1 项所在节点不能批量转办');
  const confirm = (): void => void fireEvent.click(within(dialog).getByRole('button', { name: /转\s*办/ }));
  confirm();
  await within(dialog).findByText('请选择人员', { selector: '[role="alert"]' });
  within(dialog).getByText('请填写转办原因', { selector: '[role="alert"]' });
  fireEvent.click(await within(dialog).findByRole('textbox', { name: '转办给' }));
  fireEvent.click(await screen.findByRole('radio', { name: '李四' }));
  fireEvent.click(button('confirm'));
  await waitFor(() => expect(within(dialog).getByRole('textbox', { name: '转办给' })).toHaveProperty('value', '李四'));
  fireEvent.change(within(dialog).getByLabelText('转办原因（必填）'), { target: { value: '本周出差' } });
  confirm();
  await screen.findByText('已转办给李四 1 项，1 项未能办理');
  expect(batch).toHaveBeenCalledWith(['t1', 't2'], { action: 'transfer', opinion: '本周出差', userIds: ['u2'] });
  expect(button('batch-transfer').textContent).toBe('批量转办（1）');
  // 丙 took no part and stays ticked
  expect(
    ['甲', '乙', '丙'].map((name) => (screen.getByRole('checkbox', { name }) as HTMLInputElement).checked),
  ).toEqual([false, true, true]);
});

it('a box that cannot be ticked says why', async () => {
  await renderAt(
    '/taskCenter/toDoList',
    fakeServices({
      tasks: {
        list: async () => ({
          list: [
            aTask({ taskId: 't1', title: '甲', batchBar: 'node' }),
            aTask({ taskId: 't2', title: '乙', batchBar: 'signature' }),
          ],
          total: 2,
        }),
      },
    }),
    <TaskListBlock node={{ tag: 'taskList', source: 'todo' }} path={['root']} />,
  );
  expect(await screen.findByRole('checkbox', { name: '甲' })).toHaveProperty('disabled', true);
  fireEvent.mouseEnter(document.querySelector('[data-batch-bar="signature"]') as HTMLElement);
  expect((await screen.findByRole('tooltip')).textContent).toContain('须手写签名');
});

it('what was ticked and is done meanwhile is not agreed to', async () => {
  let tasks = [
    aTask({ taskId: 't1', title: '甲', canBatch: true }),
    aTask({ taskId: 't2', title: '乙', canBatch: true }),
  ];
  await renderAt(
    '/taskCenter/toDoList',
    fakeServices({ tasks: { list: async () => ({ list: tasks, total: tasks.length }) } }),
    <TaskListBlock node={{ tag: 'taskList', source: 'todo' }} path={['root']} />,
  );
  fireEvent.click(await screen.findByRole('checkbox', { name: '甲' }));
  fireEvent.click(screen.getByRole('checkbox', { name: '乙' }));
  expect(button('batch-approve').textContent).toBe('批量通过（2）');
  tasks = tasks.slice(1);
  fireEvent.click(button('refresh'));
  await waitFor(() => expect(button('batch-approve').textContent).toBe('批量通过（1）'));
});

it('a dialog whose to-dos are all done meanwhile closes with a word, and does not open at the next tick', async () => {
  let tasks = [
    aTask({ taskId: 't1', title: '甲', canBatch: true }),
    aTask({ taskId: 't2', title: '乙', canBatch: true }),
  ];
  await renderAt(
    '/taskCenter/toDoList',
    fakeServices({ tasks: { list: async () => ({ list: tasks, total: tasks.length }) } }),
    <TaskListBlock node={{ tag: 'taskList', source: 'todo' }} path={['root']} />,
  );
  fireEvent.click(await screen.findByRole('checkbox', { name: '甲' }));
  fireEvent.click(button('batch-return'));
  await screen.findByRole('dialog', { name: '批量退回（1 项）' });
  tasks = tasks.slice(1);
  fireEvent.click(button('refresh'));
  await screen.findByText(/所选事项已被办理/);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('checkbox', { name: '乙' }));
  await waitFor(() => expect(button('batch-return').textContent).toBe('批量退回（1）'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('after all to-dos of the last page are done, the page before it is shown', async () => {
  const all = Array.from({ length: 11 }, (_unused, index) => aTask({ taskId: `t${index}`, title: `第${index + 1}项` }));
  const list = vi.fn(async (_source: string, { page: { pageNum, pageSize } }: ListQuery) => ({
    list: all.slice((pageNum - 1) * pageSize, pageNum * pageSize),
    total: all.length,
  }));
  await renderAt(
    '/taskCenter/toDoList?page=2&size=10',
    fakeServices({ tasks: { list } }),
    <TaskListBlock node={{ tag: 'taskList', source: 'todo' }} path={['root']} />,
  );
  await screen.findByText('第11项');
  all.pop();
  fireEvent.click(button('refresh'));
  await screen.findByText('第1项');
  expect(document.querySelector('tr[data-row="0"]')?.textContent).toMatch(/^1第1项/);
});
