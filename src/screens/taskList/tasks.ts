import type { ReactNode } from 'react';
import type { Task, TaskSource } from '../../runtime/services/tasks.ts';
import type { ListCondition } from '../../runtime/services/paging.ts';
import { stateLabel } from '../shared/flowState.ts';
import { actionName } from '../todo/actionNames.ts';

export interface TaskColumn {
  key: string;
  title: string;
  width: number;
  text(task: Task): string;
  /** Of what has ended, its state is shown as a tag instead. */
  isStanding?: true;
  /** Draws the cell where its text alone will not do. */
  draw?(task: Task): ReactNode;
}

/** What a list is narrowed to by its document: tasks of these forms, at these nodes. */
export interface Queue {
  formKeys?: readonly string[];
  nodeKeys?: readonly string[];
}

export const queueConditions = ({ formKeys, nodeKeys }: Queue): ListCondition[] => [
  ...(formKeys ? [{ field: 'formKey', op: 'in' as const, value: formKeys }] : []),
  ...(nodeKeys ? [{ field: 'taskNode', op: 'in' as const, value: nodeKeys }] : []),
];

const column = (key: string, title: string, width: number, text: (task: Task) => string): TaskColumn => ({
  key,
  title,
  width,
  text,
});
const FORM = column('formName', '流程', 108, (task) => task.formName);
const STARTER = column('startUserName', '发起人', 72, (task) => task.startUserName);

/** Down to the second (CO-003). */
const TIME = (key: string, title: string, text: (task: Task) => string | undefined): TaskColumn =>
  column(key, title, 156, (task) => text(task) ?? '');

/** Where an application stands: its open nodes, or how it ended. */
const standing = (title: string, width: number, nodes: (task: Task) => string): TaskColumn => ({
  ...column(
    'now',
    title,
    width,
    (task) => (task.isWithdrawn ? '' : nodes(task)) || stateLabel(task.flwState, task.isWithdrawn),
  ),
  isStanding: true,
});

/** Beside the title, which every list of tasks shows. */
const COLUMNS: Readonly<Record<TaskSource, readonly TaskColumn[]>> = {
  todo: [
    FORM,
    column('taskNode', '当前节点', 136, (task) => task.taskNode),
    STARTER,
    TIME('arriveTime', '到达时间', (task) => task.arriveTime ?? task.startTime),
  ],
  done: [
    FORM,
    column(
      'taskNode',
      '我的办理',
      180,
      (task) => `${task.taskNode}${task.action ? `（${actionName(task.action)}）` : ''}`,
    ),
    standing('当前状态', 112, (task) => task.currentHandlers ?? ''),
    STARTER,
    TIME('finishTime', '办理时间', (task) => task.finishTime),
  ],
  start: [
    FORM,
    standing('当前状态', 120, (task) => task.taskNode),
    column('handlers', '当前办理人', 120, (task) => task.currentHandlers ?? ''),
    TIME('startTime', '发起时间', (task) => task.startTime),
  ],
  copy: [
    FORM,
    standing('当前状态', 120, (task) => task.taskNode),
    STARTER,
    column('copiedBy', '抄送人', 80, (task) => task.copiedBy ?? ''),
    TIME('arriveTime', '抄送时间', (task) => task.arriveTime),
  ],
};

/** The columns of a list. A queue of one form needs no column for the form, one of one node none for the node. */
export const taskColumns = (source: TaskSource, { formKeys, nodeKeys }: Queue = {}): readonly TaskColumn[] =>
  COLUMNS[source].filter(
    ({ key }) =>
      !(key === 'formName' && formKeys?.length === 1) &&
      !(key === 'taskNode' && source === 'todo' && nodeKeys?.length === 1),
  );

/** The address of a task's record: a to-do opens for editing with its approval bar, anything else for reading. */
export function taskQuery(source: TaskSource, task: Task): Record<string, string> {
  const base = { formKey: task.formKey, id: task.recordId };
  return source === 'todo' ? { ...base, isEdit: '1', todo: '1', taskId: task.taskId } : base;
}
