import type { Trx } from '../../store/transaction.ts';
import { nodeOf, ONE, type FlowDefinition, judge, type Seat, type Verdict } from '../../flow/index.ts';
import type { Instance, TaskRow } from './step.ts';
import { showTasks, withdrawSeats } from '../tasks/taskRows.ts';
import { setTaskTimers } from './timers.ts';

/** Tasks of a token that count: what was closed without a vote (a transfer, a return) was somebody's, but is nobody's seat. */
export async function seatRows(trx: Trx, instance: Pick<Instance, 'id'>, token: number): Promise<TaskRow[]> {
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

const seatOf = ({ id, sn, kind, parent_id: parent, vote }: TaskRow): Seat => ({ id, sn, kind, parent, vote });

export interface Settled {
  outcome: Verdict['outcome'];
  begun: readonly string[];
  ended: readonly string[];
}

/** Brings the tasks of a node to what their votes say: whose turn it is gets the task, and once it is decided the others end. */
export async function settle(trx: Trx, instance: Instance, flow: FlowDefinition, token: number): Promise<Settled> {
  const rows = await seatRows(trx, instance, token);
  const first = rows[0];
  if (!first) return { outcome: 'open', begun: [], ended: [] };
  const node = nodeOf(flow, first.node_id);
  const { outcome, open } = judge(node.settings?.sign ?? ONE, rows.map(seatOf));
  const pending = rows.filter((row) => row.vote === null);
  if (outcome !== 'open')
    return {
      outcome,
      begun: [],
      ended: await withdrawSeats(
        trx,
        pending.map(({ id }) => id),
      ),
    };
  const toClose = pending.filter((row) => row.state === 'open' && !open.has(row.id)).map(({ id }) => id);
  if (toClose.length > 0) {
    await trx.updateTable('flw_task').set({ state: 'waiting' }).where('id', 'in', toClose).execute();
    await showTasks(trx, toClose, false);
  }
  const toOpen = pending.filter((row) => row.state === 'waiting' && open.has(row.id));
  for (const row of toOpen) {
    const due = await setTaskTimers(trx, instance, row, node);
    await trx
      .updateTable('flw_task')
      .set({ state: 'open', arrived_at: new Date(), due_at: due })
      .where('id', '=', row.id)
      .execute();
  }
  await showTasks(
    trx,
    toOpen.map(({ id }) => id),
    true,
  );
  return { outcome, begun: toOpen.map(({ id }) => id), ended: [] };
}
