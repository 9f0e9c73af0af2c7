import { sql } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import {
  findRestrictedFields,
  isVisibleToAll,
  recordsOf,
  titleColumns,
  updateSystemColumns,
  valuesOf,
} from '../../records/index.ts';
import type { Trx } from '../../store/transaction.ts';
import { nodeOf, type FlowDefinition, checkFlowAgainstForm } from '../../flow/index.ts';
import { loadFlow } from '../../flowDocuments/index.ts';
import { addHistoryEntry } from '../process/history.ts';
import { allowMessageSendersToRead } from '../process/messageSenders.ts';
import { nodeNames } from '../process/process.ts';
import { triggerConditionalEvents } from '../process/triggerConditionalEvents.ts';
import { lockFlow } from '../transition/lockFlow.ts';
import type { Instance } from '../process/stepTypes.ts';
import { updateBoundaryTimers, updateEventSubProcessTimers } from '../process/timers.ts';
import { flowVersionProblems, formVersionProblems, type VersionProblem, type NodeUsage } from './versionProblems.ts';
import { lockRunningInstance, personOf, openNodesOf } from './forEachInstance.ts';
import { stopTimers } from './suspend.ts';

export interface MoveRequest {
  instanceIds: readonly string[];
  /** The requested versions; undefined to keep the present version of every process. */
  flowVersion?: number;
  formVersion?: number;
  isDryRun: boolean;
  reason: string;
}
export interface MoveResult {
  instanceId: string;
  title: string;
  /** The versions of flow and form before and after the move, as Chinese texts. */
  from: string;
  to: string;
  /** The problems of the record or process with the new versions. An error prevents the move. */
  misfits: VersionProblem[];
  isMoved: boolean;
}

/**
 * Loads the nodes of a process instance that are in use: nodes with unfinished tasks, nodes with timers, and nodes
 * where somebody has or had a task or received a copy. The field permissions of these last nodes decide what that
 * person may read.
 */
async function loadNodeUsage(trx: Trx, instance: Instance): Promise<NodeUsage> {
  const taskCounts = await trx
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
  const nodesOfTasks = await trx
    .selectFrom('flw_task')
    .select('node_id')
    .distinct()
    .where('instance_id', '=', instance.id)
    .where((where) => where.or([where('actor_id', 'is not', null), where('state', 'in', ['open', 'waiting', 'done'])]))
    .execute();
  const readers = await trx
    .selectFrom('flw_reader')
    .select('node_id')
    .distinct()
    .where('record_id', '=', instance.record_id)
    .execute();
  return {
    taskCounts: taskCounts.map(({ token, count }) => ({ token, count: Number(count) })),
    timers,
    readerNodeIds: [...new Set([...nodesOfTasks, ...readers].map((row) => row.node_id))],
  };
}

/**
 * Adapts tasks and timers to `newFlow`. Updates the node names that pending tasks store. Clears the undo data of tasks
 * if it contains a removed node. Deletes the timers of removed events, and sets the timers of new boundary events and
 * event sub-processes. Updates the names of awaited signals and messages.
 */
async function adaptToVersion(
  trx: Trx,
  instance: Instance,
  oldFlow: FlowDefinition,
  newFlow: FlowDefinition,
): Promise<void> {
  for (const task of await trx
    .selectFrom('flw_task')
    .select(['id', 'node_id', 'node_name', 'state', 'undo'])
    .where('instance_id', '=', instance.id)
    .execute()) {
    const isPending = task.state === 'open' || task.state === 'waiting';
    if (isPending && nodeOf(newFlow, task.node_id).name !== task.node_name)
      await trx
        .updateTable('flw_task')
        .set({ node_name: nodeOf(newFlow, task.node_id).name })
        .where('id', '=', task.id)
        .execute();
    const undoTokens = [...(task.undo?.consumed ?? []), ...(task.undo?.paused ?? []), ...(task.undo?.resumed ?? [])];
    if (undoTokens.some(({ node }) => !newFlow.nodes[node]))
      await trx.updateTable('flw_task').set({ undo: null }).where('id', '=', task.id).execute();
  }
  await trx
    .deleteFrom('flw_timer')
    .where('instance_id', '=', instance.id)
    .where('kind', 'in', ['boundary', 'signal', 'message'])
    .where('node_id', 'not in', Object.keys(newFlow.nodes))
    .execute();
  for (const { id, catches } of Object.values(newFlow.nodes))
    if (catches && catches.type !== 'condition')
      await trx
        .updateTable('flw_timer')
        .set({ awaits: catches.name })
        .where('instance_id', '=', instance.id)
        .where('node_id', '=', id)
        .where('awaits', 'is not', null)
        .execute();
  // paused tokens get their timers when they resume
  await updateBoundaryTimers(trx, instance, { from: oldFlow, flow: newFlow }, instance.tokens.tokens);
  // the tokens stay the same; the new definition has other event sub-processes
  await updateEventSubProcessTimers(
    trx,
    instance,
    { from: oldFlow, flow: newFlow },
    { before: instance.tokens, after: instance.tokens },
  );
}

