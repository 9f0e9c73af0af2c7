import { sql } from 'kysely';
import { Refusal } from '../../http/refusal.ts';
import { timeText } from '../../http/time.ts';
import { refuseDisabled } from '../../documents/index.ts';
import { recordTable } from '../../records/index.ts';
import { newId } from '../../store/id.ts';
import type { Trx } from '../../store/transaction.ts';
import {
  nodeOf,
  type FlowDefinition,
  FlowFault,
  type FlowEvent,
  type FlowStep,
  advance,
  allTokens,
  runOf,
  runsOf,
  EMPTY_STATE,
  type FlowState,
  type Token,
  nextConditionalEvent,
} from '../../flow/index.ts';
import type { LoadedFlow } from '../../flowDocuments/index.ts';
import { openNode, sendCopies } from './openNode.ts';
import { applyVotes } from './applyVotes.ts';
import type { Instance, StepInput, TaskRow } from './step.ts';
import { pauseTasks, withdrawTasks } from '../tasks/taskRows.ts';
import { deliverThrown } from './waitingMessages.ts';
import { notifyMessageSenders } from './messageSenders.ts';
import { dropTokenTimers, setArmed } from './timers.ts';

/** Where the process stands after a step, and what the step did. */
export interface ProcessState {
  isFinished: boolean;
  /** Ended by a refusal. */
  isRejected: boolean;
  /** The applicant has it to mend. */
  isWithApplicant: boolean;
  /** Names of the nodes that have an open task. */
  taskNodes: string;
  consumed: readonly Token[];
  produced: readonly number[];
  /** Tokens that rested and go on. */
  resumed: readonly Token[];
  begun: readonly string[];
  ended: readonly string[];
  /** Names of the task nodes that were passed, in order: agreed to as a whole, or passed by themselves. */
  passed: readonly string[];
}

/** Nodes passed without anybody in one step; more is a flow that goes in a circle by itself. */
const MAX_PASSED = 100;

/** The interpreter's step; a fault of the flow is a refusal that throws what the administrator must mend. */
function stepOf(input: StepInput, state: FlowState, event: FlowEvent): FlowStep {
  try {
    return advance(input.flow, state, event, input);
  } catch (error) {
    if (error instanceof FlowFault) throw new Refusal('DOC_FLOW', { detail: error.message, element: error.element });
    throw error;
  }
}

export const nodeNames = (flow: FlowDefinition, { tokens }: FlowState): string =>
  [
    ...new Set(
      tokens
        .map((token) => nodeOf(flow, token.node))
        .filter(({ kind }) => kind === 'userTask' || kind === 'wait' || kind === 'race')
        .map((node) => node.name),
    ),
  ].join('、');

const difference = (from: readonly Token[], other: readonly Token[]): Token[] =>
  from.filter(({ id }) => !other.some((token) => token.id === id));

interface Run {
  state: FlowState;
  begun: string[];
  ended: string[];
  passed: string[];
  isRefused: boolean;
}

/** One event and everything that follows from it by itself. */
async function runEvents(
  trx: Trx,
  instance: Instance,
  input: StepInput,
  start: FlowState,
  event: FlowEvent,
): Promise<Run> {
  const run: Run = { state: start, begun: [], ended: [], passed: [], isRefused: false };
  const queue: FlowEvent[] = [event];
  const following = (): FlowEvent | undefined =>
    queue.shift() ?? nextConditionalEvent(input.flow, run.state, input) ?? undefined;
  for (let passed = 0, next = queue.shift(); next; next = following(), passed += 1) {
    if (passed > MAX_PASSED)
      throw new Refusal('DOC_FLOW', { detail: '流程在没有人办理的节点之间循环', element: input.flow.start });
    // a terminate end may have taken the token of a node that was passed
    const token =
      next.type === 'complete'
        ? run.state.tokens.find(({ id }) => id === (next as { token: number }).token)
        : undefined;
    if (next.type === 'complete' && !token && passed > 0) continue;
    const before = run.state;
    const step = stepOf(input, before, next);
    run.state = step.state;
    run.isRefused ||= step.isRefused;
    const done = token && nodeOf(input.flow, token.node);
    if (done?.kind === 'userTask') run.passed.push(done.name);
    // a sub-process that is left takes the times of the events on its edge along
    await dropTokenTimers(
      trx,
      instance,
      difference(allTokens(before), allTokens(step.state)).map(({ id }) => id),
    );
    await setArmed(trx, instance, input, before, step.state);
    await deliverThrown(trx, instance, step.thrown);
    await notifyMessageSenders(trx, instance, input, before, step);
    if (token)
      await sendCopies(trx, instance, input, {
        node: nodeOf(input.flow, token.node),
        run: runOf(allTokens(before), token),
      });
    run.ended.push(
      ...(await withdrawTasks(
        trx,
        instance,
        step.withdrawn.map(({ id }) => id),
      )),
    );
    await pauseTasks(
      trx,
      instance,
      step.paused.map(({ id }) => id),
    );
    for (const resumed of step.resumed)
      run.begun.push(...(await applyVotes(trx, instance, input.flow, resumed.id)).begun);
    for (const opened of step.opened) {
      const { begun, isPassed } = await openNode(trx, instance, input, {
        token: opened,
        runs: runsOf(allTokens(run.state), opened),
      });
      run.begun.push(...begun);
      if (isPassed) queue.push({ type: 'complete', token: opened.id });
    }
  }
  return run;
}

