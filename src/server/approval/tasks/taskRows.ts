import type { Db } from '../../store/database.ts';
import { announce } from '../../events/index.ts';
import { queueMessages } from '../../outbox/index.ts';
import { Refusal } from '../../http/refusal.ts';
import { currentActor } from '../../store/actor.ts';
import { newId } from '../../store/newId.ts';
import type { Trx } from '../../store/transaction.ts';
import type { FlowNode, RunItem } from '../../flow/index.ts';
import { sql } from 'kysely';
import { delegatedSql, updateInvolvedPeople, type HeldTask } from '../../records/index.ts';
import { delegatesOf, remindPrincipal } from '../delegation/delegates.ts';
import { addHistoryEntry, type NewHistoryEntry } from '../process/history.ts';
import { nodeWithDisplayName, type Actor, type Instance, type TaskRow } from '../process/stepTypes.ts';

export interface NewTask {
  token: number;
  node: Pick<FlowNode, 'id' | 'name'>;
  /** The ids of the people who may act on the task. */
  users: readonly string[];
  kind?: TaskRow['kind'];
  /** The position of the assignee if the assignees of the node act one after another. */
  sn?: number;
  /** For an added approver or a delegate: the id of the task of the person who added them or delegated to them. */
  parent?: string | null;
  /** For an added approver or a delegate: the id of the person who added them or delegated to them. */
  addedBy?: string | null;
  /** The run of the innermost repeated sub-process that contains the task; null if there is none. */
  run?: Pick<RunItem, 'token' | 'label' | 'key'> | null;
}

/** Inserts a task in state 'waiting' (`applyVotes` opens it). Returns its id. */
export async function addTask(
  trx: Trx,
  instance: Instance,
  { token, node, users, kind = 'sign', sn = 0, parent = null, addedBy = null, run = null }: NewTask,
): Promise<string> {
  const id = newId();
  await trx
    .insertInto('flw_task')
    .values({
      id,
      instance_id: instance.id,
      record_id: instance.record_id,
      node_id: node.id,
      node_name: node.name,
      token,
      state: 'waiting',
      kind,
      sn,
      parent_id: parent,
      added_by: addedBy,
      run: run?.token ?? null,
      item_label: run?.label ?? null,
      item_key: run?.key ?? null,
      actor_id: null,
      actor_name: null,
      action: null,
      opinion: null,
    })
    .execute();
  await trx
    .insertInto('flw_task_candidate')
    .values(users.map((user) => ({ task_id: id, user_id: user, is_open: false })))
    .execute();
  return id;
}

/**
 * Returns the run of a task in the form that `addTask` needs for another task of the same run; null outside of a
 * repeated sub-process.
 */
export const runOfTask = ({ run, item_label: label, item_key: key }: TaskRow): NewTask['run'] =>
  run === null ? null : { token: run, label: label ?? '', key: key ?? '' };

/** Returns the ids of the people who may act on a task. */
export async function candidatesOfTask(db: Db, taskId: string): Promise<string[]> {
  return (
    await db
      .selectFrom('flw_task_candidate')
      .select('user_id')
      .where('task_id', '=', taskId)
      .orderBy('user_id')
      .execute()
  ).map((row) => row.user_id);
}

/**
 * Shows or hides tasks of one running approval in the to-do lists of their candidates. Notifies the open pages of these
 * people and of their delegates. For shown tasks, also queues messages for the channels that forward tasks.
 */
export async function setTasksShown(trx: Trx, ids: readonly string[], isShown: boolean): Promise<void> {
  if (ids.length === 0) return;
  const rows = await trx
    .updateTable('flw_task_candidate as c')
    .from('flw_task as t')
    .innerJoin('flw_instance as i', 'i.id', 't.instance_id')
    .set({ is_open: isShown })
    .whereRef('t.id', '=', 'c.task_id')
    .where('c.task_id', 'in', [...ids])
    .where('c.is_open', '=', !isShown)
    .returning(['c.user_id', 'i.form_key', 'i.record_id', 'i.initiator_id'])
    .execute();
  // all rows contain the same columns of the instance, because the tasks belong to one running approval
  const [instance] = rows;
  if (!instance) return;
  const candidates = rows.map(({ user_id }) => user_id);
  await updateInvolvedPeople(trx, instance.form_key, [instance.record_id], candidates);
  const people = [...candidates, ...(await delegatesOf(trx, candidates, instance))];
  // the acting person needs no message
  const notifiedPeople = people.filter((id) => id !== currentActor()?.userId);
  if (isShown && notifiedPeople.length > 0) await queueTaskMessages(trx, ids, notifiedPeople);
  await announce(trx, 'todo', people);
}

