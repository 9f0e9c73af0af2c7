import { Refusal } from '../../http/refusal.ts';
import { lacksChoice } from '../people/candidates.ts';
import { nodeOf, type FlowNode } from '../../flow/index.ts';
import { walkFlow } from '../design/trialWay.ts';
import type { StepInput } from './step.ts';

/** Are its people for somebody to choose? */
export const takesChoice = (node: FlowNode): boolean => node.candidates.some(({ type }) => type === 'choice');

/**
 * Nodes on the way of this record, as it is now, whose people the applicant is to choose and has not: all of them at
 * once, so that one dialog asks for them. A node on a way that is not taken now is not among them; should a later
 * change lead there, whoever sends it there chooses.
 */
export async function missingChoices(input: StepInput): Promise<FlowNode[]> {
  const { flow } = input;
  if (!Object.values(flow.nodes).some(takesChoice)) return [];
  const { nodes } = await walkFlow(flow, input, { visit: () => Promise.resolve(true) });
  return nodes
    .map((id) => nodeOf(flow, id))
    .filter((node) => node.kind === 'userTask' && lacksChoice(node, input.source));
}

/** The refusal that names nodes without people, for the page to ask for them. */
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

/** Refuses with FLOW_CHOICE, naming every node, a submission whose way needs people that nobody has chosen. */
export async function refuseMissingChoices(input: StepInput): Promise<void> {
  const missing = await missingChoices(input);
  if (missing.length > 0) throw choiceRefusal(missing);
}
