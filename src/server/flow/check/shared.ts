import type { Holder, FlowNode } from '../definition.ts';

/**
 * Returns the path of a problem that a form's process causes: `flowKey` (the property of the form definition that names
 * the process), then the id of the element of the process.
 */
export const problemPath = (element: string): string[] => ['flowKey', element];

/**
 * Returns the holders of a node: who gets its task, then who gets a copy. `kind`: the Chinese word for which of the two
 * the holder gets, 办理人 for the task, 抄送人 for the copy.
 */
export const holdersOf = ({ candidates, settings }: FlowNode): (Holder & { kind: string })[] => [
  ...candidates.map((holder) => ({ ...holder, kind: '办理人' })),
  ...(settings?.cc ?? []).map((holder) => ({ ...holder, kind: '抄送人' })),
];
