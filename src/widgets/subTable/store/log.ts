import { invertChange, type Change } from './splices.ts';

interface Entry {
  change: Change;
  /** Edits with the same token are one step (a cell being typed into). */
  merge?: string;
  /** When it was recorded, by the clock of `createLog`. */
  time: number;
}

/** A step to take back or do again: the rows it brings are as they were at `time`. */
export interface Step {
  change: Change;
  time: number;
}

export interface Log {
  record(change: Change, merge?: string): void;
  /** What takes the last step back, or null. */
  undo(): Step | null;
  redo(): Step | null;
  /** Drops the last step when it carries this token; answers what takes it back. It cannot be done again. */
  revert(merge: string): Step | null;
  canUndo(): boolean;
  canRedo(): boolean;
  clear(): void;
}

const LIMIT = 200;

/** One row typed into twice: before of the first, after of the second. */
function merged(first: Change, second: Change): Change | null {
  const [a] = first;
  const [b] = second;
  if (first.length !== 1 || second.length !== 1 || a.at !== b.at) return null;
  if (a.inserted.length !== b.removed.length || !a.inserted.every((row, i) => row.id === b.removed[i].id)) return null;
  return [{ at: a.at, removed: a.removed, inserted: b.inserted }];
}

/** Steps that can be taken back and done again; every step is reversible by itself. */
export function createLog(now: () => number): Log {
  let done: Entry[] = [];
  let undone: Entry[] = [];
  return {
    record(change, merge) {
      undone = [];
      const last = done.at(-1);
      const joined = merge !== undefined && last?.merge === merge ? merged(last.change, change) : null;
      if (joined) done[done.length - 1] = { change: joined, merge, time: now() };
      else done.push({ change, time: now(), ...(merge === undefined ? {} : { merge }) });
      if (done.length > LIMIT) done.shift();
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
    revert(merge) {
      if (done.at(-1)?.merge !== merge) return null;
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