/** Queues one message to these people about new tasks of one running approval, for the channels that forward tasks. */
async function queueTaskMessages(trx: Trx, ids: readonly string[], people: readonly string[]): Promise<void> {
  const task = await trx
    .selectFrom('flw_task as t')
    .innerJoin('flw_instance as i', 'i.id', 't.instance_id')
    .where('t.id', 'in', [...ids])
    // if no channel forwards tasks, no message is written
    .where(
      sql<boolean>`exists (select 1 from sys_channel where topics ? 'task' and not is_disabled and (kind <> 'mail' or url <> ''))`,
    )
    .select(['i.form_key', 'i.form_name', 'i.title', 't.node_name', 't.record_id'])
    .limit(1)
    .executeTakeFirst();
  if (!task) return;
  await queueMessages(trx, [
    {
      topic: 'task',
      kind: 'todo',
      title: `待办：${task.form_name}`,
      content: [task.title, task.node_name].filter(Boolean).join('｜'),
      people: [...new Set(people)],
      formKey: task.form_key,
      recordId: task.record_id,
    },
  ]);
}

/** Puts the open tasks of paused tokens into state 'waiting' and deletes all timers of the tokens. */
export async function pauseTasks(trx: Trx, instance: Instance, tokens: readonly number[]): Promise<void> {
  if (tokens.length === 0) return;
  const rows = await trx
    .updateTable('flw_task')
    .set({ state: 'waiting' })
    .where('instance_id', '=', instance.id)
    .where('state', '=', 'open')
    .where('token', 'in', [...tokens])
    .returning('id')
    .execute();
  await setTasksShown(
    trx,
    rows.map(({ id }) => id),
    false,
  );
  await trx
    .deleteFrom('flw_timer')
    .where('instance_id', '=', instance.id)
    .where('token', 'in', [...tokens])
    .execute();
}

/** Withdraws the open and waiting tasks of these tokens. Returns the ids of the withdrawn tasks. */
export async function withdrawTasks(trx: Trx, instance: Instance, tokens: readonly number[]): Promise<string[]> {
  if (tokens.length === 0) return [];
  const rows = await trx
    .updateTable('flw_task')
    .set({ state: 'withdrawn', finished_at: new Date() })
    .where('instance_id', '=', instance.id)
    .where('state', 'in', ['open', 'waiting'])
    .where('token', 'in', [...tokens])
    .returning('id')
    .execute();
  return cleanUpEndedTasks(
    trx,
    rows.map(({ id }) => id),
  );
}

/** Withdraws the open and waiting tasks among these tasks. Returns the ids of the withdrawn tasks. */
export async function withdrawTasksById(trx: Trx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .updateTable('flw_task')
    .set({ state: 'withdrawn', finished_at: new Date() })
    .where('id', 'in', [...ids])
    .where('state', 'in', ['open', 'waiting'])
    .returning('id')
    .execute();
  return cleanUpEndedTasks(
    trx,
    rows.map(({ id }) => id),
  );
}

/** Hides closed or withdrawn tasks in the to-do lists and deletes their timers. Returns the given ids. */
async function cleanUpEndedTasks(trx: Trx, ids: string[]): Promise<string[]> {
  await setTasksShown(trx, ids, false);
  if (ids.length > 0) await trx.deleteFrom('flw_timer').where('task_id', 'in', ids).execute();
  return ids;
}

/**
 * Returns the open tasks of a record on which this person may act: their own tasks, the oldest first, then those of
 * absent people for whom they act (`flw_delegation`).
 */
