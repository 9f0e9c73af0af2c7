import { nodeOf, type FlowDefinition, type FlowEdge, type FlowNode } from '../definition.ts';
import type { FlowEvent } from './flowEvent.ts';
import { allTokens, innermostRun } from './repeat.ts';
import type { FlowEnvironment } from './routing.ts';
import { PROCESS_SCOPE, type FlowState } from './flowState.ts';
import { armedSubProcesses } from './eventSubProcesses.ts';

const hasConditionsByFlow = new WeakMap<FlowDefinition, boolean>();

/** Whether any event of the process waits for a condition. Cached per definition, because most processes have none. */
export function hasConditions(flow: FlowDefinition): boolean {
  const result =
    hasConditionsByFlow.get(flow) ?? Object.values(flow.nodes).some(({ catches }) => catches?.type === 'condition');
  hasConditionsByFlow.set(flow, result);
  return result;
}

/** An edge from the event to itself with the event's condition: `FlowEnvironment.evaluate` evaluates edges only. */
const selfEdge = ({ id, name }: FlowNode, text: string): FlowEdge => ({
  id,
  name,
  source: id,
  target: id,
  condition: text,
});

/**
 * The first active conditional event whose condition is true, as input for the interpreter; null if there is none. A
 * non-interrupting event is reported once per token. Pure.
 */
export function nextConditionalEvent(
  flow: FlowDefinition,
  state: FlowState,
  { evaluate }: Pick<FlowEnvironment, 'evaluate'>,
): FlowEvent | null {
  if (!hasConditions(flow)) return null;
  const tokens = allTokens(state);
  const isMet = (id: string, position: { scope?: number }): boolean => {
    const node = nodeOf(flow, id);
    return (
      node.catches?.type === 'condition' && evaluate(selfEdge(node, node.catches.text), innermostRun(tokens, position))
    );
  };
  for (const token of state.tokens) {
    if (nodeOf(flow, token.node).kind === 'wait' && isMet(token.node, token))
      return { type: 'complete', token: token.id };
    // boundary events of a repeated sub-process belong to the group of its runs, not to each run
    if (token.item === undefined)
      for (const id of nodeOf(flow, token.node).boundaries)
        if (!token.met?.includes(id) && isMet(id, token)) return { type: 'boundary', token: token.id, node: id };
  }
  for (const { token, node } of armedSubProcesses(flow, state)) {
    const scopeToken = tokens.find(({ id }) => id === token);
    const triggeredBefore = token === PROCESS_SCOPE ? state.met : scopeToken?.met;
    if (!triggeredBefore?.includes(node) && isMet(node, scopeToken ? { scope: scopeToken.id } : {}))
      return { type: 'boundary', token, node };
  }
  return null;
}
