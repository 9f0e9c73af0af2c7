import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FlowProgress, TaskService } from '../../../src/runtime/services/tasks.ts';
import { durationText } from '../../../src/screens/shared/duration.ts';
import { FlowProgressButton } from '../../../src/screens/todo/picture/FlowProgressButton.tsx';
import { History } from '../../../src/screens/todo/History.tsx';
import { aRecord, fakeServices, lost, renderAt } from '../fakes.tsx';

// the drawing itself needs a real browser (tests/e2e/approval/taskCentre.test.ts)
vi.mock('../../../src/screens/todo/picture/FlowDiagram.tsx', () => ({
  FlowDiagram: ({ progress, onChoose }: { progress: FlowProgress; onChoose(id: string): void }) => (
    <>
      {progress.nodes.map(({ nodeId }) => (
        <button key={nodeId} type="button" onClick={() => onChoose(nodeId)}>
          图中{nodeId}
        </button>
      ))}
    </>
  ),
}));

const step = {
  id: 'h1',
  taskNode: '初审',
  userName: '李四',
  deptName: '检测一部',
  action: 'approve',
  opinion: '材料齐全',
  time: '2026-01-03 10:00:00',
  arriveTime: '2026-01-02 06:00:00',
  duration: 100_800,
};
const pending = {
  nodeId: 'last',
  taskNode: '复核',
  names: ['王五', '赵六'],
  deptName: '',
  arriveTime: '2026-01-03 10:00:00',
  waiting: 90,
};
const PROGRESS: FlowProgress = {
  xml: '<x/>',
  nodes: [
    { nodeId: 'first', taskNode: '初审', state: 'done', steps: [step], pending: [] },
    { nodeId: 'last', taskNode: '复核', state: 'current', steps: [], pending: [pending] },
    { nodeId: 'after', taskNode: '用印', state: 'next', steps: [], pending: [] },
  ],
};
const open = async (progress: TaskService['progress']) => {
  const view = await renderAt(
    '/d',
    fakeServices({ tasks: { progress } }),
    <FlowProgressButton formKey="seal" recordId="r1" />,
  );
  fireEvent.click(screen.getByRole('button', { name: '流程图' }));
  return view;
};
afterEach(cleanup);

describe('the picture of a process', () => {
  it('opens at where it stands, and tells of a node that is chosen in it who, where from, when, how long and what', async () => {
    await open(async () => PROGRESS);
    await screen.findByText('王五、赵六');
    expect(screen.getByRole('list', { name: '图例' }).textContent).toBe('已办理办理中预计下一步');
    fireEvent.click(await screen.findByRole('button', { name: '图中first' }));
    const text = await waitFor(() => {
      const found = document.querySelector('.fp-steps')?.textContent ?? '';
      expect(found).toContain('材料齐全');
      return found;
    });
    for (const part of ['李四', '检测一部', '通过', '2026-01-03 10:00:00　用时 1天4小时']) expect(text).toContain(part);
  });

  it('tells the same by its list alone', async () => {
    await open(async () => PROGRESS);
    fireEvent.click(await screen.findByRole('button', { name: /用印/ }));
    await screen.findByText('按当前填写的内容，下一步将到这里');
    expect(screen.getByRole('button', { name: /用印/ }).getAttribute('aria-expanded')).toBe('true');
    const { violations } = await axe.run(screen.getByRole('dialog'), {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
  });

  it('says what is wrong and can be asked for again', async () => {
    const progress = vi.fn<TaskService['progress']>().mockRejectedValueOnce(lost()).mockResolvedValue(PROGRESS);
    await open(progress);
    await screen.findByText('无法连接服务器，请检查网络后重试');
    fireEvent.click(document.querySelector('[data-action="retry"]') as HTMLElement);
    await screen.findByText('王五、赵六');
  });
});

it('the timeline ends with who has it now and how long they have had it', async () => {
  const record = aRecord('r1', {}, { flwState: '1', taskNode: '复核' });
  await renderAt(
    '/d',
    fakeServices({ tasks: { pending: async () => [pending] } }),
    <History record={record} load={{ state: 'ready', value: [step] }} onRetry={() => undefined} />,
  );
  await screen.findByText('王五、赵六');
  const entries = [...document.querySelectorAll('.ant-timeline-item')].map(({ textContent }) => textContent);
  expect(entries[0]).toContain('用时 1天4小时');
  expect(entries[1]).toContain('已等待 1分钟');
  expect(screen.getByRole('link', { name: '流转单' }).getAttribute('href')).toBe(
    '#/taskCenter/taskFlowPrint?formKey=seal&id=r1',
  );
});

it.each([
  [5, '不足1分钟'],
  [60, '1分钟'],
  [3600, '1小时'],
  [3660, '1小时1分钟'],
  [86_400, '1天'],
  [100_800, '1天4小时'],
])('%i seconds read as %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
