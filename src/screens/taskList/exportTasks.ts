import type { ListQuery } from '../../runtime/services/paging.ts';
import type { Task, TaskService, TaskSource } from '../../runtime/services/tasks.ts';
import { saveBook, type BookCell } from '../../widgets/subTable/data/book.ts';
import { serialOfText } from '../../widgets/shared/text/serialDates.ts';
import { stateLabel } from '../shared/flowState.ts';
import { actionName } from '../todo/actionNames.ts';

interface Column {
  title: string;
  width: number;
  cell(task: Task): BookCell;
}

const textColumn = (title: string, width: number, valueOf: (task: Task) => string | undefined): Column => ({
  title,
  width,
  cell: (task) => valueOf(task) ?? null,
});
const timeColumn = (title: string, valueOf: (task: Task) => string | undefined): Column => ({
  title,
  width: 20,
  cell: (task) => {
    const excelDate = serialOfText(valueOf(task) ?? '');
    return excelDate === null ? null : { number: excelDate, format: 'yyyy-mm-dd hh:mm:ss' };
  },
});
const flagColumn = (title: string, valueOf: (task: Task) => boolean): Column => ({
  title,
  width: 8,
  cell: (task) => (valueOf(task) ? '是' : null),
});

const COMMON_COLUMNS = [textColumn('标题', 44, (task) => task.title), textColumn('流程', 20, (task) => task.formName)];
const STATE_COLUMN = textColumn('状态', 10, (task) => stateLabel(task.flwState, task.isWithdrawn));
const URGENT_COLUMN = flagColumn('紧急', (task) => task.isUrgent === true || task.isUrged === true);

/** The columns of the exported sheet, by list. The sheet has more columns than the list on the screen. */
const COLUMNS: Readonly<Record<TaskSource, readonly Column[]>> = {
  todo: [
    ...COMMON_COLUMNS,
    textColumn('当前节点', 20, (task) => task.taskNode),
    textColumn('发起人', 12, (task) => task.startUserName),
    timeColumn('发起时间', (task) => task.startTime),
    timeColumn('到达时间', (task) => task.arriveTime),
    timeColumn('办理期限', (task) => task.dueTime),
    URGENT_COLUMN,
    STATE_COLUMN,
  ],
  done: [
    ...COMMON_COLUMNS,
    textColumn('办理节点', 20, (task) => task.taskNode),
    textColumn('我的办理', 12, (task) => (task.action ? actionName(task.action) : undefined)),
    textColumn('办理意见', 40, (task) => task.opinion),
    timeColumn('办理时间', (task) => task.finishTime),
    // in this list, `currentHandlers` contains the names of the current nodes
    textColumn('当前节点', 20, (task) => task.currentHandlers),
    textColumn('发起人', 12, (task) => task.startUserName),
    timeColumn('发起时间', (task) => task.startTime),
    STATE_COLUMN,
  ],
  start: [
    ...COMMON_COLUMNS,
    textColumn('当前节点', 20, (task) => task.taskNode),
    textColumn('当前办理人', 24, (task) => task.currentHandlers),
    timeColumn('发起时间', (task) => task.startTime),
    timeColumn('结束时间', (task) => task.finishTime),
    URGENT_COLUMN,
    STATE_COLUMN,
  ],
  copy: [
    ...COMMON_COLUMNS,
    textColumn('当前节点', 20, (task) => task.taskNode),
    textColumn('发起人', 12, (task) => task.startUserName),
    timeColumn('发起时间', (task) => task.startTime),
    textColumn('抄送人', 12, (task) => task.copiedBy),
    timeColumn('抄送时间', (task) => task.arriveTime),
    URGENT_COLUMN,
    STATE_COLUMN,
  ],
};

/** Returns the rows of the sheet, the header row first. */
export const taskRows = (source: TaskSource, tasks: readonly Task[]): BookCell[][] => [
  COLUMNS[source].map(({ title }) => title),
  ...tasks.map((task) => COLUMNS[source].map(({ cell }) => cell(task))),
];

/**
 * Exports the tasks that match the query as an .xlsx file. Returns the numbers of exported rows and of all matching
 * tasks.
 */
export async function exportTasks(
  tasks: TaskService,
  source: TaskSource,
  title: string,
  query: Pick<ListQuery, 'conditions' | 'keyword'>,
): Promise<{ rows: number; total: number }> {
  const { rows, total } = await tasks.exportRows(source, query);
  const day = new Date().toLocaleDateString('sv-SE').replace(/-/g, '');
  await saveBook(`${title}-${day}`, [
    { name: title, rows: taskRows(source, rows), widths: COLUMNS[source].map(({ width }) => width) },
  ]);
  return { rows: rows.length, total };
}
