import { recordsOf } from '../../records/index.ts';
import { sql, type RawBuilder } from 'kysely';
import { Refusal } from '../../http/refusal.ts';
import { newId } from '../../store/id.ts';
import type { Trx } from '../../store/transaction.ts';
import { timeAfter } from '../definitions/flowCalendar.ts';
import {
  type Length,
  nodeOf,
  type FlowDefinition,
  type FlowNode,
  timeIn,
  type FlowState,
  type Token,
  armedIn,
  type Armed,
} from '../../flow/index.ts';
import { NEVER } from './waitingMessages.ts';
import type { Instance, TaskRow } from './step.ts';
import type { FlowTables } from '../tables.ts';

const AT_ONCE: Length = { ms: 0, work: null };

type Kind = FlowTables['flw_timer']['kind'];

async function set(
  trx: Trx,
  instance: Instance,
  timer: { token: number; node: string; kind: Kind; at: Date | RawBuilder<Date>; task?: string; awaits?: string },
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
      due_at: timer.at,
      awaits: timer.awaits ?? null,
    })
    .execute();
}

/** A task has begun: when it is to be reminded of, and when it is late. Answers the latter. */
export async function setTaskTimers(
  trx: Trx,
  instance: Instance,
  task: Pick<TaskRow, 'id' | 'token'>,
  node: FlowNode,
): Promise<Date | null> {
  const { due, remind } = node.settings?.timing ?? { due: null, remind: null };
  await trx.deleteFrom('flw_timer').where('task_id', '=', task.id).execute();
  if (remind !== null)
    await set(trx, instance, {
      token: task.token,
      node: node.id,
      kind: 'remind',
      at: await timeAfter(trx, remind),
      task: task.id,
    });
  const end = due === null ? null : await timeAfter(trx, due);
  if (end) await set(trx, instance, { token: task.token, node: node.id, kind: 'due', at: end, task: task.id });
  return end;
}

/** By the clock that says what is due. */
const notPast = (time: number): RawBuilder<Date> => sql<Date>`greatest(now(), ${new Date(time)}::timestamptz)`;

/** When a timer event happens; a time that is past is now. Refuses with DOC_FLOW where its field holds no time. */
async function timeOf(
  trx: Trx,
  instance: Instance,
  { id, name, wait, until }: FlowNode,
): Promise<Date | RawBuilder<Date>> {
  if (until === null) return timeAfter(trx, wait ?? AT_ONCE);
  if ('time' in until) return notPast(until.time);
  const row = await trx
    .selectFrom(await recordsOf(trx, instance.form_key))
    .select('fields')
    .where('form_key', '=', instance.form_key)
    .where('id', '=', instance.record_id)
    .executeTakeFirst();
  const time = timeIn(row?.fields[until.field]);
  if (time === null) throw new Refusal('DOC_FLOW', { detail: `定时节点“${name}”所用的字段没有填写时间`, element: id });
  return notPast(time);
}

/** An event begins to wait, for its time or for the name that it catches. What waits for a condition has no row: it is looked at with each change (`met.ts`). */
export async function setEvent(trx: Trx, instance: Instance, event: FlowNode, token: number): Promise<void> {
  const { id, wait, catches } = event;
  if (wait !== null)
    await set(trx, instance, { token, node: id, kind: 'boundary', at: await timeOf(trx, instance, event) });
  if (catches !== null && catches.type !== 'condition')
    await set(trx, instance, { token, node: id, kind: catches.type, at: NEVER, awaits: catches.name });
}

/** A token has come to a node: its waiting time or call begins, and the time of the events on its edge. */
export async function setNodeTimers(trx: Trx, instance: Instance, flow: FlowDefinition, token: Token): Promise<void> {
  const node = nodeOf(flow, token.node);
  if (node.kind === 'timer')
    await set(trx, instance, { token: token.id, node: node.id, kind: 'wait', at: await timeOf(trx, instance, node) });
  if (node.kind === 'wait') await setEvent(trx, instance, node, token.id);
  if (node.kind === 'service')
    await set(trx, instance, { token: token.id, node: node.id, kind: 'call', at: sql<Date>`now()` });
  for (const id of node.boundaries) await setEvent(trx, instance, nodeOf(flow, id), token.id);
}

/** Event sub-processes begin to wait with what is around them, and cease with it or when one that interrupts begins. */
export async function setArmed(
  trx: Trx,
  instance: Instance,
  { flow, from = flow }: { flow: FlowDefinition; from?: FlowDefinition },
  before: FlowState,
  after: FlowState,
): Promise<void> {
  const [was, is] = [armedIn(from, before), armedIn(flow, after)];
  const isIn = (list: readonly Armed[], { token, node }: Armed): boolean =>
    list.some((one) => one.token === token && one.node === node);
  for (const { token, node } of was.filter((one) => !isIn(is, one)))
    await trx
      .deleteFrom('flw_timer')
      .where('instance_id', '=', instance.id)
      .where('token', '=', token)
      .where('node_id', '=', node)
      .execute();
  for (const { token, node } of is.filter((one) => !isIn(was, one)))
    await setEvent(trx, instance, nodeOf(flow, node), token);
}

/** Is the time of this timer counted in working time? Of one at a stated time, or of a node that is gone, it is not. */
export function isWorkTimer(flow: FlowDefinition, { kind, node_id: id }: { kind: Kind; node_id: string }): boolean {
  const node = flow.nodes[id];
  const timing = node?.settings?.timing;
  const length =
    kind === 'due'
      ? timing?.due
      : kind === 'remind'
        ? timing?.remind
        : kind !== 'signal' && kind !== 'message' && node?.until === null
          ? node.wait
          : null;
  return (length?.work ?? null) !== null;
}

export async function dropTokenTimers(trx: Trx, instance: Instance, tokens: readonly number[]): Promise<void> {
  if (tokens.length > 0)
    await trx
      .deleteFrom('flw_timer')
      .where('instance_id', '=', instance.id)
      .where('token', 'in', [...tokens])
      .execute();
}