export interface NewProcess {
  recordId: string;
  formKey: string;
  formName: string;
  formVersion: number;
  title: string;
  /** Whose the record is. */
  initiator: { id: string; name: string };
}

/** Starts the process of a record: its only open task is the applicant's, to be completed by submitting. */
export async function startProcess(
  trx: Trx,
  loaded: LoadedFlow,
  process: NewProcess,
  input: StepInput,
): Promise<Instance> {
  await refuseDisabled(trx, 'flow', loaded.key);
  const instance = await trx
    .insertInto('flw_instance')
    .values({
      id: newId(),
      record_id: process.recordId,
      form_key: process.formKey,
      form_name: process.formName,
      form_version: process.formVersion,
      flow_key: loaded.key,
      flow_version: loaded.version,
      initiator_id: process.initiator.id,
      initiator_name: process.initiator.name,
      flw_state: '0',
      title: process.title,
      task_nodes: '',
      tokens: JSON.stringify(EMPTY_STATE),
      choices: JSON.stringify(input.source.choices),
      unit_id: input.source.unitId,
      // as the database has it, which counts finer than a Date
      record_by: process.initiator.id,
      record_time: sql<Date>`(select create_time from ${recordTable(process.formKey)} where id = ${process.recordId})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await moveProcess(trx, instance, input, { type: 'start' });
  return instance;
}

/** Moves the process on and stores where it stands. Refuses with DOC_FLOW, FLOW_NO_CANDIDATE or FLOW_CHOICE; the caller's transaction undoes all. */
export async function moveProcess(
  trx: Trx,
  instance: Instance,
  input: StepInput,
  event: FlowEvent,
): Promise<ProcessState> {
  const { state, begun, ended, passed, isRefused } = await runEvents(trx, instance, input, instance.tokens, event);
  const isFinished = state.tokens.length === 0;
  const taskNodes = await storeState(trx, instance, input.flow, state);
  const { tokens, paused = [] } = instance.tokens;
  const resumed = paused.filter(({ id }) => state.tokens.some((token) => token.id === id));
  const produced = difference(difference(state.tokens, tokens), resumed).map(({ id }) => id);
  return {
    isFinished,
    isRejected: isRefused,
    isWithApplicant: isAtApplicant(input.flow, state),
    taskNodes,
    begun,
    ended,
    passed,
    resumed,
    produced,
    consumed: difference(tokens, state.tokens),
  };
}

export const isAtApplicant = (flow: FlowDefinition, { tokens }: FlowState): boolean =>
  tokens.some(({ node }) => node === flow.applicant);

/** Stores where the process stands. Answers the names of its open nodes. */
export async function storeState(
  trx: Trx,
  instance: Instance,
  flow: FlowDefinition,
  state: FlowState,
): Promise<string> {
  const taskNodes = nodeNames(flow, state);
  await trx
    .updateTable('flw_instance')
    .set({
      tokens: JSON.stringify(state),
      task_nodes: taskNodes,
      ended_at: state.tokens.length === 0 ? new Date() : null,
    })
    .where('id', '=', instance.id)
    .execute();
  return taskNodes;
}

/** The record's process, held until the transaction ends so that two who act at once come one after the other. */
export async function lockProcess(trx: Trx, recordId: string): Promise<Instance | undefined> {
  return trx.selectFrom('flw_instance').selectAll().where('record_id', '=', recordId).forUpdate().executeTakeFirst();
}

/** An administrator has let the process rest: nobody acts on it. Refuses with FLOW_SUSPENDED. */
export function refuseSuspended(instance: Pick<Instance, 'suspended_at' | 'suspended_by'> | null | undefined): void {
  if (instance?.suspended_at)
    throw new Refusal('FLOW_SUSPENDED', { name: instance.suspended_by ?? '', time: timeText(instance.suspended_at) });
}

/** The applicant's open task of a process that has just started or was returned. */
export async function applicantTask(trx: Trx, instance: Instance): Promise<TaskRow | undefined> {
  return trx
    .selectFrom('flw_task')
    .selectAll()
    .where('instance_id', '=', instance.id)
    .where('state', '=', 'open')
    .orderBy('arrived_at')
    .executeTakeFirst();
}
