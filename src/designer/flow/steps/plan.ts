import { NO_DATA, type TaskData } from '../model/taskData.ts';

/** An approval as a list of steps: what most offices draw. Stored as BPMN and nothing else. */
export interface TaskStep {
  kind: 'task';
  id: string;
  name: string;
  data: TaskData;
}

/** Sends copies and goes on. */
export interface CopyStep {
  kind: 'copy';
  id: string;
  name: string;
  data: TaskData;
}

/** One way of a branch step. `id` is the flow by which it begins. */
export interface Branch {
  id: string;
  name: string;
  condition: string;
  isDefault: boolean;
  steps: readonly Step[];
}

export type BranchMode = 'exclusive' | 'parallel' | 'inclusive';

/** Ways beside each other; `join`: where they meet, null where what follows is the meeting point itself. */
export interface BranchStep {
  kind: 'branch';
  id: string;
  name: string;
  mode: BranchMode;
  join: { id: string; name: string } | null;
  branches: readonly Branch[];
}

export type Step = TaskStep | CopyStep | BranchStep;

export interface Plan {
  start: { id: string; name: string };
  applicant: TaskStep;
  steps: readonly Step[];
  end: { id: string; name: string };
}

const LETTERS = 6;
/** An id that no file has by accident. */
export const freshId = (word: string): string =>
  `${word}_${Math.random()
    .toString(36)
    .slice(2, 2 + LETTERS)
    .padEnd(LETTERS, '0')}`;

export const newTask = (name = '审批'): TaskStep => ({
  kind: 'task',
  id: freshId('task'),
  name,
  data: { ...NO_DATA, candidates: [{ type: 'deptLeader', value: '1' }] },
});
export const newCopy = (): CopyStep => ({
  kind: 'copy',
  id: freshId('copy'),
  name: '抄送',
  data: { ...NO_DATA, cc: [{ type: 'initiator' }] },
});

export function newBranch(mode: BranchMode): BranchStep {
  const branch = (name: string, isDefault: boolean): Branch => ({
    id: freshId('way'),
    name,
    condition: '',
    isDefault,
    steps: mode === 'parallel' ? [newTask()] : [],
  });
  const branches =
    mode === 'parallel'
      ? [branch('分支一', false), branch('分支二', false)]
      : [branch('条件一', false), branch('其他情况', true)];
  return { kind: 'branch', id: freshId('branch'), name: '', mode, join: { id: freshId('join'), name: '' }, branches };
}

export const newPlan = (): Plan => ({
  start: { id: 'start', name: '开始' },
  applicant: {
    kind: 'task',
    id: 'apply',
    name: '提交申请',
    data: { ...NO_DATA, candidates: [{ type: 'initiator' }], actions: { value: 'submit,save' } },
  },
  steps: [{ ...newTask('部门负责人审批'), id: 'leader' }],
  end: { id: 'end', name: '结束' },
});

/** Every step, those inside of branches included. */
export function* allSteps(steps: readonly Step[]): Generator<Step> {
  for (const step of steps) {
    yield step;
    if (step.kind === 'branch') for (const branch of step.branches) yield* allSteps(branch.steps);
  }
}