/** Returns an error for each version that does not exist. */
async function findMissingVersions(
  trx: Trx,
  { form_key: formKey, flow_key: flowKey }: Instance,
  versions: { flow: number; form: number },
): Promise<VersionProblem[]> {
  const requestedVersions = [
    { kind: 'flow', key: flowKey, version: versions.flow, name: '流程' },
    { kind: 'form', key: formKey, version: versions.form, name: '表单' },
  ] as const;
  const problems: VersionProblem[] = [];
  for (const { kind, key, version, name } of requestedVersions) {
    const row = await trx
      .selectFrom('doc_version')
      .select('version')
      .where('kind', '=', kind)
      .where('doc_key', '=', key)
      .where('version', '=', version)
      .executeTakeFirst();
    if (!row) problems.push({ level: 'error', detail: `${name}“${key}”没有第 ${version} 版` });
  }
  return problems;
}

/**
 * Checks one process against the requested versions. Moves the process to these versions if they differ from its
 * present versions, no problem is an error, and `isDryRun` is false.
 */
async function moveInstance(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  id: string,
  { flowVersion, formVersion, isDryRun, reason }: MoveRequest,
): Promise<MoveResult> {
  const instance = await lockRunningInstance(trx, id);
  const row = await trx
    .selectFrom(await recordsOf(trx, instance.form_key))
    .selectAll()
    .where('form_key', '=', instance.form_key)
    .where('id', '=', instance.record_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const targetVersions = { flow: flowVersion ?? instance.flow_version, form: formVersion ?? instance.form_version };
  const versionText = (pair: { flow: number; form: number }): string =>
    `流程第 ${pair.flow} 版、表单第 ${pair.form} 版`;
  const moveTexts = {
    instanceId: id,
    title: instance.title || instance.form_name,
    from: versionText({ flow: instance.flow_version, form: instance.form_version }),
    to: versionText(targetVersions),
  };
  const missingVersions = await findMissingVersions(trx, instance, targetVersions);
  if (missingVersions.length > 0) return { ...moveTexts, misfits: missingVersions, isMoved: false };
  const [flow, nextFlow] = [
    await loadFlow(context, trx, instance.flow_key, instance.flow_version),
    await loadFlow(context, trx, instance.flow_key, targetVersions.flow),
  ];
  const [form, nextForm] = [
    await loadForm(context, trx, instance.form_key, instance.form_version),
    await loadForm(context, trx, instance.form_key, targetVersions.form),
  ];
  const misfits = [
    ...flowVersionProblems(instance, flow.definition, nextFlow.definition, await loadNodeUsage(trx, instance)),
    ...formVersionProblems(valuesOf(row), form.form, nextForm.form),
    ...checkFlowAgainstForm(nextFlow.definition, nextForm.form.definition, context.vocabulary).map(
      ({ level, message }): VersionProblem => ({ level: level === 'error' ? 'error' : 'warning', detail: message }),
    ),
  ];
  const report = { ...moveTexts, misfits };
  const isUnchanged = targetVersions.flow === instance.flow_version && targetVersions.form === instance.form_version;
  if (isDryRun || isUnchanged || misfits.some(({ level }) => level === 'error')) return { ...report, isMoved: false };
  const taskNodes = nodeNames(nextFlow.definition, instance.tokens);
  // the title must not contain fields that the new versions hide
  const newTitle = titleColumns(
    nextForm.form,
    isVisibleToAll(nextForm.form, await findRestrictedFields(trx, instance.form_key, nextFlow)),
    valuesOf(row),
    row.create_by_name,
  );
  await trx
    .updateTable('flw_instance')
    .set({
      flow_version: targetVersions.flow,
      form_version: targetVersions.form,
      task_nodes: taskNodes,
      title: newTitle.title,
    })
    .where('id', '=', id)
    .execute();
  await updateSystemColumns(trx, instance.form_key, instance.record_id, {
    version: targetVersions.form,
    task_node: taskNodes,
    ...newTitle,
  });
  await adaptToVersion(trx, instance, flow.definition, nextFlow.definition);
  const movedFlow = await lockFlow(context, trx, user, instance.record_id);
  if (movedFlow) await allowMessageSendersToRead(trx, movedFlow.instance, movedFlow.input);
  // the process is suspended, so the timers of events that the new version adds must be stopped, too
  if (movedFlow && instance.suspended_at !== null) await stopTimers(context, trx, movedFlow.instance);
  await addHistoryEntry(trx, instance, {
    node: openNodesOf(instance),
    actor: personOf(user),
    action: 'moveVersion',
    opinion: reason,
    detail: `${report.from} → ${report.to}`,
  });
  // a condition of the new version may already be true
  if (movedFlow) await triggerConditionalEvents(context, trx, movedFlow.instance);
  return { ...report, isMoved: true };
}

/** Moves processes to other versions, each in a separate transaction. With `isDryRun`, only reports the problems. */
export async function moveInstances(
  context: ServerContext,
  user: RequestUser,
  move: MoveRequest,
): Promise<MoveResult[]> {
  const results: MoveResult[] = [];
  for (const id of new Set(move.instanceIds)) {
    try {
      results.push(await context.db.transaction().execute((trx) => moveInstance(context, trx, user, id, move)));
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      results.push({
        instanceId: id,
        title: '',
        from: '',
        to: '',
        misfits: [{ level: 'error', detail: refusal.message }],
        isMoved: false,
      });
    }
  }
  return results;
}
