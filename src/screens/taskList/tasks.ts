import type { TaskListNode } from '../../grammar/nodes.ts';
import type { Task } from '../../runtime/services/tasks.ts';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../list/query.ts';
import { actionName } from '../todo/actionNames.ts';

type Source = TaskListNode['source'];

export interface TaskColumn { key: string; title: string; width: number; text(task: Task): string }

const column = (key: string, title: string, width: number, text: (task: Task) => string): TaskColumn => ({ key, title, width, text });

const NODE = column('taskNode', '当前节点', 140, (task) => task.taskNode);
const STARTER = column('startUserName', '发起人', 100, (task) => task.startUserName);

/** Beside title and state, which every list of tasks shows. */
const COLUMNS: Readonly<Record<Source, readonly TaskColumn[]>> = {
  todo: [column('formName', '流程', 130, (task) => task.formName), NODE, STARTER, column('arriveTime', '到达时间', 170, (task) => task.arriveTime ?? task.startTime)],
  done: [
    column('formName', '流程', 130, (task) => task.formName), column('taskNode', '办理节点', 140, (task) => task.taskNode),
    column('action', '我的办理', 100, (task) => (task.action ? actionName(task.action) : '')), column('now', '当前节点', 140, (task) => task.currentHandlers ?? ''),
    STARTER, column('finishTime', '办理时间', 170, (task) => task.finishTime ?? ''),
  ],
  start: [
    column('formName', '流程', 130, (task) => task.formName), NODE,
    column('handlers', '当前办理人', 160, (task) => task.currentHandlers ?? ''), column('startTime', '发起时间', 170, (task) => task.startTime),
  ],
};

export const taskColumns = (source: Source): readonly TaskColumn[] => COLUMNS[source];

/** The address of a task's record: a to-do opens for editing with its approval bar, anything else for reading. */
export function taskQuery(source: Source, task: Task): Record<string, string> {
  const base = { formKey: task.formKey, id: task.recordId };
  return source === 'todo' ? { ...base, isEdit: '1', todo: '1', taskId: task.taskId } : base;
}

export interface TaskListState { pageNum: number; pageSize: number; keyword: string }

export function taskStateOf(query: Readonly<Record<string, string>>): TaskListState {
  const pageNum = Number(query.page);
  const pageSize = Number(query.size);
  return {
    pageNum: Number.isInteger(pageNum) && pageNum > 0 ? pageNum : 1,
    pageSize: PAGE_SIZES.includes(pageSize) ? pageSize : DEFAULT_PAGE_SIZE,
    keyword: query.keyword ?? '',
  };
}
