import { nodeOf, type FlowDefinition, type FlowNode } from '../definition.ts';
import { FlowFault } from './flowFault.ts';
import { chosenEdges, type FlowEnvironment } from './routing.ts';
import type { Token } from './flowState.ts';

/** Is a run of this sub-process, one after the other, still to begin? */
const hasNextRun = (node: FlowNode, tokens: readonly Token[]): boolean =>
  node.repeat?.isSequential === true &&
  tokens.some(
    (run) =>
      run.node === node.id &&
      run.item !== undefined &&
      run.item + 1 < (tokens.find(({ id }) => id === run.scope)?.items?.length ?? 0),
  );

/** Where a token leaves to from a node, in and out of sub-processes and to their next run; nothing where no path is open yet. */
function following(
  flow: FlowDefinition,
  node: FlowNode,
  environment: FlowEnvironment,
  tokens: readonly Token[],
): string[] {
  try {
    if (node.outgoing.length === 0) {
      const parent = node.parent === null ? null : nodeOf(flow, node.parent);
      if (parent?.inner && hasNextRun(parent, tokens)) return [parent.inner];
      return parent === null ? [] : following(flow, parent, environment, tokens);
    }
    if (node.kind === 'race')
      return node.boundaries.flatMap((id) => following(flow, nodeOf(flow, id), environment, tokens));
    return chosenEdges(flow, node, environment).map(({ target }) => target);
  } catch (error) {
    if (error instanceof FlowFault) return [];
    throw error;
  }
}

/** Tasks that come next after these nodes if nothing in the record changes; `tokens` say where the process stands. */
export function nextTasks(
  flow: FlowDefinition,
  from: readonly string[],
  environment: FlowEnvironment,
  tokens: readonly Token[] = [],
): Set<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const queue = from.flatMap((id) => following(flow, nodeOf(flow, id), environment, tokens));
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const node = nodeOf(flow, id);
    if (node.kind === 'userTask') {
      if (!from.includes(id)) found.add(id);
      continue;
    }
    queue.push(...(node.kind === 'scope' && node.inner ? [node.inner] : following(flow, node, environment, tokens)));
  }
  return found;
}
