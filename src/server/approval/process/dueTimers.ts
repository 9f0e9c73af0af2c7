import { DECISION_NAMES } from '../../../domain/decisionNames.ts';
import type { Selectable } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { announce } from '../../events/index.ts';
import { remind } from '../../notices/index.ts';
import { lockFlow, type LockedFlow } from '../transition/lockFlow.ts';
import { storeStep } from '../transition/storeStep.ts';
import { updateInvolvedPeople } from '../../records/index.ts';
import type { Trx } from '../../store/transaction.ts';
import { storeAnswers } from './storeAnswers.ts';
import { decide } from './decide.ts';
import { nodeOf, PROCESS_SCOPE } from '../../flow/index.ts';
import { addHistoryEntry, SYSTEM, SYSTEM_USER } from './history.ts';
import { delegatesOf } from '../delegation/delegates.ts';
import { findLeadersUpwards } from '../people/leadersUpwards.ts';
import { advanceProcess, type StepResult } from './process.ts';
import { nodeWithDisplayName, type Person, type TaskRow } from './stepTypes.ts';
import { setEventTimers } from './timers.ts';
import type { FlowTables } from '../tables.ts';

/**
 * A row of `flw_timer`: a time at which the process does something, a call of a service, a thrown signal, or a signal
 * or message that the process waits for.
 */
export type Timer = Selectable<FlowTables['flw_timer']>;

async function remindAssignees(trx: Trx, { instance }: LockedFlow, task: TaskRow, title: string): Promise<void> {
  const rows = await trx.selectFrom('flw_task_candidate').select('user_id').where('task_id', '=', task.id).execute();
  const assigneeIds = rows.map(({ user_id }) => user_id);
  await remind(
    trx,
    [...assigneeIds, ...(await delegatesOf(trx, assigneeIds, instance))].map((userId) => ({
      userId,
      kind: 'flow-due',
      title: `${title}：${instance.form_name}`,
      content: [instance.title, nodeWithDisplayName(task).name].filter(Boolean).join('｜'),
      formKey: instance.form_key,
      recordId: instance.record_id,
    })),
  );
}

/**
 * Also assigns an overdue task to the leaders of its assignees; the assignees keep the task. If an assignee leads their
 * own department, their leader is the leader of the department above. The same applies if the applicant leads the
 * department, unless the node's settings allow the applicant (`toApplicant`).
 */
