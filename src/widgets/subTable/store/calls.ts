import type { CellRef } from './cursor.ts';
import type { Topics } from './topics.ts';

/** State of the call that a cell's value caused: running, or failed with a message. */
export type CellCall = { state: 'asking' } | { state: 'failed'; message: string };

/** Calls by cell. A call belongs to the value that caused it. */
export interface CellCalls {
  /** Returns the call that this value of the cell caused, if any. */
  callOf(rowId: string, column: string, value: unknown): CellCall | undefined;
  /** Stores the state of the call that this value caused; null after success or if the call is not needed any more. */
  set(cell: CellRef, value: unknown, call: CellCall | null): void;
  /** Returns the cells whose call has failed. */
  failedCells(): CellRef[];
  /** Returns the number of running calls. */
  runningCount(): number;
  /** Removes the calls of cells whose value has changed since. */
  prune(isCurrent: (cell: CellRef, value: unknown) => boolean): void;
}

export function createCellCalls(topics: Topics): CellCalls {
  const callsByCell = new Map<string, { cell: CellRef; value: unknown; call: CellCall }>();
  const keyOf = (rowId: string, column: string): string => `${rowId}\n${column}`;
  let runningCount = 0;
  const setCall = (key: string, next: { cell: CellRef; value: unknown; call: CellCall } | null): void => {
    if (callsByCell.get(key)?.call.state === 'asking') runningCount -= 1;
    if (next === null) callsByCell.delete(key);
    else callsByCell.set(key, next);
    if (next?.call.state === 'asking') runningCount += 1;
  };
  return {
    callOf(rowId, column, value) {
      if (callsByCell.size === 0) return undefined;
      const storedCall = callsByCell.get(keyOf(rowId, column));
      return storedCall && Object.is(storedCall.value, value) ? storedCall.call : undefined;
    },
    set(cell, value, call) {
      const key = keyOf(cell.rowId, cell.column);
      if (call === null && !callsByCell.has(key)) return;
      setCall(key, call && { cell, value, call });
      topics.batch(() => {
        topics.touch(`row:${cell.rowId}`);
        topics.touch('calls');
      });
    },
    failedCells: () => [...callsByCell.values()].filter(({ call }) => call.state === 'failed').map(({ cell }) => cell),
    runningCount: () => runningCount,
    prune(isCurrent) {
      const removedCalls = [...callsByCell].filter(([, { cell, value }]) => !isCurrent(cell, value));
      for (const [key] of removedCalls) setCall(key, null);
      if (removedCalls.length > 0) topics.touch('calls');
    },
  };
}
