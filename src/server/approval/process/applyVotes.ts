import type { Trx } from '../../store/transaction.ts';
import {
  nodeOf,
  ONE_DECIDES_RULE,
  type FlowDefinition,
  evaluateVotes,
  type VoteSlot,
  type VoteResult,
} from '../../flow/index.ts';
import type { Instance, TaskRow } from './stepTypes.ts';
import { setTasksShown, withdrawTasksById } from '../tasks/taskRows.ts';
import { setTaskTimers } from './timers.ts';

/**
 * Returns the decided and undecided tasks of a token, without withdrawn tasks and tasks that were closed without a
 * decision (transferred, returned).
 */
export async function loadTasksOfToken(trx: Trx, instance: Pick<Instance, 'id'>, token: number): Promise<TaskRow[]> {
  const rows = await trx
    .selectFrom('flw_task')
    .selectAll()
    .where('instance_id', '=', instance.id)
    .where('token', '=', token)
    .where('state', '!=', 'withdrawn')
    .orderBy('sn')
    .orderBy('id')
    .execute();
  return rows.filter((row) => row.state !== 'done' || row.vote !== null);
}

const voteSlotOf = ({ id, sn, kind, parent_id: parent, vote }: TaskRow): VoteSlot => ({ id, sn, kind, parent, vote });

export interface AppliedVotes {
  outcome: VoteResult['outcome'];
  /** The ids of the tasks that were opened. */
  begun: readonly string[];
  /** The ids of the tasks that were withdrawn. */
  ended: readonly string[];
}

/**
 * Applies the votes at a token's node to the tasks of the token. While the node is undecided, opens the tasks whose
 * turn it is, and puts other open tasks into state 'waiting'. If the node is decided, withdraws all undecided tasks;
 * the caller then continues the process.
 */
export async function applyVotes(
  trx: Trx,
  instance: Instance,
  flow: FlowDefinition,
  token: number,
): Promise<AppliedVotes> {
  const rows = await loadTasksOfToken(trx, instance, token);
  const firstTask = rows[0];
  if (!firstTask) return { outcome: 'open', begun: [], ended: [] };
  const node = nodeOf(flow, firstTask.node_id);
  const { outcome, openSlots } = evaluateVotes(node.settings?.sign ?? ONE_DECIDES_RULE, rows.map(voteSlotOf));
  const undecidedTasks = rows.filter((row) => row.vote === null);
  if (outcome !== 'open')
    return {
      outcome,
      begun: [],
      ended: await withdrawTasksById(
        trx,
        undecidedTasks.map(({ id }) => id),
      ),
    };
  const idsOutOfTurn = undecidedTasks
    .filter((row) => row.state === 'open' && !openSlots.has(row.id))
    .map(({ id }) => id);
  if (idsOutOfTurn.length > 0) {
    await trx.updateTable('flw_task').set({ state: 'waiting' }).where('id', 'in', idsOutOfTurn).execute();
    await setTasksShown(trx, idsOutOfTurn, false);
  }
  const tasksToOpen = undecidedTasks.filter((row) => row.state === 'waiting' && openSlots.has(row.id));
  for (const row of tasksToOpen) {
    const dueTime = await setTaskTimers(trx, instance, row, node);
    await trx
      .updateTable('flw_task')
      .set({ state: 'open', arrived_at: new Date(), due_at: dueTime })
      .where('id', '=', row.id)
      .execute();
  }
  await setTasksShown(
    trx,
    tasksToOpen.map(({ id }) => id),
    true,
  );
  return { outcome, begun: tasksToOpen.map(({ id }) => id), ended: [] };
}
