import { remind } from '../../notices/index.ts';
import { updateInvolvedPeople } from '../../records/index.ts';
import type { Trx } from '../../store/transaction.ts';
import { resolveCandidates } from '../people/resolveCandidates.ts';
import {
  nodeOf,
  type FlowNode,
  type FlowStep,
  allTokens,
  innermostRun,
  runOfEvent,
  type RunItem,
  type FlowState,
  startableSubProcesses,
} from '../../flow/index.ts';
import type { Timer } from './dueTimers.ts';
import type { Instance, StepInput } from './stepTypes.ts';
import { listWaitingMessages } from './waitingMessages.ts';

/** Returns the people who may report the message that a row of `flw_timer` waits for. */
export async function messageSendersOf(
  trx: Trx,
  { flow, candidateSourceOf }: StepInput,
  { tokens }: Instance,
  { token, node_id: nodeId }: Timer,
): Promise<string[]> {
  const node = nodeOf(flow, nodeId);
  return resolveCandidates(trx, node, candidateSourceOf(runOfEvent(node, allTokens(tokens), token)));
}

/** Grants permission to read the record from now on to the people who may report the message of a node. */
async function allowReading(trx: Trx, instance: Instance, node: FlowNode, people: readonly string[]): Promise<void> {
  if (people.length === 0) return;
  await trx
    .insertInto('flw_reader')
    .values(
      people.map((user_id) => ({
        record_id: instance.record_id,
        user_id,
        form_key: instance.form_key,
        node_id: node.id,
        by_name: '',
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await updateInvolvedPeople(trx, instance.form_key, [instance.record_id], people);
}

/**
 * Grants permission to read the record to the people who may report one of the messages that the process waits for.
 * Called after the process was moved to another version.
 */
export async function allowMessageSendersToRead(trx: Trx, instance: Instance, input: StepInput): Promise<void> {
  for (const timer of await listWaitingMessages(trx, instance.id)) {
    const node = nodeOf(input.flow, timer.node_id);
    if (node.candidates.length > 0)
      await allowReading(trx, instance, node, await messageSendersOf(trx, input, instance, timer));
  }
}

/**
 * Returns the nodes and events that began to wait for a message in this step, and that name people who may report the
 * message.
 */
function findNewMessageWaits(
  { flow }: StepInput,
  before: FlowState,
  { state, opened }: FlowStep,
): { node: FlowNode; run: RunItem | null }[] {
  const tokens = allTokens(state);
  const startableBefore = startableSubProcesses(flow, before);
  const newlyStartable = startableSubProcesses(flow, state).filter(
    (subProcess) => !startableBefore.some(({ token, node }) => token === subProcess.token && node === subProcess.node),
  );
  return [
    ...opened.flatMap((token) =>
      [token.node, ...nodeOf(flow, token.node).boundaries].map((id) => ({
        node: nodeOf(flow, id),
        run: innermostRun(tokens, token),
      })),
    ),
    ...newlyStartable.map(({ token, node }) => ({
      node: nodeOf(flow, node),
      run: innermostRun(tokens, { scope: token }),
    })),
  ].filter(({ node }) => node.catches?.type === 'message' && node.candidates.length > 0);
}

/**
 * Grants permission to read the record from now on to the people who may report a message. Sends reminders only for a
 * node that waits for the message (kind 'wait'), not for boundary events and event sub-processes.
 */
export async function notifyMessageSenders(
  trx: Trx,
  instance: Instance,
  input: StepInput,
  before: FlowState,
  step: FlowStep,
): Promise<void> {
  for (const { node, run } of findNewMessageWaits(input, before, step)) {
    const people = await resolveCandidates(trx, node, input.candidateSourceOf(run));
    if (people.length === 0) continue;
    await allowReading(trx, instance, node, people);
    if (node.kind !== 'wait') continue;
    await remind(
      trx,
      people.map((userId) => ({
        userId,
        kind: 'flow-message',
        title: `请在“${node.name}”完成后通知：${instance.form_name}`,
        content: instance.title,
        formKey: instance.form_key,
        recordId: instance.record_id,
      })),
    );
  }
}
