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
  /**
   * True for the column of the current state. Its cell shows the state of an ended or withdrawn application as a tag.
   */
  isCurrentState?: true;
  /** Renders a cell with more than text. */
  render?(task: Task): ReactNode;
}

/**
 * The filter that the document of a list sets: only tasks of these forms, at these nodes. An absent key sets no filter.
 */
export interface Queue {
  formKeys?: readonly string[];
  nodeKeys?: readonly string[];
}

/** Returns the filter of the list's document as conditions. */
export const queueConditions = ({ formKeys, nodeKeys }: Queue): ListCondition[] => [
  ...(formKeys ? [{ field: 'formKey', op: 'in' as const, value: formKeys }] : []),
  ...(nodeKeys ? [{ field: 'taskNode', op: 'in' as const, value: nodeKeys }] : []),
];

const createColumn = (key: string, title: string, width: number, text: (task: Task) => string): TaskColumn => ({
  key,
  title,
  width,
  text,
});
const FORM_COLUMN = createColumn('formName', '流程', 108, (task) => task.formName);
const STARTER_COLUMN = createColumn('startUserName', '发起人', 72, (task) => task.startUserName);

/** Returns the column of a time, wide enough for seconds (CO-003). */
const timeColumn = (key: string, title: string, text: (task: Task) => string | undefined): TaskColumn =>
  createColumn(key, title, 156, (task) => text(task) ?? '');

/**
 * Returns the column of the current state: the names of the current task nodes (`nodes`); for a withdrawn application,
 * or if there are no such nodes, the state of the record.
 */
const currentStateColumn = (title: string, width: number, nodes: (task: Task) => string): TaskColumn => ({
  ...createColumn(
    'now',
    title,
    width,
    (task) => (task.isWithdrawn ? '' : nodes(task)) || stateLabel(task.flwState, task.isWithdrawn),
  ),
  isCurrentState: true,
});

/** Columns of each list in addition to the title. */
const COLUMNS: Readonly<Record<TaskSource, readonly TaskColumn[]>> = {
  todo: [
    FORM_COLUMN,
    createColumn('taskNode', '当前节点', 136, (task) => task.taskNode),
    STARTER_COLUMN,
    timeColumn('arriveTime', '到达时间', (task) => task.arriveTime ?? task.startTime),
  ],
  done: [
    FORM_COLUMN,
    createColumn(
      'taskNode',
      '我的办理',
      180,
      (task) => `${task.taskNode}${task.action ? `（${actionName(task.action)}）` : ''}`,
    ),
    // in this list, `currentHandlers` contains the names of the current nodes
    currentStateColumn('当前状态', 112, (task) => task.currentHandlers ?? ''),
    STARTER_COLUMN,
    timeColumn('finishTime', '办理时间', (task) => task.finishTime),
  ],
  start: [
    FORM_COLUMN,
    currentStateColumn('当前状态', 120, (task) => task.taskNode),
    createColumn('handlers', '当前办理人', 120, (task) => task.currentHandlers ?? ''),
    timeColumn('startTime', '发起时间', (task) => task.startTime),
  ],
  copy: [
    FORM_COLUMN,
    currentStateColumn('当前状态', 120, (task) => task.taskNode),
    STARTER_COLUMN,
    createColumn('copiedBy', '抄送人', 80, (task) => task.copiedBy ?? ''),
    timeColumn('arriveTime', '抄送时间', (task) => task.arriveTime),
  ],
};

/** Returns the columns of a list. Omits the form column for a single form, and the node column for a single node. */
export const taskColumns = (source: TaskSource, { formKeys, nodeKeys }: Queue = {}): readonly TaskColumn[] =>
  COLUMNS[source].filter(
    ({ key }) =>
      !(key === 'formName' && formKeys?.length === 1) &&
      !(key === 'taskNode' && source === 'todo' && nodeKeys?.length === 1),
  );

/**
 * Returns the address query of a task's record: a to-do opens for editing with the approval bar, other tasks read-only.
 */
export function taskQuery(source: TaskSource, task: Task): Record<string, string> {
  const recordQuery = { formKey: task.formKey, id: task.recordId };
  return source === 'todo' ? { ...recordQuery, isEdit: '1', todo: '1', taskId: task.taskId } : recordQuery;
}
