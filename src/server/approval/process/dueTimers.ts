import { DECISION_NAMES } from '../../../domain/decisionNames.ts';
import type { Selectable } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { announce } from '../../events/index.ts';
import { remind } from '../../notices/index.ts';
import { holdFlow, type OpenFlow } from '../transition/openFlow.ts';
import { stateAfter } from '../transition/stateAfter.ts';
import { storeRecordState } from '../transition/recordState.ts';
import { tellEvents } from '../transition/tellEvents.ts';
import type { Trx } from '../../store/transaction.ts';
import { withAnswers } from './messageAnswers.ts';
import { decide } from './decide.ts';
import { nodeOf, WHOLE } from '../../flow/index.ts';
import { note, SYSTEM, SYSTEM_USER } from './history.ts';
import { delegatesOf } from '../delegation/actsFor.ts';
import { leadersUpwards } from '../people/leaders.ts';
import { moveProcess, type ProcessState } from './process.ts';
import { placeOfTask, type Person, type TaskRow } from './step.ts';
import { setEvent } from './timers.ts';
import type { FlowTables } from '../tables.ts';

export type Timer = Selectable<FlowTables['flw_timer']>;

async function remindHolders(trx: Trx, { instance }: OpenFlow, task: TaskRow, title: string): Promise<void> {
  const holders = await trx.selectFrom('flw_task_candidate').select('user_id').where('task_id', '=', task.id).execute();
  const holding = holders.map(({ user_id }) => user_id);
  await remind(
    trx,
    [...holding, ...(await delegatesOf(trx, holding, instance))].map((userId) => ({
      userId,
      kind: 'flow-due',
      title: `${title}：${instance.form_name}`,
      content: [instance.title, placeOfTask(task).name].filter(Boolean).join('｜'),
      formKey: instance.form_key,
      recordId: instance.record_id,
    })),
  );
}

