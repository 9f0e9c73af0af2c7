import { recordsOf } from '../../records/index.ts';
import { sql, type RawBuilder } from 'kysely';
import { Refusal } from '../../http/refusal.ts';
import { newId } from '../../store/newId.ts';
import type { Trx } from '../../store/transaction.ts';
import { timeAfter } from '../definitions/flowCalendar.ts';
import {
  type Duration,
  nodeOf,
  type FlowDefinition,
  type FlowNode,
  parseDateTime,
  type FlowState,
  type Token,
  startableSubProcesses,
  type StartableSubProcess,
} from '../../flow/index.ts';
import { NEVER } from './waitingMessages.ts';
import type { Instance, TaskRow } from './stepTypes.ts';
import type { FlowTables } from '../tables.ts';

const NO_DURATION: Duration = { ms: 0, work: null };

type TimerKind = FlowTables['flw_timer']['kind'];

async function insertTimer(
  trx: Trx,
  instance: Instance,
  timer: {
    token: number;
    node: string;
    kind: TimerKind;
    dueAt: Date | RawBuilder<Date>;
    task?: string;
    awaits?: string;
  },
): Promise<void> {
  await trx
    .insertInto('flw_timer')
    .values({
      id: newId(),
      instance_id: instance.id,
      token: timer.token,
      task_id: timer.task ?? null,
      kind: timer.kind,
      node_id: timer.node,
      due_at: timer.dueAt,
      awaits: timer.awaits ?? null,
    })
    .execute();
}

/**
 * Sets the timers of a newly opened task: reminder and due time. Deletes earlier timers of the task. Returns the due
 * time, or null if the node sets none.
 */
export async function setTaskTimers(
  trx: Trx,
  instance: Instance,
  task: Pick<TaskRow, 'id' | 'token'>,
  node: FlowNode,
): Promise<Date | null> {
  const { due, remind } = node.settings?.timing ?? { due: null, remind: null };
  await trx.deleteFrom('flw_timer').where('task_id', '=', task.id).execute();
  if (remind !== null)
    await insertTimer(trx, instance, {
      token: task.token,
      node: node.id,
      kind: 'remind',
      dueAt: await timeAfter(trx, remind),
      task: task.id,
    });
  const dueTime = due === null ? null : await timeAfter(trx, due);
  if (dueTime)
    await insertTimer(trx, instance, { token: task.token, node: node.id, kind: 'due', dueAt: dueTime, task: task.id });
  return dueTime;
}

/** Returns the time `timeMs` as SQL or, if it is in the past, the current time, by the database's clock. */
const notBeforeNow = (timeMs: number): RawBuilder<Date> => sql<Date>`greatest(now(), ${new Date(timeMs)}::timestamptz)`;

/**
 * Returns the time of a timer event; a past time becomes now. Refuses with DOC_FLOW if the event's field contains no
 * time.
 */
async function computeEventTime(
  trx: Trx,
  instance: Instance,
  { id, name, wait, until }: FlowNode,
): Promise<Date | RawBuilder<Date>> {
  if (until === null) return timeAfter(trx, wait ?? NO_DURATION);
  if ('time' in until) return notBeforeNow(until.time);
  const row = await trx
    .selectFrom(await recordsOf(trx, instance.form_key))
    .select('fields')
    .where('form_key', '=', instance.form_key)
    .where('id', '=', instance.record_id)
    .executeTakeFirst();
  const time = parseDateTime(row?.fields[until.field]);
  if (time === null) throw new Refusal('DOC_FLOW', { detail: `定时节点“${name}”所用的字段没有填写时间`, element: id });
  return notBeforeNow(time);
}

/**
 * Stores the timer row of an event: for the event's time, or for the signal or message that the event catches. `token`:
 * id of the token that waits, or `PROCESS_SCOPE`. A conditional event has no row, because it is evaluated with each
 * change (`conditionalEvents.ts`).
 */
export async function setEventTimers(trx: Trx, instance: Instance, event: FlowNode, token: number): Promise<void> {
  const { id, wait, catches } = event;
  if (wait !== null)
    await insertTimer(trx, instance, {
      token,
      node: id,
      kind: 'boundary',
      dueAt: await computeEventTime(trx, instance, event),
    });
  if (catches !== null && catches.type !== 'condition')
    await insertTimer(trx, instance, { token, node: id, kind: catches.type, dueAt: NEVER, awaits: catches.name });
}

