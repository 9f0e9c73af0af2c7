import type { Selectable } from 'kysely';
import type { Db } from '../documents/store.ts';
import { announce } from '../events/announce.ts';
import { Refusal } from '../http/refusal.ts';
import type { Trx } from '../store/transaction.ts';
import { newId } from '../store/id.ts';
import { resolveCandidates } from './candidates.ts';
import { nodeOf } from './definition.ts';
import type { Token } from './state.ts';
import type { Instance, StepInput } from './step.ts';
import type { FlowTables } from './tables.ts';

export type TaskRow = Selectable<FlowTables['flw_task']>;

/** Opens a task with its candidates for each token. Refuses with FLOW_NO_CANDIDATE, naming the node. */
export async function openTasks(trx: Trx, instance: Instance, { flow, source }: StepInput, tokens: readonly Token[]): Promise<void> {
  for (const token of tokens) {
    const node = nodeOf(flow, token.node);
    const users = await resolveCandidates(trx, node, source);
    if (users.length === 0) throw new Refusal('FLOW_NO_CANDIDATE', { node: node.name });
    const id = newId();
    await trx.insertInto('flw_task').values({
      id, instance_id: instance.id, record_id: instance.record_id, node_id: node.id, node_name: node.name, token: token.id, state: 'open',
      finished_at: null, actor_id: null, actor_name: null, action: null, opinion: null,
    }).execute();
    await trx.insertInto('flw_task_candidate').values(users.map((user) => ({ task_id: id, user_id: user }))).execute();
    await announce(trx, 'todo', users);
  }
}

async function closeCandidates(trx: Trx, taskIds: readonly string[]): Promise<void> {
  const rows = await trx.updateTable('flw_task_candidate').set({ is_open: false }).where('task_id', 'in', taskIds).returning('user_id').execute();
  await announce(trx, 'todo', rows.map(({ user_id }) => user_id));
}

export async function withdrawTasks(trx: Trx, instance: Instance, tokens: readonly Token[]): Promise<void> {
  if (tokens.length === 0) return;
  const rows = await trx.updateTable('flw_task').set({ state: 'withdrawn', finished_at: new Date() })
    .where('instance_id', '=', instance.id).where('state', '=', 'open').where('token', 'in', tokens.map((token) => token.id)).returning('id').execute();
  if (rows.length > 0) await closeCandidates(trx, rows.map((row) => row.id));
}

/** The open tasks of a record that this person holds, the oldest first. */
export async function heldTasks(db: Db, recordId: string, userId: string): Promise<TaskRow[]> {
  return db.selectFrom('flw_task as t').innerJoin('flw_task_candidate as c', 'c.task_id', 't.id')
    .where('t.record_id', '=', recordId).where('t.state', '=', 'open').where('c.user_id', '=', userId)
    .selectAll('t').orderBy('t.arrived_at').orderBy('t.id').execute();
}

/** The open task to act on: the one named, or the only kind of one this person holds. Refuses with TASK_TAKEN or TASK_NOT_YOURS. */
export async function taskToActOn(db: Db, recordId: string, userId: string, taskId: string | undefined): Promise<TaskRow> {
  const held = await heldTasks(db, recordId, userId);
  const task = taskId ? held.find((candidate) => candidate.id === taskId) : held[0];
  if (task) return task;
  const closed = taskId ? await db.selectFrom('flw_task').selectAll().where('id', '=', taskId).where('record_id', '=', recordId).executeTakeFirst() : undefined;
  if (closed?.state === 'done') throw new Refusal('TASK_TAKEN', { name: closed.actor_id === userId ? '您' : (closed.actor_name ?? '') });
  throw new Refusal('TASK_NOT_YOURS');
}

export interface Act { userId: string; userName: string; action: string; opinion: string }

/** Marks the task as done by this person, unless somebody was faster (TASK_TAKEN), and writes the history. */
export async function closeTask(trx: Trx, task: TaskRow, { userId, userName, action, opinion }: Act): Promise<void> {
  const { numUpdatedRows } = await trx.updateTable('flw_task')
    .set({ state: 'done', finished_at: new Date(), actor_id: userId, actor_name: userName, action, opinion })
    .where('id', '=', task.id).where('state', '=', 'open').executeTakeFirst();
  if (numUpdatedRows === 0n) {
    const winner = await trx.selectFrom('flw_task').select('actor_name').where('id', '=', task.id).executeTakeFirst();
    throw new Refusal('TASK_TAKEN', { name: winner?.actor_name ?? '他人' });
  }
  await closeCandidates(trx, [task.id]);
  await trx.insertInto('flw_history').values({
    id: newId(), instance_id: task.instance_id, record_id: task.record_id, node_id: task.node_id, node_name: task.node_name,
    user_id: userId, user_name: userName, action, opinion,
  }).execute();
}
