/*
 * The work budget of expressions, counted in items: the rows and list entries over which loops iterate, and those that
 * `+` concatenates. Unlike a time limit, the count is the same on every machine. Only one synchronous run of work (one
 * save, or one expression outside of a save) is active at a time, so module variables are enough.
 */

/**
 * Maximum number of items for one save, and for one expression outside of a save. It corresponds to a few seconds,
 * during which the server process answers no other request.
 */
export const MAX_WORK = 20_000_000;

let remainingItems = MAX_WORK;
/** True if the budget of the current run was exceeded. */
let isOver = false;
/** True while `withinWork` runs. */
let isInsideWork = false;
/** The number of the last run of work that was started. */
let lastRun = 0;
/** The number of the run that is active; inside of `withinWork` several evaluations belong to one run. */
let currentRun = 0;

/** Maximum depth of nested loops. Two loops can compare rows with rows; no reasonable formula needs more. */
export const MAX_LOOP_DEPTH = 2;

/** Starts the evaluation of an expression. Outside of `withinWork` each expression gets the full budget `MAX_WORK`. */
export function startEvaluation(): void {
  if (isInsideWork) return;
  remainingItems = MAX_WORK;
  currentRun = lastRun += 1;
}

/**
 * Returns the number of the current run of work. `cachePart` compares it with the run of a cached result: the first use
 * of the result in another run charges its items again.
 */
export const currentWorkRun = (): number => currentRun;
export const remainingWork = (): number => remainingItems;

/**
 * Subtracts `items` from the budget of the current run. Throws RangeError if the budget is exhausted, and then at every
 * later call in this run.
 */
export function chargeWork(items: number): void {
  remainingItems -= items;
  if (remainingItems >= 0) return;
  isOver = true;
  throw new RangeError('too much work for one record');
}

/**
 * Like `chargeWork`, but for work outside of expressions: returns false instead of throwing if the budget is exhausted.
 * Outside of `withinWork` it subtracts nothing and returns true.
 */
export function tryCharge(items: number): boolean {
  if (!isInsideWork) return true;
  remainingItems -= items;
  if (remainingItems < 0) isOver = true;
  return remainingItems >= 0;
}

/**
 * Runs `work` with a budget of `limit` items. If the budget is exceeded, every loop fails, and `isOver` is true: the
 * result must not be used.
 */
export function withinWork<T>(limit: number, work: () => T): { result: T; isOver: boolean } {
  const outerState = { remainingItems, isOver, isInsideWork, currentRun };
  remainingItems = limit;
  isInsideWork = true;
  isOver = false;
  currentRun = lastRun += 1;
  try {
    const result = work();
    return { result, isOver };
  } finally {
    ({ remainingItems, isOver, isInsideWork, currentRun } = outerState);
  }
}