/**
 * Sets the timers of a token that arrived at a node: for the node itself (its time, its signal or message, or its
 * call), and for its boundary events.
 */
export async function setNodeTimers(trx: Trx, instance: Instance, flow: FlowDefinition, token: Token): Promise<void> {
  const node = nodeOf(flow, token.node);
  if (node.kind === 'timer')
    await insertTimer(trx, instance, {
      token: token.id,
      node: node.id,
      kind: 'wait',
      dueAt: await computeEventTime(trx, instance, node),
    });
  if (node.kind === 'wait') await setEventTimers(trx, instance, node, token.id);
  if (node.kind === 'service')
    await insertTimer(trx, instance, { token: token.id, node: node.id, kind: 'call', dueAt: sql<Date>`now()` });
  for (const id of node.boundaries) await setEventTimers(trx, instance, nodeOf(flow, id), token.id);
}

/**
 * Sets the timers of boundary events that the nodes of these tokens have in `flow`, but not in `from`. Deletes the
 * timers of boundary events that the nodes have only in `from`. Called when the process moves to another version:
 * `from` is the definition of the former version, `flow` that of the new one. The time of a new event begins now.
 */
export async function updateBoundaryTimers(
  trx: Trx,
  instance: Instance,
  { from, flow }: { from: FlowDefinition; flow: FlowDefinition },
  tokens: readonly Token[],
): Promise<void> {
  // a token with an `item` is one run of a repeated sub-process; it is skipped, because the boundary events of the
  // sub-process belong to the token that contains all runs
  for (const token of tokens.filter(({ item }) => item === undefined)) {
    const oldEvents = nodeOf(from, token.node).boundaries;
    const newEvents = nodeOf(flow, token.node).boundaries;
    const removedEvents = oldEvents.filter((id) => !newEvents.includes(id));
    if (removedEvents.length > 0)
      await trx
        .deleteFrom('flw_timer')
        .where('instance_id', '=', instance.id)
        .where('token', '=', token.id)
        .where('node_id', 'in', removedEvents)
        .execute();
    for (const id of newEvents.filter((event) => !oldEvents.includes(event)))
      await setEventTimers(trx, instance, nodeOf(flow, id), token.id);
  }
}

/**
 * Sets the timers of the event sub-processes that may begin in the state `after`, but not in `before`
 * (`startableSubProcesses`). Deletes the timers of those that may begin only in `before`. `from`: the former
 * definition, if the process moves to another version.
 */
export async function updateEventSubProcessTimers(
  trx: Trx,
  instance: Instance,
  { flow, from: flowBefore = flow }: { flow: FlowDefinition; from?: FlowDefinition },
  { before, after }: { before: FlowState; after: FlowState },
): Promise<void> {
  const [startableBefore, startableAfter] = [
    startableSubProcesses(flowBefore, before),
    startableSubProcesses(flow, after),
  ];
  const isIn = (list: readonly StartableSubProcess[], { token, node }: StartableSubProcess): boolean =>
    list.some((subProcess) => subProcess.token === token && subProcess.node === node);
  for (const { token, node } of startableBefore.filter((subProcess) => !isIn(startableAfter, subProcess)))
    await trx
      .deleteFrom('flw_timer')
      .where('instance_id', '=', instance.id)
      .where('token', '=', token)
      .where('node_id', '=', node)
      .execute();
  for (const { token, node } of startableAfter.filter((subProcess) => !isIn(startableBefore, subProcess)))
    await setEventTimers(trx, instance, nodeOf(flow, node), token);
}

/**
 * Checks whether a timer counts working time. Returns false for a fixed time, a signal or message, a call, or an
 * unknown node.
 */
export function isWorkTimer(
  flow: FlowDefinition,
  { kind, node_id: id }: { kind: TimerKind; node_id: string },
): boolean {
  const node = flow.nodes[id];
  const timing = node?.settings?.timing;
  if (kind === 'due') return (timing?.due?.work ?? null) !== null;
  if (kind === 'remind') return (timing?.remind?.work ?? null) !== null;
  if (kind === 'signal' || kind === 'message') return false;
  return node?.until === null && (node.wait?.work ?? null) !== null;
}

/** Deletes all timers of these tokens, given by their ids. */
export async function deleteTokenTimers(trx: Trx, instance: Instance, tokens: readonly number[]): Promise<void> {
  if (tokens.length > 0)
    await trx
      .deleteFrom('flw_timer')
      .where('instance_id', '=', instance.id)
      .where('token', 'in', [...tokens])
      .execute();
}
