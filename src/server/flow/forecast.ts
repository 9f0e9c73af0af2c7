import { nodeOf, type FlowDefinition, type FlowNode } from './definition.ts';
import { FlowFault } from './fault.ts';
import { chosenEdges, type FlowEnvironment } from './routing.ts';

/** Where a token leaves to from a node, in and out of sub-processes; nothing where no path is open yet. */
function following(flow: FlowDefinition, node: FlowNode, environment: FlowEnvironment): string[] {
  try {
    if (node.outgoing.length === 0) return node.parent === null ? [] : following(flow, nodeOf(flow, node.parent), environment);
    return chosenEdges(flow, node, environment).map(({ target }) => target);
  } catch (error) {
    if (error instanceof FlowFault) return [];
    throw error;
  }
}

/** Tasks that come next after these nodes if nothing in the record changes. */
export function nextTasks(flow: FlowDefinition, from: readonly string[], environment: FlowEnvironment): Set<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const queue = from.flatMap((id) => following(flow, nodeOf(flow, id), environment));
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const node = nodeOf(flow, id);
    if (node.kind === 'userTask') { if (!from.includes(id)) found.add(id); continue; }
    queue.push(...(node.kind === 'scope' && node.inner ? [node.inner] : following(flow, node, environment)));
  }
  return found;
}
