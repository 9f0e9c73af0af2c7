import { sql } from 'kysely';
import type { Db } from '../../store/database.ts';
import type { Page } from '../../http/envelope.ts';
import { timeText } from '../../http/time.ts';
import { nodeWithDisplayName } from '../process/stepTypes.ts';
import { openTasksSql } from '../delegation/delegates.ts';
import { taskFilters, type TaskQuery } from './taskFilters.ts';
import { taskOrder } from './taskOrder.ts';

/** One row of 我的待办, 我的已办, 我发起的 or 抄送我的, as in API answers (the runtime's `Task`). */
export interface TaskView {
  /** The id of the task; in 我发起的 and 抄送我的 the id of the process. */
  taskId: string;
  formKey: string;
  formName: string;
  recordId: string;
  title: string;
  /** The name of the task's node; in 我发起的 and 抄送我的 the names of the open nodes. */
  taskNode: string;
  startUserName: string;
  startTime: string;
  arriveTime?: string;
  dueTime?: string;
  /** True if the task can be approved in a batch. */
  canBatch?: boolean;
  /** True if the task can be transferred (转办), also in a batch. */
  canTransfer?: boolean;
  finishTime?: string;
  flwState: string;
  /** True if the applicant took the application back. */
  isWithdrawn?: boolean;
  /** In 我发起的: the names of the people who may act now. In 我的已办: the names of the open nodes. */
  currentHandlers?: string;
  action?: string;
  opinion?: string;
  /** True if the record is urgent by its form's `urgentWhen`. */
  isUrgent?: boolean;
  /** True if the process was urged after the task arrived. */
  isUrged?: boolean;
  /** In 我发起的: true if the user can probably take back the last step. The server checks this again on the act. */
  canTakeBack?: boolean;
  /** In 我发起的: true if the user can probably urge. The server checks this again on the act. */
  canUrge?: boolean;
  /** In 抄送我的: the name of the sender. */
  copiedBy?: string;
  /** For a to-do of an absent person (`flw_delegation`): the name of the absent person. */
  actsFor?: string;
  /**
   * The reason why a to-do cannot be decided in a batch. 'node': its node does not allow batches; 'signature': its node
   * requires a signature.
   */
  batchBar?: 'node' | 'signature';
}

const INSTANCE_COLUMNS = [
  'i.form_key',
  'i.form_name',
  'i.record_id',
  'i.title',
  'i.initiator_name',
  'i.started_at',
  'i.flw_state',
  'i.task_nodes',
  'i.ended_at',
  'i.is_urgent',
  'i.is_withdrawn',
  'i.id as instance_id',
] as const;

/** The columns of a process that the rows of all four lists show. */
export interface InstanceColumns {
  form_key: string;
  form_name: string;
  record_id: string;
  title: string;
  initiator_name: string;
  started_at: Date;
  flw_state: string;
  task_nodes: string;
  is_urgent: boolean;
  is_withdrawn: boolean;
}

/** Returns the part of a list's row that all four lists have in common. */
export const taskViewOf = (row: InstanceColumns): Omit<TaskView, 'taskId' | 'taskNode'> => ({
  formKey: row.form_key,
  formName: row.form_name,
  recordId: row.record_id,
  title: row.title || row.form_name,
  startUserName: row.initiator_name,
  startTime: timeText(row.started_at),
  flwState: row.flw_state,
  ...(row.is_urgent ? { isUrgent: true } : {}),
  ...(row.is_withdrawn ? { isWithdrawn: true } : {}),
});

export const offsetOf = (page: Page): number => (page.pageNum - 1) * page.pageSize;

export interface TaskPage {
  rows: TaskView[];
  total: number;
}

const totalOf = async (query: {
  executeTakeFirstOrThrow(): Promise<{ total: number | string | bigint }>;
}): Promise<number> => Number((await query.executeTakeFirstOrThrow()).total);

/**
 * Returns a query for the open tasks on which this person may act: their own tasks, and tasks of absent people for whom
 * they act.
 */
export const todoQuery = (db: Db, userId: string) =>
  db
    .selectFrom(sql<{ task_id: string }>`${openTasksSql(userId)}`.as('c'))
    .innerJoin('flw_task as t', 't.id', 'c.task_id')
    .innerJoin('flw_instance as i', 'i.id', 't.instance_id');

/** Returns a query for the last task that this person completed on each record. Submissions do not count. */
export const doneQuery = (db: Db, userId: string) =>
  db
    .selectFrom('flw_task as t')
    .innerJoin('flw_instance as i', 'i.id', 't.instance_id')
    .where('t.actor_id', '=', userId)
    .where('t.action', '!=', 'submit')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('flw_task as later')
            .select('later.id')
            .whereRef('later.instance_id', '=', 't.instance_id')
            .where('later.actor_id', '=', userId)
            .where('later.action', '!=', 'submit')
            .where(sql<boolean>`(later.finished_at, later.id) > (t.finished_at, t.id)`),
        ),
      ),
    );

/**
 * Returns a page of the records of `doneQuery`, each with this person's last action. By default the newest action comes
 * first.
 */
export async function listDone(db: Db, userId: string, query: TaskQuery): Promise<TaskPage> {
  const filteredQuery = doneQuery(db, userId).where(taskFilters('done', query));
  const rows = await filteredQuery
    .select([
      ...INSTANCE_COLUMNS,
      't.id as task_id',
      't.node_id',
      't.node_name',
      't.item_label',
      't.arrived_at',
      't.finished_at',
      't.action',
      't.opinion',
    ])
    .orderBy(taskOrder('done', query.sort) ?? sql`t.finished_at desc`)
    .orderBy('t.id', 'desc')
    .limit(query.page.pageSize)
    .offset(offsetOf(query.page))
    .execute();
  const total = await totalOf(filteredQuery.select(sql<number>`count(*)`.as('total')));
  return {
    total,
    rows: rows.map((row) => ({
      ...taskViewOf(row),
      taskId: row.task_id,
      taskNode: nodeWithDisplayName(row).name,
      arriveTime: timeText(row.arrived_at),
      ...(row.finished_at ? { finishTime: timeText(row.finished_at) } : {}),
      action: row.action ?? '',
      opinion: row.opinion ?? '',
      currentHandlers: row.task_nodes,
    })),
  };
}

