import { Refusal } from '../../http/refusal.ts';
import type { Trx } from '../../store/transaction.ts';
import { nodeOf, type FlowDefinition, isBehind, allTokens, around } from '../../flow/index.ts';
import { isAtApplicant, moveProcess, type ProcessState } from './process.ts';
import { applyVotes } from './applyVotes.ts';
import type { Instance, StepInput, TaskRow } from './step.ts';
import { candidatesOfTask, closeTask, replaceTask, type Act } from '../tasks/taskRows.ts';

export interface Decision extends Omit<Act, 'vote' | 'action'> {
  action: 'submit' | 'approve' | 'reject' | 'return';
  /** Of a return: the node it goes to, and whether it comes straight back from there. */
  target?: string;
  isStraight?: boolean;
}

export interface Target {
  nodeId: string;
  taskNode: string;
  isStart: boolean;
}

/** Nodes that a task may be sent back to: those done before it on the way, the applicant's first. */
export async function returnTargets(
  trx: Pick<Trx, 'selectFrom'>,
  instance: Pick<Instance, 'id' | 'tokens'>,
  flow: FlowDefinition,
  { node_id: nodeId, token }: Pick<TaskRow, 'node_id' | 'token'>,
): Promise<Target[]> {
  const tokens = allTokens(instance.tokens);
  const acting = tokens.find(({ id }) => id === token);
  // what other runs of a repeated sub-process have done is nothing to go back to
  const runs = acting ? [...around(tokens, acting)].filter(({ item }) => item !== undefined).map(({ id }) => id) : [];
  const done = await trx
    .selectFrom('flw_task')
    .select('node_id')
    .where('instance_id', '=', instance.id)
    .where('state', '=', 'done')
    .where('vote', '=', 'approve')
    .where((where) => where.or([where('run', 'is', null), where('run', 'in', [0, ...runs])]))
    .distinct()
    .execute();
  // whoever applied can always be asked again, also in what an older system brought along
  const acted = new Set([...done.map((row) => row.node_id), flow.applicant]);
  return Object.values(flow.nodes)
    .filter((node) => node.kind === 'userTask' && acted.has(node.id) && isBehind(flow, node.id, nodeId))
    .map((node) => ({ nodeId: node.id, taskNode: node.name, isStart: node.id === flow.applicant }))
    .toSorted((a, b) => Number(isBehind(flow, b.nodeId, a.nodeId)) - Number(isBehind(flow, a.nodeId, b.nodeId)));
}

const still = (instance: Instance, flow: FlowDefinition, more: Partial<ProcessState>): ProcessState => ({
  isFinished: false,
  isRejected: false,
  isWithApplicant: isAtApplicant(flow, instance.tokens),
  taskNodes: instance.task_nodes,
  consumed: [],
  produced: [],
  resumed: [],
  begun: [],
  ended: [],
  passed: [],
  ...more,
});

/** A vote: the node goes on, or ends the process, or waits for the other votes. */
async function vote(
  trx: Trx,
  instance: Instance,
  task: TaskRow,
  input: StepInput,
  decision: Decision,
): Promise<ProcessState> {
  await closeTask(trx, instance, task, { ...decision, vote: decision.action === 'reject' ? 'reject' : 'approve' });
  const { outcome, begun, ended } = await applyVotes(trx, instance, input.flow, task.token);
  if (outcome === 'open') return still(instance, input.flow, { begun, ended });
  const standing = await moveProcess(trx, instance, input, {
    type: outcome === 'passed' ? 'complete' : 'refuse',
    token: task.token,
  });
  return { ...standing, begun: [...begun, ...standing.begun], ended: [...ended, ...standing.ended] };
}

async function sendBack(
  trx: Trx,
  instance: Instance,
  task: TaskRow,
  input: StepInput,
  { target = input.flow.applicant, isStraight = false, ...decision }: Decision,
): Promise<ProcessState> {
  const targets = await returnTargets(trx, instance, input.flow, task);
  if (!targets.some(({ nodeId }) => nodeId === target)) throw new Refusal('FLOW_TARGET');
  const users = await candidatesOfTask(trx, task.id);
  const to = nodeOf(input.flow, target).name;
  await closeTask(trx, instance, task, {
    ...decision,
    vote: null,
    detail: isStraight ? `退回至“${to}”，办理后直接返回` : `退回至“${to}”`,
  });
  if (isStraight) await replaceTask(trx, instance, task, users);
  return moveProcess(
    trx,
    instance,
    { ...input, decider: null },
    { type: 'move', node: target, token: task.token, isStraight },
  );
}

/**
 * One decision on one task, with everything that follows from it. Refuses with TASK_TAKEN, FLOW_TARGET, FLOW_NO_CANDIDATE,
 * FLOW_CHOICE or DOC_FLOW; then nothing has happened. What it did is kept with the task, to be taken back.
 */
export async function decide(
  trx: Trx,
  instance: Instance,
  task: TaskRow,
  input: StepInput,
  decision: Decision,
): Promise<ProcessState> {
  const standing =
    decision.action === 'return'
      ? await sendBack(trx, instance, task, input, decision)
      : await vote(trx, instance, task, input, decision);
  const { consumed, produced, resumed, ended, begun, isFinished } = standing;
  const canUndo = !isFinished && !(decision.action === 'return' && decision.isStraight);
  if (canUndo)
    await trx
      .updateTable('flw_task')
      .set({ undo: JSON.stringify({ consumed, produced, resumed, ended, begun }) })
      .where('id', '=', task.id)
      .execute();
  return standing;
}
