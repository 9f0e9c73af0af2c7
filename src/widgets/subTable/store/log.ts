import { invertChange, type Change } from './splices.ts';

interface Entry {
  change: Change;
  /** Edits with the same token are one step (a cell being typed into). */
  merge?: string;
}

export interface Log {
  record(change: Change, merge?: string): void;
  /** The change that takes the last step back, or null. */
  undo(): Change | null;
  redo(): Change | null;
  /** Drops the last step when it carries this token; answers the change that takes it back. It cannot be done again. */
  revert(merge: string): Change | null;
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
export function createLog(): Log {
  let done: Entry[] = [];
  let undone: Entry[] = [];
  return {
    record(change, merge) {
      undone = [];
      const last = done.at(-1);
      const joined = merge !== undefined && last?.merge === merge ? merged(last.change, change) : null;
      if (joined) done[done.length - 1] = { change: joined, merge };
      else done.push({ change, ...(merge === undefined ? {} : { merge }) });
      if (done.length > LIMIT) done.shift();
    },
    undo() {
      const entry = done.pop();
      if (!entry) return null;
      undone.push({ change: entry.change });
      return invertChange(entry.change);
    },
    redo() {
      const entry = undone.pop();
      if (!entry) return null;
      done.push({ change: entry.change });
      return entry.change;
    },
    revert(merge) {
      if (done.at(-1)?.merge !== merge) return null;
      return invertChange((done.pop() as Entry).change);
    },
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
    clear() { done = []; undone = []; },
  };
}
