import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Services } from '../../../src/runtime/services/services.ts';
import type { FlowInstance, MoveResult } from '../../../src/runtime/services/flowAdmin.ts';
import { InstanceManagerBlock } from '../../../src/designer/instances/InstanceManagerBlock.tsx';
import { fakeServices, renderAt, situation } from '../../screens/fakes.tsx';
import { axeFaults } from '../../screens/axeFaults.ts';

const ROW: FlowInstance = {
  instanceId: 'i1',
  formKey: 'seal',
  formName: '用印申请',
  recordId: 'r1',
  title: '合同盖章',
  startUserName: '张三',
  startTime: '2026-11-20 09:00:00',
  taskNodes: '审核',
  handlers: '李四',
  flowKey: 'f',
  flowVersion: 1,
  formVersion: 1,
  latestFlowVersion: 2,
  latestFormVersion: 1,
  isOverdue: false,
};
const ROWS = [
  ROW,
  {
    ...ROW,
    instanceId: 'i2',
    recordId: 'r2',
    title: '报告盖章',
    suspended: { by: '罗志斌', time: '2026-11-21 09:00:00', reason: '核查' },
  },
];
const admin = { ...situation, user: { ...situation.user, roles: ['admin'] } };
const block = <InstanceManagerBlock node={{ tag: 'flowInstanceManager' }} path={['root']} />;
const given = (flowAdmin: Partial<Services['flowAdmin']>): Services => ({
  ...fakeServices({}),
  flowAdmin: { instances: async () => ({ list: ROWS, total: 2 }), ...flowAdmin } as unknown as Services['flowAdmin'],
});
const button = (name: string): HTMLButtonElement => {
  const found = document.querySelector<HTMLButtonElement>(`[data-action="${name}"]`);
  if (!found) throw new Error(`no button ${name}`);
  return found;
};
const tick = async (recordId: string): Promise<void> => {
  const box = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>(`[data-row="${recordId}"] input[type="checkbox"]`);
    if (!found) throw new Error('no row');
    return found;
  });
  fireEvent.click(box);
};

afterEach(cleanup);

it('is closed to everybody but administrators', async () => {
  await renderAt('/i', given({}), block);
  expect(screen.getByText('没有权限')).toBeTruthy();
});

it('suspends what is chosen and not suspended yet, for a reason that must be given', async () => {
  const suspend = vi.fn(async () => [{ instanceId: 'i1', title: '合同盖章', isDone: true, msg: '' }]);
  await renderAt('/i', given({ suspend }), block, admin);
  await tick('r2');
  expect(await axeFaults(document.body)).toEqual([]);
  expect(button('suspend').disabled).toBe(true);
  expect(button('resume').disabled).toBe(false);
  await tick('r1');
  fireEvent.click(button('suspend'));
  const reason = await screen.findByLabelText('原因（必填）');
  fireEvent.click(document.querySelector('.ant-modal-footer .ant-btn-primary') as Element);
  await screen.findByText('请填写原因');
  expect(await axeFaults(await screen.findByRole('dialog'))).toEqual([]);
  fireEvent.change(reason, { target: { value: '等待核查' } });
  fireEvent.click(document.querySelector('.ant-modal-footer .ant-btn-primary') as Element);
  await waitFor(() => expect(suspend).toHaveBeenCalledWith(['i1'], '等待核查'));
});

it('names what is missing, and nothing that is there', async () => {
  await renderAt('/i', given({}), block, admin);
  await waitFor(() => button('reassign'));
  fireEvent.click(button('reassign'));
  const reason = await screen.findByLabelText('原因（必填）');
  fireEvent.click(document.querySelector('.ant-modal-footer .ant-btn-primary') as Element);
  await screen.findByText('请选择交接人和接收人并填写原因');
  fireEvent.change(reason, { target: { value: '离职' } });
  await screen.findByText('请选择交接人和接收人');
});

it('keeps the search text in the box when a page could not be loaded', async () => {
  let isBroken = false;
  const instances = vi.fn(async (_query: object) => {
    if (isBroken) throw new Error('x');
    return { list: ROWS, total: 2 };
  });
  await renderAt('/i', given({ instances }), block, admin);
  const search = (): HTMLInputElement => screen.getByLabelText('查找流程');
  await waitFor(() => search());
  fireEvent.change(search(), { target: { value: '张' } });
  fireEvent.keyDown(search(), { key: 'Enter', keyCode: 13 });
  await waitFor(() => expect(instances.mock.lastCall?.[0]).toMatchObject({ keyword: '张' }));
  isBroken = true;
  fireEvent.click(button('refresh'));
  await waitFor(() => button('retry'));
  isBroken = false;
  fireEvent.click(button('retry'));
  await waitFor(() => expect(search().value).toBe('张'));
  expect(instances.mock.lastCall?.[0]).toMatchObject({ keyword: '张' });
});

it('tells what would not fit before anything is moved, and moves only with a reason', async () => {
  const report: MoveResult[] = [
    {
      instanceId: 'i1',
      title: '合同盖章',
      from: '流程第 1 版、表单第 1 版',
      to: '流程第 2 版、表单第 1 版',
      misfits: [{ level: 'warning', detail: '字段“备注”在目标版本中已删除' }],
      isMoved: false,
    },
  ];
  // the second one has ended since it was checked
  const ended: MoveResult = {
    ...(report[0] as MoveResult),
    instanceId: 'i2',
    title: '报告盖章',
    misfits: [{ level: 'error', detail: '流程已结束' }],
  };
  const move = vi.fn(async ({ isDryRun }: { isDryRun: boolean }) =>
    isDryRun ? report : [...report.map((one) => ({ ...one, isMoved: true })), ended],
  );
  await renderAt('/i', given({ move }), block, admin);
  await tick('r1');
  fireEvent.click(button('move'));
  await screen.findByText(/字段“备注”/);
  expect(move).toHaveBeenCalledTimes(1);
  expect(move).toHaveBeenCalledWith({ instanceIds: ['i1'], flowVersion: 2, formVersion: 1, isDryRun: true });
  const ok = document.querySelector('.ant-modal-footer .ant-btn-primary') as HTMLButtonElement;
  expect(ok.disabled).toBe(true);
  fireEvent.change(screen.getByLabelText('原因（必填）'), { target: { value: '新制度' } });
  fireEvent.click(ok);
  await waitFor(() =>
    expect(move).toHaveBeenLastCalledWith({
      instanceIds: ['i1'],
      flowVersion: 2,
      formVersion: 1,
      isDryRun: false,
      reason: '新制度',
    }),
  );
  await screen.findByText('已变更 1 项，1 项未变更：“报告盖章”（流程已结束）');
});
