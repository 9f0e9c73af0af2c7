import type { Db } from '../../store/database.ts';
import { announce } from '../../events/index.ts';
import { queueMessages } from '../../outbox/index.ts';
import { Refusal } from '../../http/refusal.ts';
import { currentActor } from '../../store/actor.ts';
import { newId } from '../../store/id.ts';
import type { Trx } from '../../store/transaction.ts';
import type { FlowNode, RunItem } from '../../flow/index.ts';
import { sql } from 'kysely';
import { delegatedSql, type HeldTask } from '../../records/index.ts';
import { delegatesOf, tellPrincipal } from '../delegation/actsFor.ts';
import { note, type NewEntry } from '../process/history.ts';
import { placeOfTask, type Actor, type Instance, type TaskRow } from '../process/step.ts';

export interface NewTask {
  token: number;
  node: Pick<FlowNode, 'id' | 'name'>;
  users: readonly string[];
  kind?: TaskRow['kind'];
  sn?: number;
  parent?: string | null;
  addedBy?: string | null;
  run?: Pick<RunItem, 'token' | 'label' | 'key'> | null;
}

/** A task that waits for its turn (`applyVotes` opens it). Answers its id. */
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

/** The run that a seat beside this one belongs to. */
export const runOfTask = ({ run, item_label: label, item_key: key }: TaskRow): NewTask['run'] =>
  run === null ? null : { token: run, label: label ?? '', key: key ?? '' };

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

/** Takes tasks out of everybody's to-do list, or puts them back. */
export async function showTasks(trx: Trx, ids: readonly string[], isOpen: boolean): Promise<void> {
  if (ids.length === 0) return;
  const rows = await trx
    .updateTable('flw_task_candidate')
    .set({ is_open: isOpen })
    .where('task_id', 'in', [...ids])
    .where('is_open', '=', !isOpen)
    .returning('user_id')
    .execute();
  const holders = rows.map(({ user_id }) => user_id);
  const people = [...holders, ...(await delegatesOf(trx, holders))];
  // who has just acted sees where it stands
  const told = people.filter((id) => id !== currentActor()?.userId);
  if (isOpen && told.length > 0) await tellOfTasks(trx, ids, told);
  await announce(trx, 'todo', people);
}

/** Sends word of tasks that came to people, by the channels that pass it on. */
async function tellOfTasks(trx: Trx, ids: readonly string[], people: readonly string[]): Promise<void> {
  const task = await trx
    .selectFrom('flw_task as t')
    .innerJoin('flw_instance as i', 'i.id', 't.instance_id')
    .where('t.id', 'in', [...ids])
    // where no channel passes tasks on, there is nothing to word
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

/** Tasks of tokens that rest wait until those go on. */
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
  await showTasks(
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

/** Ends pending tasks of these tokens without a decision. Answers their ids. */
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
  return closed(
    trx,
    rows.map(({ id }) => id),
  );
}

export async function withdrawTasksById(trx: Trx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .updateTable('flw_task')
    .set({ state: 'withdrawn', finished_at: new Date() })
    .where('id', 'in', [...ids])
    .where('state', 'in', ['open', 'waiting'])
    .returning('id')
    .execute();
  return closed(
    trx,
    rows.map(({ id }) => id),
  );
}

async function closed(trx: Trx, ids: string[]): Promise<string[]> {
  await showTasks(trx, ids, false);
  if (ids.length > 0) await trx.deleteFrom('flw_timer').where('task_id', 'in', ids).execute();
  return ids;
}

/** The open tasks of a record that this person holds, the oldest first; then those that were delegated to them. */
export async function heldTasks(db: Db, recordId: string, userId: string): Promise<HeldTask[]> {
  const own = await db
    .selectFrom('flw_task as t')
    .innerJoin('flw_task_candidate as c', 'c.task_id', 't.id')
    .where('t.record_id', '=', recordId)
    .where('t.state', '=', 'open')
    .where('c.user_id', '=', userId)
    .selectAll('t')
    .orderBy('t.arrived_at')
    .orderBy('t.id')
    .execute();
  const delegated = await db
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
    ...own.map((task) => ({ ...task, actsFor: null })),
    ...delegated.map(({ for_id: id, for_name: name, ...task }) => ({ ...task, actsFor: { id, name } })),
  ];
}

/** The open task to act on: the one named, or the only kind of one this person holds. Refuses with TASK_TAKEN or TASK_NOT_YOURS. */
export async function taskToActOn(
  db: Db,
  recordId: string,
  userId: string,
  taskId: string | undefined,
): Promise<HeldTask> {
  const held = await heldTasks(db, recordId, userId);
  const task = taskId ? held.find((candidate) => candidate.id === taskId) : held[0];
  if (task) return task;
  const closedTask = taskId
    ? await db
        .selectFrom('flw_task')
        .selectAll()
        .where('id', '=', taskId)
        .where('record_id', '=', recordId)
        .executeTakeFirst()
    : undefined;
  if (closedTask?.state === 'done')
    throw new Refusal('TASK_TAKEN', {
      name: closedTask.actor_id === userId ? '您' : (closedTask.actor_name ?? '他人'),
    });
  throw new Refusal('TASK_NOT_YOURS');
}

export interface Act extends Omit<NewEntry, 'node' | 'by'> {
  by: Actor;
  vote: 'approve' | 'reject' | null;
}

/** Marks the task as done by this person, unless somebody was faster (TASK_TAKEN), and writes the history. */
export async function closeTask(
  trx: Trx,
  instance: Instance,
  task: TaskRow,
  { by, vote, ...entry }: Act,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('flw_task')
    .set({
      state: 'done',
      finished_at: new Date(),
      actor_id: by.id,
      actor_name: by.name,
      action: entry.action,
      opinion: entry.opinion ?? '',
      vote,
    })
    .where('id', '=', task.id)
    .where('state', 'in', ['open', 'waiting'])
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    const winner = await trx.selectFrom('flw_task').select('actor_name').where('id', '=', task.id).executeTakeFirst();
    throw new Refusal('TASK_TAKEN', { name: winner?.actor_name ?? '他人' });
  }
  await closed(trx, [task.id]);
  await note(trx, instance, { node: placeOfTask(task), by, ...entry });
  if (by.actsFor) await tellPrincipal(trx, instance, task, by, by.actsFor);
}

/** A seat in the place of one that was closed without a decision; who was asked for it is asked for the new one. */
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
