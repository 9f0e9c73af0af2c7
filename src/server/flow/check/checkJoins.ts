import type { Problem } from '../../../domain/problem/index.ts';
import type { FlowDefinition, FlowNode } from '../definition.ts';
import { flowProblem } from '../flowProblem.ts';

/** Returns the ids of the nodes that can be reached from the nodes `from` without entering one of `avoidedIds`. */
function reachableFrom(
  flow: FlowDefinition,
  from: readonly string[],
  avoidedIds: ReadonlySet<string>,
): ReadonlySet<string> {
  const reachedIds = new Set(from.filter((id) => !avoidedIds.has(id)));
  for (const id of reachedIds) {
    const node = flow.nodes[id];
    const nextIds = [
      ...(node?.outgoing ?? []).map((edge) => flow.edges[edge]?.target ?? ''),
      ...(node?.boundaries ?? []),
    ];
    for (const nextId of nextIds) if (nextId !== '' && !avoidedIds.has(nextId)) reachedIds.add(nextId);
  }
  return reachedIds;
}

/** Returns whether a token may take only some of the node's outgoing edges. */
const isChoice = (flow: FlowDefinition, node: FlowNode): boolean =>
  node.outgoing.length > 1 &&
  node.kind !== 'parallel' &&
  (node.kind === 'exclusive' ||
    node.kind === 'race' ||
    node.outgoing.some((edge) => flow.edges[edge]?.condition !== null || node.defaultEdge === edge));

/**
 * Returns the first of the `choices` (nodes for which `isChoice` is true) after which the join may wait forever for a
 * branch that was not taken; undefined if there is none.
 */
function blockingChoice(flow: FlowDefinition, join: FlowNode, choices: readonly FlowNode[]): FlowNode | undefined {
  const sourceOf = (edge: string): string => flow.edges[edge]?.source ?? '';
  return choices.find((choice) => {
    const reachedWithoutChoice = reachableFrom(flow, [flow.startNodeId], new Set([choice.id, join.id]));
    // incoming edges of the join that are reachable only through this choice
    const edgesViaChoice = join.incoming.filter((edge) => !reachedWithoutChoice.has(sourceOf(edge)));
    const hasOtherEdges = edgesViaChoice.length < join.incoming.length;
    // for each branch after the choice: which of these edges the branch can reach
    const reachedEdgesByBranch = choice.outgoing.map((edge) => {
      const reachedIds = reachableFrom(flow, [flow.edges[edge]?.target ?? ''], new Set([choice.id, join.id]));
      return new Set(edgesViaChoice.filter((incoming) => incoming === edge || reachedIds.has(sourceOf(incoming))));
    });
    if (reachedEdgesByBranch.every(({ size }) => size === 0)) return false;
    return reachedEdgesByBranch.some(
      (reachedEdges) => reachedEdges.size < edgesViaChoice.length && (reachedEdges.size > 0 || hasOtherEdges),
    );
  });
}

/**
 * Warns of parallel joins that may wait forever: they wait for a branch that an exclusive or conditional choice may
 * skip.
 */
export function checkJoins(flow: FlowDefinition): Problem[] {
  const nodes = Object.values(flow.nodes);
  const choices = nodes.filter((node) => isChoice(flow, node));
  return nodes
    .filter((node) => node.kind === 'parallel' && node.incoming.length > 1)
    .flatMap((join) => {
      const choice = blockingChoice(
        flow,
        join,
        choices.filter(({ id, parent }) => id !== join.id && parent === join.parent),
      );
      return choice
        ? [
            flowProblem(
              join.id,
              `并行汇聚“${join.name}”要等所有分支到齐，但“${choice.name}”只会走其中一部分，流程可能停在这里`,
              'warning',
            ),
          ]
        : [];
    });
}
