import type { Db } from '../../store/database.ts';
import { timeText } from '../../http/time.ts';
import { placeOfTask } from '../process/step.ts';
import { historyOf, type HistoryView } from '../process/history.ts';

/** One act on an approval, with where its person belongs and how long it lay with them. */
export interface TimelineEntry extends HistoryView {
  nodeId: string;
  userId: string;
  /** Department of the person, as it is called now. */
  deptName?: string;
  /** When the task came, and seconds until the act; of acts that end a task only. */
  arriveTime?: string;
  duration?: number;
}

/** An act and the end of its task are noted in one transaction. */
const TOGETHER = 10_000;

interface Ended {
  nodeId: string;
  userId: string | null;
  action: string | null;
  arrivedAt: Date;
  at: number;
  isTaken: boolean;
}

async function departments(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('sys_user as u')
    .innerJoin('sys_org as o', 'o.id', 'u.dept_id')
    .where('u.id', 'in', [...userIds])
    .select(['u.id', 'o.name'])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** What happened to a record, the oldest first, with departments and durations. */
export async function timelineOf(db: Db, recordId: string): Promise<TimelineEntry[]> {
  const history = await historyOf(db, recordId);
  const rows = await db
    .selectFrom('flw_history')
    .select(['id', 'node_id', 'user_id', 'happened_at'])
    .where('record_id', '=', recordId)
    .execute();
  const about = new Map(rows.map((row) => [row.id, row]));
  const tasks = await db
    .selectFrom('flw_task')
    .select(['node_id', 'actor_id', 'action', 'arrived_at', 'finished_at'])
    .where('record_id', '=', recordId)
    .where('state', '=', 'done')
    .execute();
  const ended = tasks.flatMap(({ node_id, actor_id, action, arrived_at, finished_at }): Ended[] =>
    finished_at
      ? [
          {
            nodeId: node_id,
            userId: actor_id,
            action,
            arrivedAt: arrived_at,
            at: finished_at.getTime(),
            isTaken: false,
          },
        ]
      : [],
  );
  const names = await departments(db, [...new Set(rows.map(({ user_id }) => user_id))]);
  return history.map((entry) => {
    const row = about.get(entry.id);
    const base = { ...entry, nodeId: row?.node_id ?? '', userId: row?.user_id ?? '' };
    if (!row) return base;
    const at = row.happened_at.getTime();
    const [task] = ended
      .filter(
        (one) =>
          !one.isTaken &&
          one.nodeId === row.node_id &&
          one.userId === row.user_id &&
          one.action === entry.action &&
          Math.abs(one.at - at) < TOGETHER,
      )
      .toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at));
    if (task) task.isTaken = true;
    const deptName = names.get(row.user_id);
    return {
      ...base,
      ...(deptName ? { deptName } : {}),
      ...(task
        ? {
            arriveTime: timeText(task.arrivedAt),
            duration: Math.max(0, Math.round((at - task.arrivedAt.getTime()) / 1000)),
          }
        : {}),
    };
  });
}

/** A task that waits for somebody. */
export interface PendingTask {
  nodeId: string;
  taskNode: string;
  names: string[];
  deptName: string;
  arriveTime: string;
  dueTime?: string;
  waiting: number;
}

/** Where a record waits now, and for whom, each seat by itself. */
export async function pendingOf(db: Db, recordId: string): Promise<PendingTask[]> {
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
  const seats = new Map<string, PendingTask>();
  for (const row of rows) {
    const known = seats.get(row.id) ?? {
      nodeId: row.node_id,
      taskNode: placeOfTask(row).name,
      names: [],
      deptName: row.dept ?? '',
      arriveTime: timeText(row.arrived_at),
      waiting: Math.max(0, Math.round((Date.now() - row.arrived_at.getTime()) / 1000)),
      ...(row.due_at ? { dueTime: timeText(row.due_at) } : {}),
    };
    known.names.push(row.name);
    if ((row.dept ?? '') !== known.deptName) known.deptName = '';
    seats.set(row.id, known);
  }
  return [...seats.values()];
}
