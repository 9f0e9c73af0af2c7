import { expect, it } from 'vitest';
import { pendingWork } from '../../../src/runtime/host/pendingWork.ts';
import { holdSaves } from '../../../src/widgets/subTable/holdSaves.ts';
import { createCellCalls } from '../../../src/widgets/subTable/store/calls.ts';
import { createJobs } from '../../../src/widgets/subTable/store/jobs.ts';
import { createTopics } from '../../../src/widgets/subTable/store/topics.ts';

it('a form has rows under way from the first step of long work to its end, cancelled or not', async () => {
  const form = {};
  const topics = createTopics();
  const jobs = createJobs(topics);
  const stop = holdSaves({ topics, jobs, calls: createCellCalls(topics) }, form);
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
  const stop = holdSaves({ topics, jobs, calls: createCellCalls(topics) }, form);
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
  const stop = holdSaves({ topics, jobs: createJobs(topics), calls }, form);
  const cell = { rowId: 'r1', column: 'material' };
  calls.set(cell, 'M1', { state: 'asking' });
  expect(pendingWork(form)).toBe('calls');
  calls.set(cell, 'M1', { state: 'failed', message: '' });
  expect(pendingWork(form)).toBeNull();
  stop();
});
