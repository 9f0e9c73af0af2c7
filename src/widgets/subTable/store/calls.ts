import type { CellRef } from './cursor.ts';
import type { Topics } from './topics.ts';

/** A call that a cell's value set off: under way, or failed with a reason. */
export type Call = { state: 'asking' } | { state: 'failed'; message: string };

/** Calls by cell. One counts only for the value that set it off: when the cell says something else, it is past. */
export interface CellCalls {
  of(rowId: string, column: string, value: unknown): Call | undefined;
  set(cell: CellRef, value: unknown, call: Call | null): void;
  failed(): CellRef[];
  asking(): number;
  /** Forgets rows that are gone. */
  prune(isPresent: (rowId: string) => boolean): void;
}

export function createCalls(topics: Topics): CellCalls {
  const cells = new Map<string, { cell: CellRef; value: unknown; call: Call }>();
  const keyOf = (rowId: string, column: string): string => `${rowId}\n${column}`;
  let asking = 0;
  const put = (key: string, next: { cell: CellRef; value: unknown; call: Call } | null): void => {
    if (cells.get(key)?.call.state === 'asking') asking -= 1;
    if (next === null) cells.delete(key);
    else cells.set(key, next);
    if (next?.call.state === 'asking') asking += 1;
  };
  return {
    of(rowId, column, value) {
      if (cells.size === 0) return undefined;
      const found = cells.get(keyOf(rowId, column));
      return found && Object.is(found.value, value) ? found.call : undefined;
    },
    set(cell, value, call) {
      const key = keyOf(cell.rowId, cell.column);
      if (call === null && !cells.has(key)) return;
      put(key, call && { cell, value, call });
      topics.batch(() => {
        topics.touch(`row:${cell.rowId}`);
        topics.touch('calls');
      });
    },
    failed: () => [...cells.values()].filter(({ call }) => call.state === 'failed').map(({ cell }) => cell),
    asking: () => asking,
    prune(isPresent) {
      const gone = [...cells].filter(([, { cell }]) => !isPresent(cell.rowId));
      for (const [key] of gone) put(key, null);
      if (gone.length > 0) topics.touch('calls');
    },
  };
}
