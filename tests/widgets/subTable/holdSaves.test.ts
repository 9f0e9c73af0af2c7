import { expect, it, vi } from 'vitest';
import { checkFailedCalls, setFailedCall } from '../../../src/runtime/host/failedCalls.ts';
import * as notices from '../../../src/runtime/host/notice.ts';
import { pendingWork } from '../../../src/runtime/host/pendingWork.ts';
import { registerTableWork } from '../../../src/widgets/subTable/registerTableWork.ts';
import { createCellCalls } from '../../../src/widgets/subTable/store/calls.ts';
import { createJobs } from '../../../src/widgets/subTable/store/jobs.ts';
import { createTopics } from '../../../src/widgets/subTable/store/topics.ts';

const NAME = { key: 't', label: '材料' };

it('a form has rows under way from the first step of long work to its end, cancelled or not', async () => {
  const form = {};
  const topics = createTopics();
  const jobs = createJobs(topics);
  const stop = registerTableWork({ topics, jobs, calls: createCellCalls(topics) }, form, NAME);
  const seen: (string | null)[] = [];
  const work = (isCancelled: boolean) =>
    jobs.runAsync('正在导入', 2, async (tell) => {
      tell(1);
      seen.push(pendingWork(form));
      if (isCancelled) jobs.cancel();
    });
  await work(false);
  seen.push(pendingWork(form));
  await work(true);
  seen.push(pendingWork(form));
  expect(seen).toEqual(['rows', null, 'rows', null]);
  stop();
});

it('a form has rows under way while the first answer of long work is awaited', async () => {
  const form = {};
  const topics = createTopics();
  const jobs = createJobs(topics);
  const stop = registerTableWork({ topics, jobs, calls: createCellCalls(topics) }, form, NAME);
  const work = jobs.runAsync('正在核对人员和部门', 1, async (tell) => {
    await Promise.resolve();
    tell(1);
  });
  expect([pendingWork(form), jobs.progress()]).toEqual(['rows', { title: '正在核对人员和部门', done: 0, total: 1 }]);
  await work;
  expect(pendingWork(form)).toBeNull();
  stop();
});

it('a save waits for calls that fill cells, scheduled or running, and not for failed ones', () => {
  const form = {};
  const topics = createTopics();
  const calls = createCellCalls(topics);
  const stop = registerTableWork({ topics, jobs: createJobs(topics), calls }, form, NAME);
  const cell = { rowId: 'r1', column: 'material' };
  calls.set(cell, 'M1', { state: 'asking' });
  expect(pendingWork(form)).toBe('calls');
  calls.set(cell, 'M1', { state: 'failed', message: '' });
  expect(pendingWork(form)).toBeNull();
  // a failed one is told once, before the form is submitted
  const told = vi.spyOn(notices, 'notice').mockImplementation(() => undefined);
  expect([checkFailedCalls(form), checkFailedCalls(form)]).toEqual([false, true]);
  expect(told).toHaveBeenCalledExactlyOnceWith(
    'warning',
    '材料的 1 处的关联数据没有取到，请重试或手工填写；确认无误可再次提交',
  );
  calls.set(cell, 'M1', null);
  setFailedCall(form, 'code', '编号');
  expect(checkFailedCalls(form)).toBe(false);
  setFailedCall(form, 'code', null);
  expect(checkFailedCalls(form)).toBe(true);
  told.mockRestore();
  stop();
});
