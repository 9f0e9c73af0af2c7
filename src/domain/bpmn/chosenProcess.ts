interface Definition {
  $type: string;
  isExecutable?: unknown;
  flowElements?: readonly unknown[];
}

/**
 * The process of a file that is meant: the one that is to be run, of those that hold something; else the first of them.
 * A file of pools may hold several. One rule for the server and the drawing.
 */
export function chosenProcess<T extends object>(roots: readonly T[]): T | undefined {
  const filled = roots.filter(
    (root) => (root as Definition).$type === 'bpmn:Process' && ((root as Definition).flowElements?.length ?? 0) > 0,
  );
  return filled.find((root) => (root as Definition).isExecutable === true) ?? filled[0];
}

interface Process extends Definition {
  id?: string;
  name?: string;
}

const flatten = (elements: readonly unknown[]): Definition[] =>
  elements.flatMap((element) => [element as Definition, ...flatten((element as Definition).flowElements ?? [])]);

/** A process of a file, as somebody chooses among several. */
export interface ProcessChoice {
  id: string;
  name: string;
  /** Elements beside lines, and those that are tasks of people. */
  nodes: number;
  tasks: number;
}

/** Processes of a file that hold something, the one with most work first: that is the one to propose. */
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
