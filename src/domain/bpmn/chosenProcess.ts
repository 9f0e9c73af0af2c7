/** A root element of a file, or an element of a process. */
interface BpmnElement {
  $type: string;
  isExecutable?: unknown;
  flowElements?: readonly unknown[];
}

/**
 * Chooses the process of a BPMN file: the first executable one with elements, else the first one with elements;
 * undefined if no process has elements. A file with pools may contain several processes. The server and the diagram
 * use the same rule.
 */
export function chosenProcess<T extends object>(roots: readonly T[]): T | undefined {
  const nonEmpty = roots.filter(
    (root) => (root as BpmnElement).$type === 'bpmn:Process' && ((root as BpmnElement).flowElements?.length ?? 0) > 0,
  );
  return nonEmpty.find((root) => (root as BpmnElement).isExecutable === true) ?? nonEmpty[0];
}

interface Process extends BpmnElement {
  id?: string;
  name?: string;
}

/** Returns the elements, including those inside sub-processes. */
const flatten = (elements: readonly unknown[]): BpmnElement[] =>
  elements.flatMap((element) => [element as BpmnElement, ...flatten((element as BpmnElement).flowElements ?? [])]);

/** One process of a file, shown to a user who chooses one of several. */
export interface ProcessChoice {
  id: string;
  name: string;
  /** Number of elements except sequence flows. */
  nodes: number;
  /** Number of user and manual tasks. */
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
