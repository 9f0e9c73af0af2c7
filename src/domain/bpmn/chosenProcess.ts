interface Definition {
  $type: string;
  isExecutable?: unknown;
  flowElements?: readonly unknown[];
}

/**
 * Chooses the process of a BPMN file: the first executable one with elements, else the first one with elements. A file
 * with pools may hold several processes. The server and the diagram use the same rule.
 */
export function chosenProcess<T extends object>(roots: readonly T[]): T | undefined {
  const nonEmpty = roots.filter(
    (root) => (root as Definition).$type === 'bpmn:Process' && ((root as Definition).flowElements?.length ?? 0) > 0,
  );
  return nonEmpty.find((root) => (root as Definition).isExecutable === true) ?? nonEmpty[0];
}

interface Process extends Definition {
  id?: string;
  name?: string;
}

const flatten = (elements: readonly unknown[]): Definition[] =>
  elements.flatMap((element) => [element as Definition, ...flatten((element as Definition).flowElements ?? [])]);

/** One process of a file, shown to a user who chooses one of several. */
export interface ProcessChoice {
  id: string;
  name: string;
  /** Number of elements except sequence flows; `tasks`: number of user and manual tasks. */
  nodes: number;
  tasks: number;
}

/**
 * Returns the processes of a file that have elements, sorted by number of tasks, then by number of elements. The first
 * one is proposed to the user.
 */
export const processChoices = (roots: readonly object[]): ProcessChoice[] =>
  roots
    .map((root) => root as Process)
    .filter(({ $type, flowElements = [] }) => $type === 'bpmn:Process' && flowElements.length > 0)
    .map(({ id = '', name, flowElements = [] }) => {
      const elements = flatten(flowElements).filter(({ $type }) => $type !== 'bpmn:SequenceFlow');
      return {
        id,
        name: name?.trim() || id,
        nodes: elements.length,
        tasks: elements.filter(({ $type }) => $type === 'bpmn:UserTask' || $type === 'bpmn:ManualTask').length,
      };
    })
    .toSorted((a, b) => b.tasks - a.tasks || b.nodes - a.nodes);
