import { nodeOf, type FlowDefinition, type FlowNode } from '../definition.ts';
import { allTokens } from './repeat.ts';
import { WHOLE, type FlowState, type Token } from './flowState.ts';

const known = new WeakMap<FlowDefinition, ReadonlyMap<string | null, readonly string[]>>();

/** Is it a sub-process that begins by an event instead of a line? */
export const isTriggered = ({ kind, attached }: Pick<FlowNode, 'kind' | 'attached'>): boolean =>
  kind === 'scope' && attached !== null;

/** Event sub-processes that stand directly in a sub-process, or (null) in the process. */
export function triggeredIn(flow: FlowDefinition, parent: string | null): readonly string[] {
  let ids = known.get(flow);
  if (!ids) {
    const made = new Map<string | null, string[]>();
    for (const node of Object.values(flow.nodes).filter(isTriggered))
      made.set(node.parent, [...(made.get(node.parent) ?? []), node.id]);
    ids = made;
    known.set(flow, ids);
  }
  return ids.get(parent) ?? [];
}

/** An event sub-process that may begin, and the token of the sub-process around it (`WHOLE`: the process). */
export interface Armed {
  token: number;
  node: string;
}

/** Event sub-processes that may begin where a process stands: none where one that interrupts runs already, nor in what rests. Pure. */
export function armedIn(flow: FlowDefinition, state: FlowState): Armed[] {
  const tokens = allTokens(state);
  if (state.tokens.length === 0) return [];
  const interrupts = (one: Token): boolean => {
    const node = nodeOf(flow, one.node);
    return isTriggered(node) && node.attached?.isInterrupting === true;
  };
  const of = (token: number, parent: string | null, scope: number | undefined): Armed[] => {
    const ids = triggeredIn(flow, parent);
    if (ids.length === 0 || tokens.some((one) => one.scope === scope && interrupts(one))) return [];
    return ids.map((node) => ({ token, node }));
  };
  const holders = state.tokens.filter((token) => {
    const { kind, repeat } = nodeOf(flow, token.node);
    return kind === 'scope' && (!repeat || token.item !== undefined);
  });
  return [...of(WHOLE, null, undefined), ...holders.flatMap((holder) => of(holder.id, holder.node, holder.id))];
}
