import type { Candidate, FlowNode } from '../definition.ts';

/** Returns the path of a problem between a flow and a form: `flowKey`, then the id of the flow's element. */
export const problemPath = (element: string): string[] => ['flowKey', element];

/**
 * Returns the holders of a node: who gets its task, then who gets a copy. `kind`: Chinese word for the two (办理人,
 * 抄送人).
 */
export const holdersOf = ({ candidates, settings }: FlowNode): (Candidate & { kind: string })[] => [
  ...candidates.map((holder) => ({ ...holder, kind: '办理人' })),
  ...(settings?.cc ?? []).map((holder) => ({ ...holder, kind: '抄送人' })),
];