/** Gives a late task to the leaders of who holds it, who may act beside them; who leads the department that is late asks the one above. */
async function escalate(trx: Trx, { instance }: OpenFlow, task: TaskRow): Promise<void> {
  const holders = await trx
    .selectFrom('flw_task_candidate as c')
    .innerJoin('sys_user as u', 'u.id', 'c.user_id')
    .select(['u.id', 'u.dept_id'])
    .where('c.task_id', '=', task.id)
    .orderBy('u.id')
    .execute();
  const held = new Set(holders.map(({ id }) => id));
  const leaders = new Set<string>();
  for (const { id, dept_id: deptId } of holders)
    for (const leader of await leadersUpwards(trx, { deptId, initiatorId: id }, { from: 1, to: 1 }))
      if (!held.has(leader)) leaders.add(leader);
  if (leaders.size === 0) return;
  await trx
    .insertInto('flw_task_candidate')
    .values([...leaders].map((user_id) => ({ task_id: task.id, user_id, is_open: true })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await announce(trx, 'todo', [...leaders]);
  const names = await trx
    .selectFrom('sys_user')
    .select('name')
    .where('id', 'in', [...leaders])
    .orderBy('name')
    .execute();
  await note(trx, instance, {
    node: placeOfTask(task),
    by: SYSTEM,
    action: 'reassign',
    opinion: '超时未办理，转给上级',
    detail: `${names.map(({ name }) => name).join('、')} 可一并办理`,
  });
}

/** A task is late: what its node says of that. */
async function lapse(trx: Trx, open: OpenFlow, task: TaskRow): Promise<ProcessState | null> {
  const action = nodeOf(open.flow.definition, task.node_id).settings?.timing.action ?? 'none';
  if (action === 'pass' || action === 'reject')
    return decide(trx, open.instance, task, open.input, {
      action: action === 'pass' ? 'approve' : 'reject',
      by: SYSTEM,
      opinion: `超时未办理，自动${DECISION_NAMES[action === 'pass' ? 'approve' : 'reject']}`,
    });
  await note(trx, open.instance, { node: placeOfTask(task), by: SYSTEM, action: 'overdue', opinion: '已超过办理时限' });
  if (action === 'escalate') await escalate(trx, open, task);
  await remindHolders(trx, open, task, '已超过办理时限');
  return null;
}

const OCCURRED: Readonly<Partial<Record<Timer['kind'], string>>> = {
  boundary: '时间到，流程按设置继续',
  signal: '收到信号',
  message: '收到消息',
};

/** What a token waited for is there, or an event around it: it goes on, and what does not interrupt waits for its name once more. */
async function occur(
  trx: Trx,
  { instance, flow, input }: OpenFlow,
  timer: Timer,
  by: Person,
): Promise<ProcessState | null> {
  const { token, node_id: id, kind, awaits } = timer;
  const standing = instance.tokens.tokens.find((one) => one.id === token);
  const node = flow.definition.nodes[id];
  if (!node || (!standing && token !== WHOLE)) return null;
  const words = OCCURRED[kind];
  // who told it by hand stands in the history with what they said
  if (words && by.id === SYSTEM.id)
    await note(trx, instance, {
      node,
      by,
      action: kind === 'boundary' ? 'timer' : 'message',
      opinion: awaits === null ? words : `${words}“${awaits}”`,
    });
  if (standing?.node === id) return moveProcess(trx, instance, input, { type: 'complete', token });
  // before the step: where that ends what is around it, it ends this, too
  if (awaits !== null && !node.attached?.isInterrupting) await setEvent(trx, instance, node, token);
  return moveProcess(trx, instance, input, { type: 'boundary', token, node: id });
}

async function happen(
  context: ServerContext,
  trx: Trx,
  given: OpenFlow,
  { timer, answer, by }: { timer: Timer; answer: unknown; by: Person },
): Promise<ProcessState | null> {
  const open = answer === null && timer.kind !== 'call' ? given : await withAnswers(context, trx, given, timer, answer);
  if (timer.task_id === null) return occur(trx, open, timer, by);
  const task = await trx
    .selectFrom('flw_task')
    .selectAll()
    .where('id', '=', timer.task_id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  if (!task) return null;
  if (timer.kind === 'due') return lapse(trx, open, task);
  await remindHolders(trx, open, task, '请尽快办理');
  return null;
}

/**
 * What a timer was set for, in one transaction, once: whoever holds the process does it, another server that finds it
 * held lets it be, and a timer that is gone was somebody else's. Answers whether it was done.
 */
export async function runDueTimer(
  context: ServerContext,
  trx: Trx,
  { id }: Pick<Timer, 'id'>,
  answer: unknown = null,
): Promise<boolean> {
  const due = await trx.selectFrom('flw_timer').select('instance_id').where('id', '=', id).executeTakeFirst();
  if (!due) return false;
  const held = await trx
    .selectFrom('flw_instance')
    .select(['id', 'record_id'])
    .where('id', '=', due.instance_id)
    .where('suspended_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!held) return false;
  const timer = await trx.deleteFrom('flw_timer').where('id', '=', id).returningAll().executeTakeFirst();
  if (!timer) return false;
  const open = await holdFlow(context, trx, SYSTEM_USER, held.record_id);
  if (!open || open.instance.ended_at !== null) return true;
  await continueAfterTimer(context, trx, open, timer, answer);
  return true;
}

/** What a row was set for, with where that leaves record and process. The row is gone already. */
export async function continueAfterTimer(
  context: ServerContext,
  trx: Trx,
  open: OpenFlow,
  timer: Timer,
  answer: unknown,
  by: Person = SYSTEM,
): Promise<void> {
  const standing = await happen(context, trx, open, { timer, answer, by });
  if (!standing) return;
  const row = await storeRecordState(trx, open.row, open.instance.form_name, {
    flwState: stateAfter(standing),
    taskNodes: standing.taskNodes,
    by,
  });
  await tellEvents(context, trx, { row, loaded: open.loaded, flow: open.flow, user: open.user, standing });
}