/** Returns a query for the processes that this person started. */
export const startedQuery = (db: Db, userId: string) =>
  db.selectFrom('flw_instance as i').where('i.initiator_id', '=', userId);

/** True if nobody has acted since the initiator's last step, so that the initiator can probably take it back. */
const CAN_TAKE_BACK = sql<boolean>`(i.ended_at is null and i.suspended_at is null and exists (
  select 1 from flw_task own where own.instance_id = i.id and own.actor_id = i.initiator_id and own.state = 'done' and own.undo is not null
    and not exists (select 1 from flw_task later where later.instance_id = i.id and later.state = 'done' and later.action <> 'auto' and later.id <> own.id and later.finished_at >= own.finished_at)))`;
/** True if the process runs, the initiator has no open task, and somebody else has one. */
const CAN_URGE = sql<boolean>`(i.flw_state = '1' and i.suspended_at is null and (
  select count(*) > 0 and bool_and(c.user_id <> i.initiator_id) from flw_task t
    join flw_task_candidate c on c.task_id = t.id where t.instance_id = i.id and t.state = 'open'))`;

/**
 * Returns a page of the processes that this person started, each with the people who may act now, and whether this
 * person can take back the last step or urge.
 */
export async function listStarted(db: Db, userId: string, query: TaskQuery): Promise<TaskPage> {
  const filteredQuery = startedQuery(db, userId).where(taskFilters('start', query));
  const rows = await filteredQuery
    .select([...INSTANCE_COLUMNS, CAN_TAKE_BACK.as('can_take_back'), CAN_URGE.as('can_urge')])
    .orderBy(taskOrder('start', query.sort) ?? sql`i.started_at desc`)
    .orderBy('i.id', 'desc')
    .limit(query.page.pageSize)
    .offset(offsetOf(query.page))
    .execute();
  const total = await totalOf(filteredQuery.select(sql<number>`count(*)`.as('total')));
  const handlers = await handlersOf(
    db,
    rows.map((row) => row.instance_id),
  );
  return {
    total,
    rows: rows.map((row) => ({
      ...taskViewOf(row),
      taskId: row.instance_id,
      taskNode: row.task_nodes,
      currentHandlers: handlers.get(row.instance_id) ?? '',
      ...(row.can_take_back ? { canTakeBack: true } : {}),
      ...(row.can_urge ? { canUrge: true } : {}),
      ...(row.ended_at ? { finishTime: timeText(row.ended_at) } : {}),
    })),
  };
}

/**
 * Returns a query for copies sent to this person, and for records on which somebody acted for this person during an
 * absence. Rows with an empty `by_name` are left out. They are no copies: they only permit the people who may report
 * the message that a process waits for to read the record.
 */
export const copiedQuery = (db: Db, userId: string) =>
  db
    .selectFrom('flw_reader as x')
    .innerJoin('flw_instance as i', 'i.record_id', 'x.record_id')
    .where('x.user_id', '=', userId)
    .where('x.by_name', '!=', '');

/** Returns a page of the records of `copiedQuery`; by default the newest copy comes first. */
export async function listCopied(db: Db, userId: string, query: TaskQuery): Promise<TaskPage> {
  const filteredQuery = copiedQuery(db, userId).where(taskFilters('copy', query));
  const rows = await filteredQuery
    .select([...INSTANCE_COLUMNS, 'x.created_at', 'x.by_name'])
    .orderBy(taskOrder('copy', query.sort) ?? sql`x.created_at desc`)
    .orderBy('i.id', 'desc')
    .limit(query.page.pageSize)
    .offset(offsetOf(query.page))
    .execute();
  const total = await totalOf(filteredQuery.select(sql<number>`count(*)`.as('total')));
  return {
    total,
    rows: rows.map((row) => ({
      ...taskViewOf(row),
      taskId: row.instance_id,
      taskNode: row.task_nodes,
      arriveTime: timeText(row.created_at),
      copiedBy: row.by_name,
      ...(row.ended_at ? { finishTime: timeText(row.ended_at) } : {}),
    })),
  };
}

const MAX_NAMES = 5;

/**
 * Returns one text for each process, by process id: the names of the people who may act on the process now. If there
 * are more than MAX_NAMES people, the text contains the first MAX_NAMES names and the number of people.
 */
async function handlersOf(db: Db, instanceIds: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string[]>();
  if (instanceIds.length > 0) {
    const rows = await db
      .selectFrom('flw_task as t')
      .innerJoin('flw_task_candidate as c', 'c.task_id', 't.id')
      .innerJoin('sys_user as u', 'u.id', 'c.user_id')
      .where('t.instance_id', 'in', instanceIds)
      .where('t.state', '=', 'open')
      .select(['t.instance_id', 'u.name'])
      .distinct()
      .orderBy('u.name')
      .execute();
    for (const row of rows) names.set(row.instance_id, [...(names.get(row.instance_id) ?? []), row.name]);
  }
  return new Map(
    [...names].map(([id, peopleNames]) => [
      id,
      peopleNames.length > MAX_NAMES
        ? `${peopleNames.slice(0, MAX_NAMES).join('、')} 等 ${peopleNames.length} 人`
        : peopleNames.join('、'),
    ]),
  );
}
