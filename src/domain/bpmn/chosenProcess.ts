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
