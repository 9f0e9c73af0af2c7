import { Refusal } from '../../http/refusal.ts';
import { lacksChoice } from '../people/resolveCandidates.ts';
import { nodeOf, nodesAfterEvents, type FlowNode } from '../../flow/index.ts';
import { walkFlow } from '../design/walkFlow.ts';
import type { StepInput } from './stepTypes.ts';

/** Checks whether the node's assignees are chosen by a person. */
export const needsChoice = (node: FlowNode): boolean => node.candidates.some(({ type }) => type === 'choice');

/**
 * Nodes on the path of the process, as the record is now, whose assignees the applicant must choose and has not chosen;
 * one dialog asks for all of them. Nodes that only an event reaches are included, because nobody can be asked when the
 * event happens. Nodes on other paths are left out: if a later change of the record leads to such a node, the person
 * who makes the change chooses.
 */
export async function missingChoices(input: StepInput): Promise<FlowNode[]> {
  const { flow } = input;
  if (!Object.values(flow.nodes).some(needsChoice)) return [];
  const { nodes } = await walkFlow(flow, input, { visit: () => Promise.resolve(true) });
  return [...new Set([...nodes, ...nodesAfterEvents(flow, nodes, input)])]
    .map((id) => nodeOf(flow, id))
    .filter((node) => node.kind === 'userTask' && lacksChoice(node, input.source));
}

/**
 * Returns the refusal FLOW_CHOICE. It names the nodes for which assignees must be chosen, so that the page can ask for
 * them.
 */
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

/** Refuses with FLOW_CHOICE a submission for which assignees must still be chosen; the refusal names every node. */
export async function refuseMissingChoices(input: StepInput): Promise<void> {
  const missing = await missingChoices(input);
  if (missing.length > 0) throw choiceRefusal(missing);
}
