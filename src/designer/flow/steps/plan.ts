import { NO_DATA, type TaskData } from '../model/taskData.ts';

/** A step that a person must complete. */
export interface TaskStep {
  kind: 'task';
  id: string;
  name: string;
  data: TaskData;
}

/** A step that sends copies and does not wait. */
export interface CopyStep {
  kind: 'copy';
  id: string;
  name: string;
  data: TaskData;
}

/** One branch of a branch step. `id`: the id of its first sequence flow. */
export interface Branch {
  id: string;
  name: string;
  condition: string;
  isDefault: boolean;
  steps: readonly Step[];
}

export type BranchMode = 'exclusive' | 'parallel' | 'inclusive';

/** A gateway with its branches. `join`: the joining gateway; null if the branches lead to the next step directly. */
export interface BranchStep {
  kind: 'branch';
  id: string;
  name: string;
  mode: BranchMode;
  join: { id: string; name: string } | null;
  branches: readonly Branch[];
}

export type Step = TaskStep | CopyStep | BranchStep;

/** A process as a list of steps, used to edit simple processes. The process is stored only as BPMN. */
export interface Plan {
  start: { id: string; name: string };
  applicant: TaskStep;
  steps: readonly Step[];
  end: { id: string; name: string };
}

const ID_LENGTH = 6;
/** Returns a random id that is very unlikely to be in use. */
export const newId = (prefix: string): string =>
  `${prefix}_${Math.random()
    .toString(36)
    .slice(2, 2 + ID_LENGTH)
    .padEnd(ID_LENGTH, '0')}`;

export const newTask = (name = '审批'): TaskStep => ({
  kind: 'task',
  id: newId('task'),
  name,
  data: { ...NO_DATA, candidates: [{ type: 'deptLeader', value: '1' }] },
});
export const newCopy = (): CopyStep => ({
  kind: 'copy',
  id: newId('copy'),
  name: '抄送',
  data: { ...NO_DATA, cc: [{ type: 'initiator' }] },
});

const NUMERALS = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];

/** Returns an unused name for a new branch: 条件一, 条件二 … */
export function unusedBranchName({ mode, branches }: Pick<BranchStep, 'mode' | 'branches'>): string {
  const prefix = mode === 'parallel' ? '分支' : '条件';
  // the numbering leaves out the default branch, which has another name; parallel branches have no default branch
  for (let number = branches.length + (mode === 'parallel' ? 1 : 0); ; number += 1) {
    const name = `${prefix}${NUMERALS[number - 1] ?? number}`;
    if (!branches.some((branch) => branch.name === name)) return name;
  }
}

/** Returns a new branch step with two branches. */
export function newBranchStep(mode: BranchMode): BranchStep {
  const makeBranch = (name: string, isDefault: boolean): Branch => ({
    id: newId('way'),
    name,
    condition: '',
    isDefault,
    steps: mode === 'parallel' ? [newTask()] : [],
  });
  const branches =
    mode === 'parallel'
      ? [makeBranch('分支一', false), makeBranch('分支二', false)]
      : [makeBranch('条件一', false), makeBranch('其他情况', true)];
  return { kind: 'branch', id: newId('branch'), name: '', mode, join: { id: newId('join'), name: '' }, branches };
}

/** Returns the steps of a new process: the applicant submits, the department leader approves. */
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

/** Iterates over all steps, including steps inside branches. */
export function* allSteps(steps: readonly Step[]): Generator<Step> {
  for (const step of steps) {
    yield step;
    if (step.kind === 'branch') for (const branch of step.branches) yield* allSteps(branch.steps);
  }
}
