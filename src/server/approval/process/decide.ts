import { Refusal } from '../../http/refusal.ts';
import type { Trx } from '../../store/transaction.ts';
import { nodeOf, type FlowDefinition, leadsTo, allTokens, enclosingTokens } from '../../flow/index.ts';
import { isAtApplicant, advanceProcess, type StepResult } from './process.ts';
import { applyVotes } from './applyVotes.ts';
import type { Instance, StepInput, TaskRow } from './stepTypes.ts';
import type { Undo } from '../tables.ts';
import { candidatesOfTask, closeTask, replaceTask, type ClosingAct } from '../tasks/taskRows.ts';

export interface Decision extends Omit<ClosingAct, 'vote' | 'action'> {
  action: 'submit' | 'approve' | 'reject' | 'return';
  /** For a return: the id of the node that the task returns to; by default the applicant's node. */
  target?: string;
  /** For a return: true if the process continues at the returning node directly after the target node. */
  isStraight?: boolean;
}

export interface ReturnTarget {
  nodeId: string;
  /** The name of the node. */
  taskNode: string;
  isStart: boolean;
}

/**
 * Returns the nodes to which a task may be returned: completed task nodes before the task's node, in the order of the
 * process.
 */
export async function findReturnTargets(
  trx: Pick<Trx, 'selectFrom'>,
  instance: Pick<Instance, 'id' | 'tokens'>,
  flow: FlowDefinition,
  { node_id: nodeId, token }: Pick<TaskRow, 'node_id' | 'token'>,
): Promise<ReturnTarget[]> {
  const tokens = allTokens(instance.tokens);
  const actingToken = tokens.find(({ id }) => id === token);
  // nodes that were completed only in other runs of a repeated sub-process are not targets
  const enclosingRunIds = actingToken
    ? [...enclosingTokens(tokens, actingToken)].filter(({ item }) => item !== undefined).map(({ id }) => id)
    : [];
  const approvedTasks = await trx
    .selectFrom('flw_task')
    .select('node_id')
    .where('instance_id', '=', instance.id)
    .where('state', '=', 'done')
    .where('vote', '=', 'approve')
    .where((where) => where.or([where('run', 'is', null), where('run', 'in', [0, ...enclosingRunIds])]))
    .distinct()
    .execute();
  // the applicant's node counts as completed even for an imported record whose history does not contain the submission
  const completedNodes = new Set([...approvedTasks.map((row) => row.node_id), flow.applicantNodeId]);
  return Object.values(flow.nodes)
    .filter((node) => node.kind === 'userTask' && completedNodes.has(node.id) && leadsTo(flow, node.id, nodeId))
    .map((node) => ({ nodeId: node.id, taskNode: node.name, isStart: node.id === flow.applicantNodeId }))
    .toSorted((a, b) => Number(leadsTo(flow, b.nodeId, a.nodeId)) - Number(leadsTo(flow, a.nodeId, b.nodeId)));
}

/** Returns the result of a step in which no token moved, with some properties replaced by `changes`. */
const unchangedResult = (instance: Instance, flow: FlowDefinition, changes: Partial<StepResult>): StepResult => ({
  isFinished: false,
  isRejected: false,
  isWithApplicant: isAtApplicant(flow, instance.tokens),
  staysWithApplicant: isAtApplicant(flow, instance.tokens),
  taskNodes: instance.task_nodes,
  consumed: [],
  pausedRemoved: [],
  produced: [],
  resumed: [],
  begun: [],
  ended: [],
  passed: [],
  ...changes,
});

/** Stores the vote of a decision. The process continues if the vote decides the node. */
async function castVote(
  trx: Trx,
  instance: Instance,
  task: TaskRow,
  input: StepInput,
  decision: Decision,
): Promise<StepResult> {
  await closeTask(trx, instance, task, { ...decision, vote: decision.action === 'reject' ? 'reject' : 'approve' });
  return continueAfterVotes(trx, instance, input, task.token);
}

/** Applies all votes of a token's node. If they decide the node, the process continues. */
export async function continueAfterVotes(
  trx: Trx,
  instance: Instance,
  input: StepInput,
  token: number,
): Promise<StepResult> {
  const { outcome, begun, ended } = await applyVotes(trx, instance, input.flow, token);
  if (outcome === 'open') return unchangedResult(instance, input.flow, { begun, ended });
  const result = await advanceProcess(trx, instance, input, {
    type: outcome === 'passed' ? 'complete' : 'refuse',
    token,
  });
  return { ...result, begun: [...begun, ...result.begun], ended: [...ended, ...result.ended] };
}

/** Returns a task to an earlier node. Refuses with FLOW_TARGET a node to which the task may not be returned. */
async function returnTask(
  trx: Trx,
  instance: Instance,
  task: TaskRow,
  input: StepInput,
  { target = input.flow.applicantNodeId, isStraight = false, ...decision }: Decision,
): Promise<StepResult> {
  const targets = await findReturnTargets(trx, instance, input.flow, task);
  if (!targets.some(({ nodeId }) => nodeId === target)) throw new Refusal('FLOW_TARGET');
  const candidates = await candidatesOfTask(trx, task.id);
  const targetName = nodeOf(input.flow, target).name;
  await closeTask(trx, instance, task, {
    ...decision,
    vote: null,
    detail: isStraight ? `退回至“${targetName}”，办理后直接返回` : `退回至“${targetName}”`,
  });
  // with `isStraight` the process comes back to this node later, and then opens the task that replaces this one
  if (isStraight) await replaceTask(trx, instance, task, candidates);
  return advanceProcess(
    trx,
    instance,
    { ...input, decider: null },
    { type: 'move', node: target, token: task.token, isStraight },
  );
}

/**
 * Makes a decision on a task and advances the process. Refuses with TASK_TAKEN, FLOW_TARGET, FLOW_NO_CANDIDATE,
 * FLOW_CHOICE or DOC_FLOW; the transaction is then rolled back. Stores in the task row (`undo`) what the decision
 * changed, so that the decision can be taken back. A decision that ended the process and a return with `isStraight`
 * cannot be taken back.
 */
export async function decide(
  trx: Trx,
  instance: Instance,
  task: TaskRow,
  input: StepInput,
  decision: Decision,
): Promise<StepResult> {
  const result =
    decision.action === 'return'
      ? await returnTask(trx, instance, task, input, decision)
      : await castVote(trx, instance, task, input, decision);
  const { consumed, pausedRemoved: paused, produced, resumed, ended, begun, isFinished } = result;
  const canUndo = !isFinished && !(decision.action === 'return' && decision.isStraight);
  if (canUndo)
    await trx
      .updateTable('flw_task')
      .set({ undo: JSON.stringify({ consumed, paused, produced, resumed, ended, begun } satisfies Undo) })
      .where('id', '=', task.id)
      .execute();
  return result;
}
