import { nodeOf, type FlowDefinition, type FlowNode } from '../definition.ts';
import { allTokens, innermostRun, type RunItem } from './repeat.ts';
import { PROCESS_SCOPE, type FlowState, type Token } from './flowState.ts';

const idsByFlow = new WeakMap<FlowDefinition, ReadonlyMap<string | null, readonly string[]>>();

/**
 * Returns whether the node is an event sub-process: an event starts it, not an edge. Only such sub-processes have
 * `FlowNode.attached`.
 */
export const isEventSubProcess = ({ kind, attached }: Pick<FlowNode, 'kind' | 'attached'>): boolean =>
  kind === 'scope' && attached !== null;

/** Returns the ids of the event sub-processes directly inside a sub-process; null: at the top level. */
export function eventSubProcessesIn(flow: FlowDefinition, parent: string | null): readonly string[] {
  let idsByParent = idsByFlow.get(flow);
  if (!idsByParent) {
    const byParent = new Map<string | null, string[]>();
    for (const node of Object.values(flow.nodes).filter(isEventSubProcess))
      byParent.set(node.parent, [...(byParent.get(node.parent) ?? []), node.id]);
    idsByParent = byParent;
    idsByFlow.set(flow, idsByParent);
  }
  return idsByParent.get(parent) ?? [];
}

/**
 * An event sub-process that may begin. `token`: id of the token of the sub-process around it; `PROCESS_SCOPE`: it is at
 * the top level.
 */
export interface StartableSubProcess {
  token: number;
  node: string;
}

/**
 * Returns the event sub-processes that may begin in this state. None may begin while an interrupting event sub-process
 * runs in the same sub-process, or while the sub-process around them is paused. Pure.
 */
export function startableSubProcesses(flow: FlowDefinition, state: FlowState): StartableSubProcess[] {
  const activeAndPaused = allTokens(state);
  if (state.tokens.length === 0) return [];
  const isInterrupting = (token: Token): boolean => {
    const node = nodeOf(flow, token.node);
    return isEventSubProcess(node) && node.attached?.isInterrupting === true;
  };
  /** Returns the event sub-processes that may begin inside the sub-process of this token; null: at the top level. */
  const startableInScope = (scopeToken: Token | null): StartableSubProcess[] => {
    const ids = eventSubProcessesIn(flow, scopeToken?.node ?? null);
    if (ids.length === 0 || activeAndPaused.some((token) => token.scope === scopeToken?.id && isInterrupting(token)))
      return [];
    return ids.map((node) => ({ token: scopeToken?.id ?? PROCESS_SCOPE, node }));
  };
  // in a repeated sub-process, an event sub-process may begin inside each run, so the group token is left out
  const scopeTokens = state.tokens.filter((token) => {
    const { kind, repeat } = nodeOf(flow, token.node);
    return kind === 'scope' && (!repeat || token.item !== undefined);
  });
  return [null, ...scopeTokens].flatMap(startableInScope);
}

/**
 * Returns the innermost run in which an event waits; null if the event is in no run. `waitsAt`: id of the token at
 * which the event waits. An event sub-process waits at the token of the sub-process around it, which may be the token
 * of the run.
 */
export function runOfEvent(node: FlowNode, tokens: readonly Token[], waitsAt: number): RunItem | null {
  if (isEventSubProcess(node)) return innermostRun(tokens, { scope: waitsAt });
  const token = tokens.find(({ id }) => id === waitsAt);
  return token ? innermostRun(tokens, token) : null;
}
