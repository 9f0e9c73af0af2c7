import type { Problem } from '../../../domain/problem/index.ts';
import type { FlowDefinition, FlowNode } from '../definition.ts';
import { flowProblem } from '../flowProblem.ts';

/** Nodes that can be come to from these without entering what is avoided. */
function reached(flow: FlowDefinition, from: readonly string[], avoid: ReadonlySet<string>): ReadonlySet<string> {
  const seen = new Set(from.filter((id) => !avoid.has(id)));
  for (const id of seen) {
    const node = flow.nodes[id];
    const next = [...(node?.outgoing ?? []).map((edge) => flow.edges[edge]?.target ?? ''), ...(node?.boundaries ?? [])];
    for (const each of next) if (each !== '' && !avoid.has(each)) seen.add(each);
  }
  return seen;
}

/** Does one of several ways go on from here, and not all of them? */
const isChoice = (flow: FlowDefinition, node: FlowNode): boolean =>
  node.outgoing.length > 1 &&
  node.kind !== 'parallel' &&
  (node.kind === 'exclusive' ||
    node.kind === 'race' ||
    node.outgoing.some((edge) => flow.edges[edge]?.condition !== null || node.defaultEdge === edge));

/** A choice after which the join waits for a branch that was not taken; undefined when there is none. */
function blockingChoice(flow: FlowDefinition, join: FlowNode, choices: readonly FlowNode[]): FlowNode | undefined {
  const sourceOf = (edge: string): string => flow.edges[edge]?.source ?? '';
  return choices.find((choice) => {
    const around = reached(flow, [flow.start], new Set([choice.id, join.id]));
    // edges that can be come to by way of the choice alone: a choice decides over them
    const decided = join.incoming.filter((edge) => !around.has(sourceOf(edge)));
    const hasOther = decided.length < join.incoming.length;
    const branches = choice.outgoing.map((edge) => {
      const seen = reached(flow, [flow.edges[edge]?.target ?? ''], new Set([choice.id, join.id]));
      return new Set(decided.filter((each) => each === edge || seen.has(sourceOf(each))));
    });
    if (branches.every(({ size }) => size === 0)) return false;
    return branches.some((reaches) => reaches.size < decided.length && (reaches.size > 0 || hasOther));
  });
}

/** Warns of parallel joins that wait for a branch which an exclusive or conditional choice may leave out: they can never go on then. */
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
