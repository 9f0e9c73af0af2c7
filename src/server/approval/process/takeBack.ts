import { Refusal } from '../../http/refusal.ts';
import type { Db } from '../../store/database.ts';
import { updateInvolvedPeople } from '../../records/index.ts';
import type { Trx } from '../../store/transaction.ts';
import { tokenStaysAt, nodeOf, type FlowDefinition, type FlowState } from '../../flow/index.ts';
import { addHistoryEntry } from './history.ts';
import { isAtApplicant, storeState } from './process.ts';
import { applyVotes } from './applyVotes.ts';
import { nodeWithDisplayName, type Instance, type Person, type TaskRow } from './stepTypes.ts';
import type { Undo } from '../tables.ts';
import { pauseTasks, withdrawTasks } from '../tasks/taskRows.ts';
import { deleteTokenTimers, updateEventSubProcessTimers, setNodeTimers } from './timers.ts';

export interface UndoableStep {
  task: TaskRow;
  undo: Undo;
}

/**
 * Returns this person's last step of a process if it can be undone, because nobody has acted on its result; otherwise
 * null.
 */
export async function findUndoableStep(db: Db, instance: Instance, userId: string): Promise<UndoableStep | null> {
  const task = await db
    .selectFrom('flw_task')
    .selectAll()
    .where('instance_id', '=', instance.id)
    .where('actor_id', '=', userId)
    .where('state', '=', 'done')
    .where('undo', 'is not', null)
    .orderBy('finished_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!task?.undo || instance.ended_at !== null) return null;
  const { undo } = task;
  const { tokens, paused = [] } = instance.tokens;
  const existingIds = new Set([...tokens, ...paused].map(({ id }) => id));
  // a token is paused while another branch is sent back to an earlier node, and the step cannot be undone meanwhile
  const runningIds = new Set(tokens.map(({ id }) => id));
  const areResultsUnchanged = [...undo.produced, ...undo.resumed.map(({ id }) => id)].every((id) => runningIds.has(id));
  // the sub-processes around the tokens to restore must still exist, and so must the paused tokens (`resume`) with
  // which the process continues after these tokens
  const tokensToRestore = [...undo.consumed, ...(undo.paused ?? [])];
  const restoredIds = new Set([...existingIds, ...tokensToRestore.map(({ id }) => id)]);
  const areScopesPresent = tokensToRestore.every(({ scope }) => scope === undefined || restoredIds.has(scope));
  const areResumedPresent = tokensToRestore.every(({ resume = [] }) => resume.every((id) => restoredIds.has(id)));
  const isTokenRestorable = existingIds.has(task.token) || undo.consumed.some(({ id }) => id === task.token);
  if (!areResultsUnchanged || !isTokenRestorable || !areScopesPresent || !areResumedPresent) return null;
  // finds a task of the step that was decided, withdrawn or transferred, or got added approvers
  const changedTask = await db
    .selectFrom('flw_task')
    .select('id')
    .where('instance_id', '=', instance.id)
    .where((where) =>
      where.or([
        ...(undo.begun.length > 0
          ? [
              where.and([where('id', 'in', [...undo.begun]), where('state', 'in', ['done', 'withdrawn'])]),
              where('parent_id', 'in', [...undo.begun]),
            ]
          : []),
        ...(undo.produced.length > 0
          ? [
              where.and([
                where('token', 'in', [...undo.produced]),
                where('state', '=', 'done'),
                where('action', '!=', 'auto'),
              ]),
            ]
          : []),
        // never true, but without this condition the list of alternatives could be empty
        where('id', '=', ''),
      ]),
    )
    .executeTakeFirst();
  return changedTask ? null : { task, undo };
}

/**
 * Restores the process to its state before the person's last step: tokens, tasks, votes. Returns `taskNodes`, the names
 * of the open nodes; `flwState`, the new state of the record; `taskId`, the id of the task that the step had completed.
 * Refuses with FLOW_TAKEN_ON if no step can be undone.
 */
export async function takeBack(
  trx: Trx,
  instance: Instance,
  flow: FlowDefinition,
  actor: Person,
): Promise<{ taskNodes: string; flwState: string; taskId: string }> {
  const step = await findUndoableStep(trx, instance, actor.id);
  if (!step) throw new Refusal('FLOW_TAKEN_ON');
  const { task, undo } = step;
  await withdrawTasks(trx, instance, undo.produced);
  await deleteTokenTimers(trx, instance, undo.produced);
  await pauseTasks(
    trx,
    instance,
    undo.resumed.map(({ id }) => id),
  );
  const { tokens, paused = [], nextToken, met: occurredEvents = [] } = instance.tokens;
  const removedIds = new Set([...undo.produced, ...undo.resumed.map(({ id }) => id)]);
  const pausedTokens = [...paused, ...undo.resumed, ...(undo.paused ?? [])];
  // an event sub-process that the step started may be started by its condition again
  const removedNodes = new Set(tokens.filter(({ id }) => removedIds.has(id)).map(({ node }) => node));
  const remainingEvents = occurredEvents.filter((node) => !removedNodes.has(node));
  const state: FlowState = {
    nextToken,
    tokens: [
      ...tokens.filter(({ id }) => !removedIds.has(id)),
      ...undo.consumed.filter(({ id }) => !tokens.some((token) => token.id === id)),
    ],
    ...(pausedTokens.length > 0 ? { paused: pausedTokens } : {}),
    ...(remainingEvents.length > 0 ? { met: remainingEvents } : {}),
  };
  await updateEventSubProcessTimers(trx, instance, { flow }, { before: instance.tokens, after: state });
  const restoredTaskIds = [task.id, ...undo.ended];
  await trx
    .updateTable('flw_task')
    .set({
      state: 'waiting',
      finished_at: null,
      actor_id: null,
      actor_name: null,
      action: null,
      opinion: null,
      vote: null,
      undo: null,
    })
    .where('id', '=', task.id)
    .execute();
  await trx
    .updateTable('flw_task')
    .set({ state: 'waiting', finished_at: null })
    .where('id', 'in', restoredTaskIds)
    .execute();
  // a run of a repeated sub-process (`item`) has no timers: the boundary events belong to the sub-process as a whole
  for (const token of undo.consumed)
    if (tokenStaysAt(nodeOf(flow, token.node)) || token.item === undefined)
      await setNodeTimers(trx, instance, flow, token);
  const restoredTokens = state.tokens.filter(
    (token) => token.id === task.token || undo.consumed.some(({ id }) => id === token.id),
  );
  for (const token of restoredTokens) await applyVotes(trx, instance, flow, token.id);
  await updateInvolvedPeople(trx, instance.form_key, [instance.record_id], [actor.id]);
  await addHistoryEntry(trx, instance, { node: nodeWithDisplayName(task), actor, action: 'takeBack' });
  return {
    taskNodes: await storeState(trx, instance, flow, state),
    flwState: isAtApplicant(flow, state) ? '2' : '1',
    taskId: task.id,
  };
}
