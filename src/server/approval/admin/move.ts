import { sql } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import {
  closedFields,
  isOpenToAll,
  recordsOf,
  titleColumns,
  updateSystemColumns,
  valuesOf,
} from '../../records/index.ts';
import type { Trx } from '../../store/transaction.ts';
import { nodeOf, type FlowDefinition, checkFlowAgainstForm } from '../../flow/index.ts';
import { loadFlow } from '../../flowDocuments/index.ts';
import { note } from '../process/history.ts';
import { nodeNames } from '../process/process.ts';
import type { Instance } from '../process/step.ts';
import { setArmed } from '../process/timers.ts';
import { flowMisfits, formMisfits, type Misfit, type UnderWay } from './versionFit.ts';
import { holdRunning, personOf, placeOf } from './hold.ts';

export interface Move {
  instanceIds: readonly string[];
  flowVersion?: number;
  formVersion?: number;
  isDryRun: boolean;
  reason: string;
}
export interface Moved {
  instanceId: string;
  title: string;
  from: string;
  to: string;
  misfits: Misfit[];
  isMoved: boolean;
}

async function underWay(trx: Trx, instance: Instance): Promise<UnderWay> {
  const seats = await trx
    .selectFrom('flw_task')
    .where('instance_id', '=', instance.id)
    .where('state', 'in', ['open', 'waiting'])
    .groupBy('token')
    .select(['token', sql<number>`count(*)`.as('count')])
    .execute();
  const timers = await trx
    .selectFrom('flw_timer')
    .where('instance_id', '=', instance.id)
    .where('kind', 'in', ['wait', 'boundary', 'call', 'signal', 'message'])
    .select(['kind', 'node_id'])
    .execute();
  const acted = await trx
    .selectFrom('flw_task')
    .select('node_id')
    .distinct()
    .where('instance_id', '=', instance.id)
    .where((where) => where.or([where('actor_id', 'is not', null), where('state', 'in', ['open', 'waiting', 'done'])]))
    .execute();
  const shown = await trx
    .selectFrom('flw_reader')
    .select('node_id')
    .distinct()
    .where('record_id', '=', instance.record_id)
    .execute();
  return {
    seats: seats.map(({ token, count }) => ({ token, count: Number(count) })),
    timers,
    readBy: [...new Set([...acted, ...shown].map((row) => row.node_id))],
  };
}

/** Names of nodes follow the version; steps whose places are gone can no longer be taken back. */
async function settleIn(trx: Trx, instance: Instance, from: FlowDefinition, flow: FlowDefinition): Promise<void> {
  for (const task of await trx
    .selectFrom('flw_task')
    .select(['id', 'node_id', 'node_name', 'state', 'undo'])
    .where('instance_id', '=', instance.id)
    .execute()) {
    const isPending = task.state === 'open' || task.state === 'waiting';
    if (isPending && nodeOf(flow, task.node_id).name !== task.node_name)
      await trx
        .updateTable('flw_task')
        .set({ node_name: nodeOf(flow, task.node_id).name })
        .where('id', '=', task.id)
        .execute();
    if (task.undo && [...task.undo.consumed, ...task.undo.resumed].some(({ node }) => !flow.nodes[node]))
      await trx.updateTable('flw_task').set({ undo: null }).where('id', '=', task.id).execute();
  }
  await trx
    .deleteFrom('flw_timer')
    .where('instance_id', '=', instance.id)
    .where('kind', 'in', ['boundary', 'signal', 'message'])
    .where('node_id', 'not in', ['', ...Object.keys(flow.nodes)])
    .execute();
  for (const { id, catches } of Object.values(flow.nodes))
    if (catches && catches.type !== 'condition')
      await trx
        .updateTable('flw_timer')
        .set({ awaits: catches.name })
        .where('instance_id', '=', instance.id)
        .where('node_id', '=', id)
        .where('awaits', 'is not', null)
        .execute();
  await setArmed(trx, instance, { from, flow }, instance.tokens, instance.tokens);
}

/** What one process would meet in other versions, and, where nothing forbids it and it is no dry run, the move. */
async function moveOne(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  id: string,
  { flowVersion, formVersion, isDryRun, reason }: Move,
): Promise<Moved> {
  const instance = await holdRunning(trx, id);
  const row = await trx
    .selectFrom(await recordsOf(trx, instance.form_key))
    .selectAll()
    .where('form_key', '=', instance.form_key)
    .where('id', '=', instance.record_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const to = { flow: flowVersion ?? instance.flow_version, form: formVersion ?? instance.form_version };
  const [flow, nextFlow] = [
    await loadFlow(context, trx, instance.flow_key, instance.flow_version),
    await loadFlow(context, trx, instance.flow_key, to.flow),
  ];
  const [form, nextForm] = [
    await loadForm(context, trx, instance.form_key, instance.form_version),
    await loadForm(context, trx, instance.form_key, to.form),
  ];
  const misfits = [
    ...flowMisfits(instance, flow.definition, nextFlow.definition, await underWay(trx, instance)),
    ...formMisfits(valuesOf(row), form.form, nextForm.form),
    ...checkFlowAgainstForm(nextFlow.definition, nextForm.form.definition, context.vocabulary).map(
      ({ level, message }): Misfit => ({ level: level === 'error' ? 'error' : 'warning', detail: message }),
    ),
  ];
  const words = ({ flow: a, form: b }: { flow: number; form: number }): string => `流程第 ${a} 版、表单第 ${b} 版`;
  const report = {
    instanceId: id,
    title: instance.title || instance.form_name,
    from: words({ flow: instance.flow_version, form: instance.form_version }),
    to: words(to),
    misfits,
  };
  const isSame = to.flow === instance.flow_version && to.form === instance.form_version;
  if (isDryRun || isSame || misfits.some(({ level }) => level === 'error')) return { ...report, isMoved: false };
  const taskNodes = nodeNames(nextFlow.definition, instance.tokens);
  // what the other versions hide must not stand in the title either
  const titled = titleColumns(
    nextForm.form,
    isOpenToAll(nextForm.form, await closedFields(trx, instance.form_key, nextFlow)),
    valuesOf(row),
    row.create_by_name,
  );
  await trx
    .updateTable('flw_instance')
    .set({ flow_version: to.flow, form_version: to.form, task_nodes: taskNodes, title: titled.title })
    .where('id', '=', id)
    .execute();
  await updateSystemColumns(trx, instance.form_key, instance.record_id, {
    version: to.form,
    task_node: taskNodes,
    ...titled,
  });
  await settleIn(trx, instance, flow.definition, nextFlow.definition);
  await note(trx, instance, {
    node: placeOf(instance),
    by: personOf(user),
    action: 'moveVersion',
    opinion: reason,
    detail: `${report.from} → ${report.to}`,
  });
  return { ...report, isMoved: true };
}

/** Moves processes to other versions, each in a transaction of its own; with `isDryRun` only throws what would not fit. */
export async function moveInstances(context: ServerContext, user: RequestUser, move: Move): Promise<Moved[]> {
  const moved: Moved[] = [];
  for (const id of new Set(move.instanceIds)) {
    try {
      moved.push(await context.db.transaction().execute((trx) => moveOne(context, trx, user, id, move)));
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      moved.push({
        instanceId: id,
        title: '',
        from: '',
        to: '',
        misfits: [{ level: 'error', detail: refusal.message }],
        isMoved: false,
      });
    }
  }
  return moved;
}
