import { Refusal } from '../../http/refusal.ts';
import { lacksChoice } from '../people/resolveCandidates.ts';
import { nodeOf, nodesAfterEvents, type FlowNode } from '../../flow/index.ts';
import { walkFlow } from '../design/walkFlow.ts';
import type { StepInput } from './stepTypes.ts';

/** Checks whether the node's assignees are chosen by a person (holders of type 'choice'). */
export const needsChoice = (node: FlowNode): boolean => node.candidates.some(({ type }) => type === 'choice');

/**
 * Returns the nodes for which the applicant must still choose assignees, on the path that the process takes with the
 * current values of the record. One dialog asks for the assignees of all these nodes. Nodes that are reached only by an
 * event are included, because no person can be asked when the event happens. Nodes on other paths are left out: if a
 * later change of the record leads to such a node, the person who makes the change chooses.
 */
export async function findMissingChoices(input: StepInput): Promise<FlowNode[]> {
  const { flow } = input;
  if (!Object.values(flow.nodes).some(needsChoice)) return [];
  const { nodes } = await walkFlow(flow, input, { visit: () => Promise.resolve(true) });
  return [...new Set([...nodes, ...nodesAfterEvents(flow, nodes, input)])]
    .map((id) => nodeOf(flow, id))
    .filter((node) => node.kind === 'userTask' && lacksChoice(node, input.candidateSource));
}

/** Returns the refusal FLOW_CHOICE. It names the nodes without chosen assignees, so that the page can ask for them. */
export const choiceRefusal = (nodes: readonly FlowNode[]): Refusal =>
  new Refusal(
    'FLOW_CHOICE',
    { node: nodes.map(({ name }) => name).join('”“') },
    {
      nodes: nodes.map((node) => ({
        nodeId: node.id,
        taskNode: node.name,
        isMultiple: node.settings?.sign.mode !== 'one',
      })),
    },
  );

/**
 * Refuses with FLOW_CHOICE a submission without all necessary choices of assignees. The refusal names every such node.
 */
export async function refuseMissingChoices(input: StepInput): Promise<void> {
  const nodesWithoutChoice = await findMissingChoices(input);
  if (nodesWithoutChoice.length > 0) throw choiceRefusal(nodesWithoutChoice);
}
