import { remind } from '../../notices/index.ts';
import type { Trx } from '../../store/transaction.ts';
import { resolveCandidates } from '../people/candidates.ts';
import {
  nodeOf,
  type FlowNode,
  type FlowStep,
  allTokens,
  runOf,
  type RunItem,
  type FlowState,
  armedIn,
} from '../../flow/index.ts';
import type { Instance, StepInput } from './step.ts';

/** Events around what has begun that wait for a message, and what does so itself. */
function beginning(
  { flow }: StepInput,
  before: FlowState,
  { state, opened }: FlowStep,
): { node: FlowNode; run: RunItem | null }[] {
  const all = allTokens(state);
  const known = armedIn(flow, before);
  const armed = armedIn(flow, state).filter(
    (one) => !known.some(({ token, node }) => token === one.token && node === one.node),
  );
  return [
    ...opened.flatMap((token) =>
      [token.node, ...nodeOf(flow, token.node).boundaries].map((id) => ({
        node: nodeOf(flow, id),
        run: runOf(all, token),
      })),
    ),
    ...armed.map(({ token, node }) => ({ node: nodeOf(flow, node), run: runOf(all, { scope: token }) })),
  ].filter(({ node }) => node.catches?.type === 'message' && node.candidates.length > 0);
}

/** Whoever may tell a process what it waits for reads its record from now on; where nothing goes on without them, they are told. */
export async function notifyMessageSenders(
  trx: Trx,
  instance: Instance,
  input: StepInput,
  before: FlowState,
  step: FlowStep,
): Promise<void> {
  for (const { node, run } of beginning(input, before, step)) {
    const people = await resolveCandidates(trx, node, input.sourceOf(run));
    if (people.length === 0) continue;
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