export async function heldTasks(db: Db, recordId: string, userId: string): Promise<HeldTask[]> {
  const ownTasks = await db
    .selectFrom('flw_task as t')
    .innerJoin('flw_task_candidate as c', 'c.task_id', 't.id')
    .where('t.record_id', '=', recordId)
    .where('t.state', '=', 'open')
    .where('c.user_id', '=', userId)
    .selectAll('t')
    .orderBy('t.arrived_at')
    .orderBy('t.id')
    .execute();
  const delegatedTasks = await db
    .selectFrom('flw_task as t')
    .innerJoin(
      sql<{ task_id: string; record_id: string; for_id: string }>`${delegatedSql(userId)}`.as('g'),
      'g.task_id',
      't.id',
    )
    .innerJoin('sys_user as u', 'u.id', 'g.for_id')
    .where('g.record_id', '=', recordId)
    .selectAll('t')
    .select(['g.for_id', 'u.name as for_name'])
    .orderBy('t.arrived_at')
    .orderBy('t.id')
    .execute();
  return [
    ...ownTasks.map((task) => ({ ...task, actsFor: null })),
    ...delegatedTasks.map(({ for_id: id, for_name: name, ...task }) => ({ ...task, actsFor: { id, name } })),
  ];
}

/**
 * Returns the open task to act on: the task `taskId`, by default the first of `heldTasks`. If this person cannot act on
 * it, refuses: with TASK_TAKEN if the task is done, otherwise with TASK_NOT_YOURS.
 */
export async function taskToActOn(
  db: Db,
  recordId: string,
  userId: string,
  taskId: string | undefined,
): Promise<HeldTask> {
  const tasks = await heldTasks(db, recordId, userId);
  const task = taskId ? tasks.find(({ id }) => id === taskId) : tasks[0];
  if (task) return task;
  const requestedTask = taskId
    ? await db
        .selectFrom('flw_task')
        .selectAll()
        .where('id', '=', taskId)
        .where('record_id', '=', recordId)
        .executeTakeFirst()
    : undefined;
  if (requestedTask?.state === 'done')
    throw new Refusal('TASK_TAKEN', {
      name: requestedTask.actor_id === userId ? '您' : (requestedTask.actor_name ?? '他人'),
    });
  throw new Refusal('TASK_NOT_YOURS');
}

/** The act that closes a task. `actor` is the acting person; `vote` is null for an act without a decision. */
export interface ClosingAct extends Omit<NewHistoryEntry, 'node' | 'actor'> {
  actor: Actor;
  vote: 'approve' | 'reject' | null;
}

/**
 * Marks a task as done by the actor and adds a history entry. Refuses with TASK_TAKEN a task that is done or withdrawn.
 */
export async function closeTask(
  trx: Trx,
  instance: Instance,
  task: TaskRow,
  { actor, vote, ...entry }: ClosingAct,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('flw_task')
    .set({
      state: 'done',
      finished_at: new Date(),
      actor_id: actor.id,
      actor_name: actor.name,
      action: entry.action,
      opinion: entry.opinion ?? '',
      vote,
    })
    .where('id', '=', task.id)
    .where('state', 'in', ['open', 'waiting'])
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    const closedTask = await trx
      .selectFrom('flw_task')
      .select('actor_name')
      .where('id', '=', task.id)
      .executeTakeFirst();
    throw new Refusal('TASK_TAKEN', { name: closedTask?.actor_name ?? '他人' });
  }
  await cleanUpEndedTasks(trx, [task.id]);
  await updateInvolvedPeople(trx, instance.form_key, [instance.record_id], [actor.id]);
  await addHistoryEntry(trx, instance, { node: nodeWithDisplayName(task), actor, ...entry });
  if (actor.actsFor) await remindPrincipal(trx, instance, task, actor, actor.actsFor);
}

/**
 * Replaces a task that was closed without a decision with a new task for these people. Tasks of added approvers and
 * delegates whose `parent_id` is the closed task get the new task as parent. Returns the id of the new task.
 */
export async function replaceTask(
  trx: Trx,
  instance: Instance,
  task: TaskRow,
  users: readonly string[],
): Promise<string> {
  const id = await addTask(trx, instance, {
    token: task.token,
    node: { id: task.node_id, name: task.node_name },
    users,
    kind: task.kind,
    sn: task.sn,
    parent: task.parent_id,
    addedBy: task.added_by,
    run: runOfTask(task),
  });
  await trx.updateTable('flw_task').set({ parent_id: id }).where('parent_id', '=', task.id).execute();
  return id;
}
