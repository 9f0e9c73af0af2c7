import { nodeOf, type FlowDefinition, type FlowEdge, type FlowNode } from '../definition.ts';
import type { FlowEvent } from './flowEvent.ts';
import { allTokens, innermostRun } from './repeat.ts';
import type { FlowEnvironment } from './routing.ts';
import { PROCESS_SCOPE, type FlowState } from './flowState.ts';
import { startableSubProcesses } from './eventSubProcesses.ts';

const hasConditionalEventsByFlow = new WeakMap<FlowDefinition, boolean>();

/**
 * Returns whether any event of the process waits for a condition. Cached per definition, because most processes have
 * none.
 */
export function hasConditionalEvents(flow: FlowDefinition): boolean {
  const result =
    hasConditionalEventsByFlow.get(flow) ??
    Object.values(flow.nodes).some(({ catches }) => catches?.type === 'condition');
  hasConditionalEventsByFlow.set(flow, result);
  return result;
}

/**
 * Returns an edge from the event to itself with the event's condition: `FlowEnvironment.evaluate` evaluates edges only.
 */
const selfEdge = ({ id, name }: FlowNode, text: string): FlowEdge => ({
  id,
  name,
  source: id,
  target: id,
  condition: text,
});

interface ActiveCondition {
  text: string;
  node: FlowNode;
  /**
   * `scope`: token of the sub-process in which the condition is evaluated. Inside a run, the condition can read the
   * item of the run.
   */
  position: { scope?: number };
  /** Input for the interpreter when the condition is true. */
  event: FlowEvent;
}

/**
 * Returns the conditional events that can happen in this state, in the order in which they are checked. Leaves out a
 * non-interrupting event that has already happened for its token. Pure.
 */
function activeConditions(flow: FlowDefinition, state: FlowState): ActiveCondition[] {
  if (!hasConditionalEvents(flow)) return [];
  const conditions: ActiveCondition[] = [];
  const addIfConditional = (id: string, position: { scope?: number }, event: FlowEvent): void => {
    const node = nodeOf(flow, id);
    if (node.catches?.type === 'condition') conditions.push({ text: node.catches.text, node, position, event });
  };
  for (const token of state.tokens) {
    const { kind, boundaries } = nodeOf(flow, token.node);
    if (kind === 'wait') addIfConditional(token.node, token, { type: 'complete', token: token.id });
    // boundary events of a repeated sub-process belong to its group token, not to the tokens of its runs
    if (token.item === undefined)
      for (const id of boundaries)
        if (!token.met?.includes(id)) addIfConditional(id, token, { type: 'boundary', token: token.id, node: id });
  }
  const tokens = allTokens(state);
  for (const { token, node } of startableSubProcesses(flow, state)) {
    const scopeToken = tokens.find(({ id }) => id === token);
    const triggeredBefore = token === PROCESS_SCOPE ? state.met : scopeToken?.met;
    if (!triggeredBefore?.includes(node))
      addIfConditional(node, scopeToken ? { scope: scopeToken.id } : {}, { type: 'boundary', token, node });
  }
  return conditions;
}

/** Returns whether a process in this state waits for a condition. Pure. */
export const awaitsCondition = (flow: FlowDefinition, state: FlowState): boolean =>
  activeConditions(flow, state).length > 0;

/**
 * Returns the first active conditional event whose condition is true, as input for the interpreter; null if there is
 * none.
 */
export function nextConditionalEvent(
  flow: FlowDefinition,
  state: FlowState,
  { evaluate }: Pick<FlowEnvironment, 'evaluate'>,
): FlowEvent | null {
  const tokens = allTokens(state);
  const firstCondition = activeConditions(flow, state).find(({ node, text, position }) =>
    evaluate(selfEdge(node, text), innermostRun(tokens, position)),
  );
  return firstCondition?.event ?? null;
}
