import { Refusal } from '../../http/refusal.ts';
import { timeText } from '../../http/time.ts';
import { refuseDisabled } from '../../documents/index.ts';
import { newId } from '../../store/newId.ts';
import type { Trx } from '../../store/transaction.ts';
import {
  nodeOf,
  type FlowDefinition,
  FlowFault,
  type FlowEvent,
  type FlowStep,
  advance,
  allTokens,
  innermostRun,
  enclosingRuns,
  EMPTY_STATE,
  type FlowState,
  type Token,
  nextConditionalEvent,
} from '../../flow/index.ts';
import type { LoadedFlow } from '../../flowDocuments/index.ts';
import { openNode, sendCopiesOfNode } from './openNode.ts';
import { applyVotes } from './applyVotes.ts';
import type { Instance, StepInput, TaskRow } from './stepTypes.ts';
import { pauseTasks, withdrawTasks } from '../tasks/taskRows.ts';
import { deliverThrownEvents } from './waitingMessages.ts';
import { notifyMessageSenders } from './messageSenders.ts';
import { deleteTokenTimers, setNodeTimers, updateEventSubProcessTimers } from './timers.ts';

/**
 * The state of the process after a step, and the changes that the step made. A step is one event and all automatic
 * events that follow it.
 */
export interface StepResult {
  isFinished: boolean;
  /** True if a rejection ended the process. */
  isRejected: boolean;
  /**
   * True if the process waits at the applicant's node: the applicant has to correct the application or, after the start
   * of the process, to submit it.
   */
  isWithApplicant: boolean;
  /**
   * True if the process waited at the applicant's node already before the step, and still does: the step concerned
   * another branch.
   */
  staysWithApplicant: boolean;
  /** The names of the open nodes (`nodeNames`). */
  taskNodes: string;
  /** Tokens that the step removed or paused. */
  consumed: readonly Token[];
  /** Paused tokens that the step removed. */
  pausedRemoved: readonly Token[];
  /** Ids of the tokens that the step created. */
  produced: readonly number[];
  /** Paused tokens that the step resumed. */
  resumed: readonly Token[];
  /** Ids of the tasks that the step opened. */
  begun: readonly string[];
  /** Ids of the tasks that the step withdrew. */
  ended: readonly string[];
  /** Names of the task nodes that were approved or skipped, in order. */
  passed: readonly string[];
}

/**
 * Maximum number of automatic events after the first event of a step. If there are more, the flow loops through nodes
 * that need no person.
 */
const MAX_EVENTS = 100;

/** Applies one event to a state (`advance`). Refuses with DOC_FLOW if the flow cannot continue. */
function advanceOrRefuse(input: StepInput, state: FlowState, event: FlowEvent): FlowStep {
  try {
    return advance(input.flow, state, event, input);
  } catch (error) {
    if (error instanceof FlowFault) throw new Refusal('DOC_FLOW', { detail: error.message, element: error.elementId });
    throw error;
  }
}

/**
 * Returns the names of the open nodes, joined by 、. Open nodes are tasks, nodes that wait for a signal, message or
 * condition, and event-based gateways. Timers and service calls are not included.
 */
export const nodeNames = (flow: FlowDefinition, { tokens }: FlowState): string =>
  [
    ...new Set(
      tokens
        .map((token) => nodeOf(flow, token.node))
        .filter(({ kind }) => kind === 'userTask' || kind === 'wait' || kind === 'race')
        .map((node) => node.name),
    ),
  ].join('、');

/** Returns the elements of `tokens` with an id that is not in `otherTokens`. */
const tokensOnlyIn = (tokens: readonly Token[], otherTokens: readonly Token[]): Token[] =>
  tokens.filter(({ id }) => !otherTokens.some((token) => token.id === id));

/** Returns the elements of `tokens` with an id that is also in `otherTokens`. */
const tokensInBoth = (tokens: readonly Token[], otherTokens: readonly Token[]): Token[] =>
  tokens.filter(({ id }) => otherTokens.some((token) => token.id === id));

/** The state after the events, and `begun`, `ended`, `passed` as in `StepResult`. */
interface EventsResult {
  state: FlowState;
  begun: string[];
  ended: string[];
  passed: string[];
  /** True if a rejection ended the process. */
  isRejected: boolean;
}

/**
 * Applies an event and all automatic events that follow it. Opens, pauses, resumes and withdraws tasks accordingly,
 * updates timers, sends copies and delivers thrown events. Does not store the state.
 */
