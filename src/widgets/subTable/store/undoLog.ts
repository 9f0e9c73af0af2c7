import { invertChange, type Change } from './splices.ts';

interface LoggedStep {
  change: Change;
  /** Token of the edit. Successive edits of the same rows with the same token (typing in one cell) are one step. */
  token?: string;
  /**
   * Times of the first and last edit of the step, from the clock of `createUndoLog`. An undo restores the rows as they
   * were at the time of the first edit, a redo the rows as they were at the time of the last edit.
   */
  firstTime: number;
  lastTime: number;
}

/** A change that undoes or redoes a step. Its rows are as they were at `time`. */
export interface Step {
  change: Change;
  time: number;
}

export interface UndoLog {
  record(change: Change, token?: string): void;
  /** Moves the last step to the redo list and returns the change that undoes it; null without a step. */
  undo(): Step | null;
  /** Moves the last undone step back and returns its change; null without such a step. */
  redo(): Step | null;
  /** Removes the last step if it has this token and returns the change that undoes it. The step cannot be redone. */
  revert(token: string): Step | null;
  canUndo(): boolean;
  canRedo(): boolean;
  clear(): void;
}

const MAX_STEPS = 200;

/** Combines two successive changes that each replace the same block of rows; null for other changes. */
function mergeChanges(first: Change, second: Change): Change | null {
  const [firstSplice] = first;
  const [secondSplice] = second;
  if (first.length !== 1 || second.length !== 1 || firstSplice.index !== secondSplice.index) return null;
  if (
    firstSplice.inserted.length !== secondSplice.removed.length ||
    !firstSplice.inserted.every((row, i) => row.id === secondSplice.removed[i].id)
  )
    return null;
  return [{ index: firstSplice.index, removed: firstSplice.removed, inserted: secondSplice.inserted }];
}

/** Creates the list of undo and redo steps. `currentTime`: the logical clock (see `RowWatch.time`). */
export function createUndoLog(currentTime: () => number): UndoLog {
  let undoSteps: LoggedStep[] = [];
  let redoSteps: LoggedStep[] = [];
  return {
    record(change, token) {
      redoSteps = [];
      const lastStep = undoSteps.at(-1);
      const mergedChange =
        token !== undefined && lastStep?.token === token ? mergeChanges(lastStep.change, change) : null;
      const time = currentTime();
      if (mergedChange && lastStep)
        undoSteps[undoSteps.length - 1] = { ...lastStep, change: mergedChange, lastTime: time };
      else undoSteps.push({ change, firstTime: time, lastTime: time, ...(token === undefined ? {} : { token }) });
      if (undoSteps.length > MAX_STEPS) undoSteps.shift();
    },
    undo() {
      const step = undoSteps.pop();
      if (!step) return null;
      const { change, firstTime, lastTime } = step;
      redoSteps.push({ change, firstTime, lastTime });
      return { change: invertChange(change), time: firstTime };
    },
    redo() {
      const step = redoSteps.pop();
      if (!step) return null;
      undoSteps.push(step);
      return { change: step.change, time: step.lastTime };
    },
    revert(token) {
      if (undoSteps.at(-1)?.token !== token) return null;
      const { change, firstTime } = undoSteps.pop() as LoggedStep;
      return { change: invertChange(change), time: firstTime };
    },
    canUndo: () => undoSteps.length > 0,
    canRedo: () => redoSteps.length > 0,
    clear() {
      undoSteps = [];
      redoSteps = [];
    },
  };
}
