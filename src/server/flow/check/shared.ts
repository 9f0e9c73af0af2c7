import { isFieldNode, walkNodes, type FormDefinition } from '../../../kernel/index.ts';
import type { FieldNode } from '../../../grammar/nodes.ts';
import type { Candidate, FlowNode } from '../definition.ts';

/** Returns the path of a problem between a flow and a form: `flowKey`, then the id of the flow's element. */
export const problemPath = (element: string): string[] => ['flowKey', element];

/** Returns the fields of a form and the columns of its sub-tables by key. */
export const fieldsByKey = (form: FormDefinition): ReadonlyMap<string, FieldNode> =>
  new Map(
    [...walkNodes(form.fields)]
      .map(({ node }) => node)
      .filter(isFieldNode)
      .map((node) => [node.__vModel__, node]),
  );

/**
 * Returns the holders of a node: who gets its task, then who gets a copy. `kind`: Chinese word for the two (办理人,
 * 抄送人).
 */
export const holdersOf = ({ candidates, settings }: FlowNode): (Candidate & { kind: string })[] => [
  ...candidates.map((holder) => ({ ...holder, kind: '办理人' })),
  ...(settings?.cc ?? []).map((holder) => ({ ...holder, kind: '抄送人' })),
];
