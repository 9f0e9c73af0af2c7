import { Refusal } from '../../http/refusal.ts';
import type { Db } from '../../store/database.ts';
import type { Trx } from '../../store/transaction.ts';
import { isHolding, nodeOf, type FlowDefinition, type FlowState } from '../../flow/index.ts';
import { note } from './history.ts';
import { isAtApplicant, storeState } from './process.ts';
import { applyVotes } from './applyVotes.ts';
import { placeOfTask, type Instance, type Person, type TaskRow } from './step.ts';
import type { Undo } from '../tables.ts';
import { pauseTasks, withdrawTasks } from '../tasks/taskRows.ts';
import { dropTokenTimers, setArmed, setNodeTimers } from './timers.ts';

export interface OwnStep {
  task: TaskRow;
  undo: Undo;
}

/** This person's last step of a process if it can still be taken back: nobody has acted on what came of it. Null otherwise. */
export async function stepToTakeBack(db: Db, instance: Instance, userId: string): Promise<OwnStep | null> {
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
  const standing = new Set([...tokens, ...paused].map(({ id }) => id));
  const isThere =
    undo.produced.every((id) => standing.has(id)) &&
    undo.resumed.every(({ id }) => tokens.some((token) => token.id === id));
  // nor has the sub-process ended in which it was done
  const returned = new Set([...standing, ...undo.consumed.map(({ id }) => id)]);
  const hasPlace = undo.consumed.every(({ scope }) => scope === undefined || returned.has(scope));
  const isBack = standing.has(task.token) || undo.consumed.some(({ id }) => id === task.token);
  if (!isThere || !isBack || !hasPlace) return null;
  // nobody has touched what began: not decided, not handed on, nobody asked
  const touched = await db
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
        where('id', '=', ''),
      ]),
    )
    .executeTakeFirst();
  return touched ? null : { task, undo };
}

/**
 * Puts the process back to where it stood before a step: tokens, tasks, votes. Answers the names of its open nodes.
 * Refuses with FLOW_TAKEN_ON when somebody has gone on from there.
 */
export async function takeBack(
  trx: Trx,
  instance: Instance,
  flow: FlowDefinition,
  by: Person,
): Promise<{ taskNodes: string; flwState: string; taskId: string }> {
  const step = await stepToTakeBack(trx, instance, by.id);
  if (!step) throw new Refusal('FLOW_TAKEN_ON');
  const { task, undo } = step;
  await withdrawTasks(trx, instance, undo.produced);
  await dropTokenTimers(trx, instance, undo.produced);
  await pauseTasks(
    trx,
    instance,
    undo.resumed.map(({ id }) => id),
  );
  const { tokens, paused = [], nextToken, met = [] } = instance.tokens;
  const gone = new Set([...undo.produced, ...undo.resumed.map(({ id }) => id)]);
  const resting = [...paused, ...undo.resumed];
  const begun = new Set(tokens.filter(({ id }) => gone.has(id)).map(({ node }) => node));
  const stillMet = met.filter((node) => !begun.has(node));
  const state: FlowState = {
    nextToken,
    tokens: [
      ...tokens.filter(({ id }) => !gone.has(id)),
      ...undo.consumed.filter(({ id }) => !tokens.some((token) => token.id === id)),
    ],
    ...(resting.length > 0 ? { paused: resting } : {}),
    ...(stillMet.length > 0 ? { met: stillMet } : {}),
  };
  await setArmed(trx, instance, { flow }, instance.tokens, state);
  const again = [task.id, ...undo.ended];
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
  await trx.updateTable('flw_task').set({ state: 'waiting', finished_at: null }).where('id', 'in', again).execute();
  for (const token of undo.consumed)
    if (isHolding(nodeOf(flow, token.node)) || token.item === undefined)
      await setNodeTimers(trx, instance, flow, token);
  const holding = state.tokens.filter(
    (token) => token.id === task.token || undo.consumed.some(({ id }) => id === token.id),
  );
  for (const token of holding) await applyVotes(trx, instance, flow, token.id);
  await note(trx, instance, { node: placeOfTask(task), by, action: 'takeBack' });
  return {
    taskNodes: await storeState(trx, instance, flow, state),
    flwState: isAtApplicant(flow, state) ? '2' : '1',
    taskId: task.id,
  };
}