async function runEvents(
  trx: Trx,
  instance: Instance,
  input: StepInput,
  initialState: FlowState,
  event: FlowEvent,
): Promise<EventsResult> {
  const result: EventsResult = { state: initialState, begun: [], ended: [], passed: [], isRejected: false };
  const queue: FlowEvent[] = [event];
  const nextEvent = (): FlowEvent | undefined =>
    queue.shift() ?? nextConditionalEvent(input.flow, result.state, input) ?? undefined;
  for (let eventCount = 0, next = queue.shift(); next; next = nextEvent(), eventCount += 1) {
    if (eventCount > MAX_EVENTS)
      throw new Refusal('DOC_FLOW', { detail: '流程在没有人办理的节点之间循环', element: input.flow.startNodeId });
    const token =
      next.type === 'complete'
        ? result.state.tokens.find(({ id }) => id === (next as { token: number }).token)
        : undefined;
    // nothing to complete: an earlier event, for example a terminate event, has removed the token of the skipped node
    if (next.type === 'complete' && !token && eventCount > 0) continue;
    const before = result.state;
    const step = advanceOrRefuse(input, before, next);
    result.state = step.state;
    result.isRejected ||= step.isRefused;
    const completedNode = token && nodeOf(input.flow, token.node);
    if (completedNode?.kind === 'userTask') result.passed.push(completedNode.name);
    // delete timers of removed tokens, including the timers of boundary events
    await deleteTokenTimers(
      trx,
      instance,
      tokensOnlyIn(allTokens(before), allTokens(step.state)).map(({ id }) => id),
    );
    await updateEventSubProcessTimers(trx, instance, input, { before, after: step.state });
    await deliverThrownEvents(trx, instance, step.thrown);
    await notifyMessageSenders(trx, instance, input, before, step);
    if (token)
      await sendCopiesOfNode(trx, instance, input, {
        node: nodeOf(input.flow, token.node),
        run: innermostRun(allTokens(before), token),
      });
    result.ended.push(
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
    for (const resumedToken of step.resumed) {
      await setNodeTimers(trx, instance, input.flow, resumedToken);
      result.begun.push(...(await applyVotes(trx, instance, input.flow, resumedToken.id)).begun);
    }
    for (const openedToken of step.opened) {
      const { begun, isPassed } = await openNode(trx, instance, input, {
        token: openedToken,
        runs: enclosingRuns(allTokens(result.state), openedToken),
      });
      result.begun.push(...begun);
      if (isPassed) queue.push({ type: 'complete', token: openedToken.id });
    }
  }
  return result;
}

export interface NewProcess {
  recordId: string;
  formKey: string;
  formName: string;
  formVersion: number;
  title: string;
  /** The creator of the record. */
  initiator: { id: string; name: string };
}

/**
 * Starts the process of a record. Its only open task is the applicant's task, which the submission completes. Refuses
 * with DOC_DISABLED if the process document is disabled. The returned row contains the state before the start.
 */
export async function startProcess(
  trx: Trx,
  loadedFlow: LoadedFlow,
  process: NewProcess,
  input: StepInput,
): Promise<Instance> {
  await refuseDisabled(trx, 'flow', loadedFlow.key);
  const instance = await trx
    .insertInto('flw_instance')
    .values({
      id: newId(),
      record_id: process.recordId,
      form_key: process.formKey,
      form_name: process.formName,
      form_version: process.formVersion,
      flow_key: loadedFlow.key,
      flow_version: loadedFlow.version,
      initiator_id: process.initiator.id,
      initiator_name: process.initiator.name,
      flw_state: '0',
      title: process.title,
      task_nodes: '',
      tokens: JSON.stringify(EMPTY_STATE),
      choices: JSON.stringify(input.candidateSource.choices),
      unit_id: input.candidateSource.unitId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await advanceProcess(trx, instance, input, { type: 'start' });
  return instance;
}

/**
 * Applies an event to the process and stores the resulting state. Refuses with DOC_FLOW, FLOW_NO_CANDIDATE or
 * FLOW_CHOICE; the caller's transaction is then rolled back.
 */
export async function advanceProcess(
  trx: Trx,
  instance: Instance,
  input: StepInput,
  event: FlowEvent,
): Promise<StepResult> {
  const { state, begun, ended, passed, isRejected } = await runEvents(trx, instance, input, instance.tokens, event);
  const isFinished = state.tokens.length === 0;
  const taskNodes = await storeState(trx, instance, input.flow, state);
  const { tokens, paused = [] } = instance.tokens;
  const resumed = tokensInBoth(paused, state.tokens);
  const produced = tokensOnlyIn(tokensOnlyIn(state.tokens, tokens), resumed).map(({ id }) => id);
  return {
    isFinished,
    isRejected,
    isWithApplicant: isAtApplicant(input.flow, state),
    staysWithApplicant: isAtApplicant(input.flow, { tokens: tokensInBoth(state.tokens, tokens) }),
    taskNodes,
    begun,
    ended,
    passed,
    resumed,
    produced,
    consumed: tokensOnlyIn(tokens, state.tokens),
    pausedRemoved: tokensOnlyIn(paused, allTokens(state)),
  };
}

/** Returns true if the process waits at the applicant's node. */
export const isAtApplicant = (flow: FlowDefinition, { tokens }: Pick<FlowState, 'tokens'>): boolean =>
  tokens.some(({ node }) => node === flow.applicantNodeId);

/**
 * Stores the state of the process, and the time of its end if no token is left. Returns the names of its open nodes
 * (`nodeNames`).
 */
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

/**
 * Locks the record's process until the transaction ends, so that concurrent actions run one after the other. Returns
 * the process; undefined if the record has none.
 */
export async function lockProcess(trx: Trx, recordId: string): Promise<Instance | undefined> {
  return trx.selectFrom('flw_instance').selectAll().where('record_id', '=', recordId).forUpdate().executeTakeFirst();
}

/** Refuses with FLOW_SUSPENDED if an administrator has suspended the process. */
export function refuseSuspended(instance: Pick<Instance, 'suspended_at' | 'suspended_by'> | null | undefined): void {
  if (instance?.suspended_at)
    throw new Refusal('FLOW_SUSPENDED', { name: instance.suspended_by ?? '', time: timeText(instance.suspended_at) });
}

/** Returns the applicant's open task of a process that has just started, which is its first open task. */
export async function findApplicantTask(trx: Trx, instance: Instance): Promise<TaskRow | undefined> {
  return trx
    .selectFrom('flw_task')
    .selectAll()
    .where('instance_id', '=', instance.id)
    .where('state', '=', 'open')
    .orderBy('arrived_at')
    .executeTakeFirst();
}
