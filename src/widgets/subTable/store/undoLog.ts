import { invertChange, type Change } from './splices.ts';

interface Entry {
  change: Change;
  /** Edits with the same token are one step (typing in one cell). */
  token?: string;
  /** Time of recording, from the clock of `createUndoLog`. */
  time: number;
}

/** A change that undoes or redoes a step. Its rows are as they were at `time`. */
export interface Step {
  change: Change;
  time: number;
}

export interface UndoLog {
  record(change: Change, token?: string): void;
  /** Moves the last step to the redo list and returns the change that undoes it; null if there is none. */
  undo(): Step | null;
  /** Moves the last undone step back and returns its change; null if there is none. */
  redo(): Step | null;
  /** Removes the last step if it has this token and returns the change that undoes it. The step cannot be redone. */
  revert(token: string): Step | null;
  canUndo(): boolean;
  canRedo(): boolean;
  clear(): void;
}

const MAX_STEPS = 200;

/** Combines two successive changes of the same rows into one; null if they concern different rows. */
function mergeChanges(first: Change, second: Change): Change | null {
  const [a] = first;
  const [b] = second;
  if (first.length !== 1 || second.length !== 1 || a.index !== b.index) return null;
  if (a.inserted.length !== b.removed.length || !a.inserted.every((row, i) => row.id === b.removed[i].id)) return null;
  return [{ index: a.index, removed: a.removed, inserted: b.inserted }];
}

/** Creates the list of undo and redo steps. `currentTime` is their logical clock (see `RowWatch.time`). */
export function createUndoLog(currentTime: () => number): UndoLog {
  let done: Entry[] = [];
  let undone: Entry[] = [];
  return {
    record(change, token) {
      undone = [];
      const last = done.at(-1);
      const merged = token !== undefined && last?.token === token ? mergeChanges(last.change, change) : null;
      if (merged) done[done.length - 1] = { change: merged, token, time: currentTime() };
      else done.push({ change, time: currentTime(), ...(token === undefined ? {} : { token }) });
      if (done.length > MAX_STEPS) done.shift();
    },
    undo() {
      const entry = done.pop();
      if (!entry) return null;
      undone.push({ change: entry.change, time: entry.time });
      return { change: invertChange(entry.change), time: entry.time };
    },
    redo() {
      const entry = undone.pop();
      if (!entry) return null;
      done.push({ change: entry.change, time: entry.time });
      return entry;
    },
    revert(token) {
      if (done.at(-1)?.token !== token) return null;
      const { change, time } = done.pop() as Entry;
      return { change: invertChange(change), time };
    },
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
    clear() {
      done = [];
      undone = [];
    },
  };
}