async function escalate(trx: Trx, { instance, flow }: LockedFlow, task: TaskRow): Promise<void> {
  const assignees = await trx
    .selectFrom('flw_task_candidate as c')
    .innerJoin('sys_user as u', 'u.id', 'c.user_id')
    .select(['u.id', 'u.dept_id'])
    .where('c.task_id', '=', task.id)
    .orderBy('u.id')
    .execute();
  const assigneeIds = new Set(assignees.map(({ id }) => id));
  const isApplicantAllowed = nodeOf(flow.definition, task.node_id).settings?.toApplicant === true;
  const leaders = new Set<string>();
  for (const { id, dept_id: deptId } of assignees) {
    const leadersAbove = await findLeadersUpwards(
      trx,
      { deptId, personId: id },
      { from: 1, to: Number.POSITIVE_INFINITY },
    );
    const leader = leadersAbove.find((leaderId) => isApplicantAllowed || leaderId !== instance.initiator_id);
    if (leader !== undefined && !assigneeIds.has(leader)) leaders.add(leader);
  }
  if (leaders.size === 0) return;
  await trx
    .insertInto('flw_task_candidate')
    .values([...leaders].map((user_id) => ({ task_id: task.id, user_id, is_open: true })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await updateInvolvedPeople(trx, instance.form_key, [instance.record_id], [...leaders]);
  await announce(trx, 'todo', [...leaders]);
  const names = await trx
    .selectFrom('sys_user')
    .select('name')
    .where('id', 'in', [...leaders])
    .orderBy('name')
    .execute();
  await addHistoryEntry(trx, instance, {
    node: nodeWithDisplayName(task),
    actor: SYSTEM,
    action: 'reassign',
    opinion: '超时未办理，转给上级',
    detail: `${names.map(({ name }) => name).join('、')} 可一并办理`,
  });
}

/** Handles an overdue task according to its node's settings. Returns null if the process did not advance. */
async function handleOverdueTask(trx: Trx, lockedFlow: LockedFlow, task: TaskRow): Promise<StepResult | null> {
  const action = nodeOf(lockedFlow.flow.definition, task.node_id).settings?.timing.action ?? 'none';
  if (action === 'pass' || action === 'reject')
    return decide(trx, lockedFlow.instance, task, lockedFlow.input, {
      action: action === 'pass' ? 'approve' : 'reject',
      actor: SYSTEM,
      opinion: `超时未办理，自动${DECISION_NAMES[action === 'pass' ? 'approve' : 'reject']}`,
    });
  await addHistoryEntry(trx, lockedFlow.instance, {
    node: nodeWithDisplayName(task),
    actor: SYSTEM,
    action: 'overdue',
    opinion: '已超过办理时限',
  });
  if (action === 'escalate') await escalate(trx, lockedFlow, task);
  await remindAssignees(trx, lockedFlow, task, '已超过办理时限');
  return null;
}

const EVENT_OPINIONS: Readonly<Partial<Record<Timer['kind'], string>>> = {
  boundary: '时间到，流程按设置继续',
  signal: '收到信号',
  message: '收到消息',
};

/**
 * Handles an event that occurred: the waiting token continues, or the boundary event or event sub-process is triggered.
 * A non-interrupting event then waits for the same signal or message again. Returns null if the node or the token is
 * missing.
 */
async function handleEvent(
  trx: Trx,
  { instance, flow, input }: LockedFlow,
  timer: Timer,
  actor: Person,
): Promise<StepResult | null> {
  const { token, node_id: id, kind, awaits } = timer;
  const waitingToken = instance.tokens.tokens.find(({ id: tokenId }) => tokenId === token);
  const node = flow.definition.nodes[id];
  if (!node || (!waitingToken && token !== PROCESS_SCOPE)) return null;
  const eventText = EVENT_OPINIONS[kind];
  // a message that a person reported already has a history entry
  if (eventText && actor.id === SYSTEM.id)
    await addHistoryEntry(trx, instance, {
      node,
      actor,
      action: kind === 'boundary' ? 'timer' : 'message',
      opinion: awaits === null ? eventText : `${eventText}“${awaits}”`,
    });
  if (waitingToken?.node === id) return advanceProcess(trx, instance, input, { type: 'complete', token });
  // the new row of `flw_timer` is inserted before the step, so that the step can remove it together with the token
  if (awaits !== null && !node.attached?.isInterrupting) await setEventTimers(trx, instance, node, token);
  return advanceProcess(trx, instance, input, { type: 'boundary', token, node: id });
}

/** Performs the action of the timer. Returns null if the process did not advance. */
async function fireTimer(trx: Trx, lockedFlow: LockedFlow, timer: Timer, actor: Person): Promise<StepResult | null> {
  if (timer.task_id === null) return handleEvent(trx, lockedFlow, timer, actor);
  const task = await trx
    .selectFrom('flw_task')
    .selectAll()
    .where('id', '=', timer.task_id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  if (!task) return null;
  if (timer.kind === 'due') return handleOverdueTask(trx, lockedFlow, task);
  await remindAssignees(trx, lockedFlow, task, '请尽快办理');
  return null;
}

/**
 * Deletes a timer and runs it, in the caller's transaction; a timer of an ended process is only deleted. Returns true.
 * Returns false without a change if the process is suspended or locked by another transaction, or if the timer was
 * already deleted. `answer`: as for `continueAfterTimer`.
 */
export async function runDueTimer(
  context: ServerContext,
  trx: Trx,
  { id }: Pick<Timer, 'id'>,
  answer: unknown = null,
): Promise<boolean> {
  const dueTimer = await trx.selectFrom('flw_timer').select('instance_id').where('id', '=', id).executeTakeFirst();
  if (!dueTimer) return false;
  const instance = await trx
    .selectFrom('flw_instance')
    .select(['id', 'record_id'])
    .where('id', '=', dueTimer.instance_id)
    .where('suspended_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!instance) return false;
  const timer = await trx.deleteFrom('flw_timer').where('id', '=', id).returningAll().executeTakeFirst();
  if (!timer) return false;
  const lockedFlow = await lockFlow(context, trx, SYSTEM_USER, instance.record_id);
  if (!lockedFlow || lockedFlow.instance.ended_at !== null) return true;
  await continueAfterTimer(context, trx, lockedFlow, timer, answer);
  return true;
}

/**
 * Runs a timer whose row was already deleted: stores the answer (for a called service also null), performs the action
 * of the timer, and stores the resulting state of record and process. `answer`: the answer of a called service or the
 * values of a message, or null. `actor`: the person named in the history.
 */
export async function continueAfterTimer(
  context: ServerContext,
  trx: Trx,
  lockedFlow: LockedFlow,
  timer: Timer,
  answer: unknown,
  actor: Person = SYSTEM,
): Promise<void> {
  const updatedFlow =
    answer === null && timer.kind !== 'call' ? lockedFlow : await storeAnswers(context, trx, lockedFlow, timer, answer);
  const result = await fireTimer(trx, updatedFlow, timer, actor);
  if (result) await storeStep(context, trx, updatedFlow, { result, actor });
}
