import { expect, test } from 'vitest';
import type { FlowProgress } from '../../../src/runtime/services/tasks.ts';
import { fieldSteps, flowSteps } from '../../../src/screens/steps/buildSteps.ts';

const OPTIONS = ['待收', '检测中', '检毕', '已退样'].map((value) => ({ value, label: value }));
const states = (steps: { state: string }[]): string[] => steps.map(({ state }) => state);

test('steps before the record’s state are behind it, the last one reached is done, none without a value', () => {
  expect(states(fieldSteps(OPTIONS, '检测中', { off: ['已退样'] }))).toEqual(['finish', 'process', 'wait']);
  expect(states(fieldSteps(OPTIONS, '检毕', { off: ['已退样'] }))).toEqual(['finish', 'finish', 'finish']);
  expect(states(fieldSteps(OPTIONS, '', {}))).toEqual(['wait', 'wait', 'wait', 'wait']);
});

test('a state off the line stands beside it, and nothing of the line is said to be done', () => {
  expect(fieldSteps(OPTIONS, '已退样', { off: ['已退样'] }).map(({ label, state }) => [label, state])).toEqual([
    ['待收', 'wait'],
    ['检测中', 'wait'],
    ['检毕', 'wait'],
    ['已退样', 'error'],
  ]);
});

test('nodes of a process tell who did them and who has them; what a finished one went past is left out', () => {
  const node = (taskNode: string, state: 'done' | 'current', more: object): FlowProgress['nodes'][number] => ({
    nodeId: taskNode,
    taskNode,
    state,
    steps: [],
    pending: [],
    ...more,
  });
  const step = { userName: '陈立群', time: '2026-11-24 09:30:00' };
  const progress = {
    xml: '',
    nodes: [
      node('编制', 'done', { steps: [step] }),
      node('审核', 'current', { pending: [{ names: ['高建平', '高建平'] }] }),
    ],
  } as unknown as FlowProgress;
  expect(
    flowSteps(progress, ['编制', '审核', '批准'], '1').map(({ label, state, note }) => [label, state, note]),
  ).toEqual([
    ['编制', 'finish', '陈立群 11-24 09:30'],
    ['审核', 'process', '高建平'],
    ['批准', 'wait', undefined],
  ]);
  expect(flowSteps(progress, ['编制', '批准'], '3').map(({ label }) => label)).toEqual(['编制']);
  expect(flowSteps(null, undefined, '1')).toEqual([]);
});
