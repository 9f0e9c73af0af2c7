import type { ListQuery } from '../../runtime/services/paging.ts';
import type { Task, TaskService, TaskSource } from '../../runtime/services/tasks.ts';
import { saveBook, type BookCell } from '../../widgets/subTable/data/book.ts';
import { dayOfText } from '../../widgets/shared/text/sheetDays.ts';
import { stateLabel } from '../shared/flowState.ts';
import { actionName } from '../todo/actionNames.ts';

interface Column {
  title: string;
  width: number;
  cell(task: Task): BookCell;
}

const text = (title: string, width: number, of: (task: Task) => string | undefined): Column => ({
  title,
  width,
  cell: (task) => of(task) ?? null,
});
const time = (title: string, of: (task: Task) => string | undefined): Column => ({
  title,
  width: 20,
  cell: (task) => {
    const serial = dayOfText(of(task) ?? '');
    return serial === null ? null : { number: serial, format: 'yyyy-mm-dd hh:mm:ss' };
  },
});
const yes = (title: string, of: (task: Task) => boolean): Column => ({
  title,
  width: 8,
  cell: (task) => (of(task) ? '是' : null),
});

const COMMON = [text('标题', 44, (task) => task.title), text('流程', 20, (task) => task.formName)];
const STATE = text('状态', 10, (task) => stateLabel(task.flwState, task.isWithdrawn));
const URGENT = yes('紧急', (task) => task.isUrgent === true || task.isUrged === true);

/** More than the screen shows: a spreadsheet has room. */
const COLUMNS: Readonly<Record<TaskSource, readonly Column[]>> = {
  todo: [
    ...COMMON,
    text('当前节点', 20, (task) => task.taskNode),
    text('发起人', 12, (task) => task.startUserName),
    time('发起时间', (task) => task.startTime),
    time('到达时间', (task) => task.arriveTime),
    time('办理期限', (task) => task.dueTime),
    URGENT,
    STATE,
  ],
  done: [
    ...COMMON,
    text('办理节点', 20, (task) => task.taskNode),
    text('我的办理', 12, (task) => (task.action ? actionName(task.action) : undefined)),
    text('办理意见', 40, (task) => task.opinion),
    time('办理时间', (task) => task.finishTime),
    text('当前节点', 20, (task) => task.currentHandlers),
    text('发起人', 12, (task) => task.startUserName),
    time('发起时间', (task) => task.startTime),
    STATE,
  ],
  start: [
    ...COMMON,
    text('当前节点', 20, (task) => task.taskNode),
    text('当前办理人', 24, (task) => task.currentHandlers),
    time('发起时间', (task) => task.startTime),
    time('结束时间', (task) => task.finishTime),
    URGENT,
    STATE,
  ],
  copy: [
    ...COMMON,
    text('当前节点', 20, (task) => task.taskNode),
    text('发起人', 12, (task) => task.startUserName),
    time('发起时间', (task) => task.startTime),
    text('抄送人', 12, (task) => task.copiedBy),
    time('抄送时间', (task) => task.arriveTime),
    URGENT,
    STATE,
  ],
};

/** Rows of the sheet, its heading first. */
export const taskRows = (source: TaskSource, tasks: readonly Task[]): BookCell[][] => [
  COLUMNS[source].map(({ title }) => title),
  ...tasks.map((task) => COLUMNS[source].map(({ cell }) => cell(task))),
];

/** What the list comes to under these conditions, as an .xlsx file. Answers how many rows it holds, and of how many. */
export async function exportTasks(
  tasks: TaskService,
  source: TaskSource,
  title: string,
  query: Pick<ListQuery, 'conditions' | 'keyword'>,
): Promise<{ rows: number; total: number }> {
  const { rows, total } = await tasks.exportRows(source, query);
  const day = new Date().toLocaleDateString('sv-SE').replace(/-/g, '');
  await saveBook(`${title}-${day}`, [
    { name: title.slice(0, 31), rows: taskRows(source, rows), widths: COLUMNS[source].map(({ width }) => width) },
  ]);
  return { rows: rows.length, total };
}
