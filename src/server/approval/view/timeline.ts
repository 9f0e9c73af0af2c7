import type { Db } from '../../store/database.ts';
import { timeText } from '../../http/time.ts';
import { nodeWithDisplayName } from '../process/stepTypes.ts';
import { approvalHistoryOf, type HistoryView } from '../process/history.ts';

/**
 * One act on an approval, with the department of the acting person. If the act ended a task, the entry also contains
 * the time for which the task was open.
 */
export interface TimelineEntry extends HistoryView {
  nodeId: string;
  userId: string;
  /** The current name of the person's department. */
  deptName?: string;
  /** The arrival of the task; only for acts that end a task. */
  arriveTime?: string;
  /** Seconds from the arrival of the task to the act. */
  duration?: number;
}

/** Maximum difference in ms between a history entry and the end of its task. Both are written in one transaction. */
const MAX_GAP_MS = 10_000;

/** A completed task. `isMatched`: true if the history entry of its completion has been found. */
interface EndedTask {
  nodeId: string;
  userId: string | null;
  action: string | null;
  arrivedAt: Date;
  finishedAt: number;
  isMatched: boolean;
}

async function loadDepartmentNames(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('sys_user as u')
    .innerJoin('sys_org as o', 'o.id', 'u.dept_id')
    .where('u.id', 'in', [...userIds])
    .select(['u.id', 'o.name'])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns the history of a record, the oldest entry first, with departments and durations. */
export async function timelineOf(db: Db, recordId: string): Promise<TimelineEntry[]> {
  const history = await approvalHistoryOf(db, recordId);
  const rows = await db
    .selectFrom('flw_history')
    .select(['id', 'node_id', 'user_id', 'happened_at'])
    .where('record_id', '=', recordId)
    .execute();
  const rowById = new Map(rows.map((row) => [row.id, row]));
  const tasks = await db
    .selectFrom('flw_task')
    .select(['node_id', 'actor_id', 'action', 'arrived_at', 'finished_at'])
    .where('record_id', '=', recordId)
    .where('state', '=', 'done')
    .execute();
  const endedTasks = tasks.flatMap(({ node_id, actor_id, action, arrived_at, finished_at }): EndedTask[] =>
    finished_at
      ? [
          {
            nodeId: node_id,
            userId: actor_id,
            action,
            arrivedAt: arrived_at,
            finishedAt: finished_at.getTime(),
            isMatched: false,
          },
        ]
      : [],
  );
  const deptNameByUserId = await loadDepartmentNames(db, [...new Set(rows.map(({ user_id }) => user_id))]);
  return history.map((entry) => {
    const row = rowById.get(entry.id);
    const commonValues = { ...entry, nodeId: row?.node_id ?? '', userId: row?.user_id ?? '' };
    if (!row) return commonValues;
    const happenedAt = row.happened_at.getTime();
    const [task] = endedTasks
      .filter(
        (endedTask) =>
          !endedTask.isMatched &&
          endedTask.nodeId === row.node_id &&
          endedTask.userId === row.user_id &&
          endedTask.action === entry.action &&
          Math.abs(endedTask.finishedAt - happenedAt) < MAX_GAP_MS,
      )
      .toSorted((a, b) => Math.abs(a.finishedAt - happenedAt) - Math.abs(b.finishedAt - happenedAt));
    if (task) task.isMatched = true;
    const deptName = deptNameByUserId.get(row.user_id);
    return {
      ...commonValues,
      ...(deptName ? { deptName } : {}),
      ...(task
        ? {
            arriveTime: timeText(task.arrivedAt),
            duration: Math.max(0, Math.round((happenedAt - task.arrivedAt.getTime()) / 1000)),
          }
        : {}),
    };
  });
}

/** An open task with the people who may act on it. */
export interface PendingTask {
  nodeId: string;
  taskNode: string;
  names: string[];
  /** The department of these people; '' if they belong to different departments or to none. */
  deptName: string;
  arriveTime: string;
  dueTime?: string;
  /** Seconds since the task arrived. */
  waiting: number;
}

/** Returns the open tasks of a record, the oldest first. */
export async function pendingTasksOf(db: Db, recordId: string): Promise<PendingTask[]> {
  const rows = await db
    .selectFrom('flw_task as t')
    .innerJoin('flw_task_candidate as c', 'c.task_id', 't.id')
    .innerJoin('sys_user as u', 'u.id', 'c.user_id')
    .leftJoin('sys_org as o', 'o.id', 'u.dept_id')
    .where('t.record_id', '=', recordId)
    .where('t.state', '=', 'open')
    .where('c.is_open', '=', true)
    .select([
      't.id',
      't.node_id',
      't.node_name',
      't.item_label',
      't.arrived_at',
      't.due_at',
      'u.name',
      'o.name as dept',
    ])
    .orderBy('t.arrived_at')
    .orderBy('t.id')
    .orderBy('u.name')
    .execute();
  const tasks = new Map<string, PendingTask>();
  for (const row of rows) {
    const task = tasks.get(row.id) ?? {
      nodeId: row.node_id,
      taskNode: nodeWithDisplayName(row).name,
      names: [],
      deptName: row.dept ?? '',
      arriveTime: timeText(row.arrived_at),
      waiting: Math.max(0, Math.round((Date.now() - row.arrived_at.getTime()) / 1000)),
      ...(row.due_at ? { dueTime: timeText(row.due_at) } : {}),
    };
    task.names.push(row.name);
    if ((row.dept ?? '') !== task.deptName) task.deptName = '';
    tasks.set(row.id, task);
  }
  return [...tasks.values()];
}
