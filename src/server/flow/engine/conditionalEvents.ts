import { nodeOf, type FlowDefinition, type FlowEdge, type FlowNode } from '../definition.ts';
import type { FlowEvent } from './flowEvent.ts';
import { allTokens, runOf } from './repeat.ts';
import type { FlowEnvironment } from './routing.ts';
import { WHOLE, type FlowState } from './flowState.ts';
import { armedIn } from './triggered.ts';

const known = new WeakMap<FlowDefinition, boolean>();

/** Whether any event of the process waits for a condition; cached, for most have none. */
export function hasConditions(flow: FlowDefinition): boolean {
  const has = known.get(flow) ?? Object.values(flow.nodes).some(({ catches }) => catches?.type === 'condition');
  known.set(flow, has);
  return has;
}

/** Conditions are evaluated on edges: this one leads from the event to itself. */
const asEdge = ({ id, name }: FlowNode, text: string): FlowEdge => ({
  id,
  name,
  source: id,
  target: id,
  condition: text,
});

/**
 * The first condition event that is active and whose condition holds, as the event for the interpreter; null without one.
 * A non-interrupting event happens once. Pure.
 */
export function nextConditionalEvent(
  flow: FlowDefinition,
  state: FlowState,
  { evaluate }: Pick<FlowEnvironment, 'evaluate'>,
): FlowEvent | null {
  if (!hasConditions(flow)) return null;
  const all = allTokens(state);
  const isMet = (id: string, around: { scope?: number }): boolean => {
    const node = nodeOf(flow, id);
    return node.catches?.type === 'condition' && evaluate(asEdge(node, node.catches.text), runOf(all, around));
  };
  for (const token of state.tokens) {
    if (nodeOf(flow, token.node).kind === 'wait' && isMet(token.node, token))
      return { type: 'complete', token: token.id };
    // what stands on a repeated sub-process stands there once for all of its runs
    if (token.item === undefined)
      for (const id of nodeOf(flow, token.node).boundaries)
        if (!token.met?.includes(id) && isMet(id, token)) return { type: 'boundary', token: token.id, node: id };
  }
  for (const { token, node } of armedIn(flow, state)) {
    const holder = all.find(({ id }) => id === token);
    const met = token === WHOLE ? state.met : holder?.met;
    if (!met?.includes(node) && isMet(node, holder ? { scope: holder.id } : {}))
      return { type: 'boundary', token, node };
  }
  return null;
}
