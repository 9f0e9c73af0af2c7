import type { Row } from '../../../kernel/index.ts';
import type { Change } from './splices.ts';

/** Tracks which rows and cells differ from the stored rows. */
export interface DirtyTracker {
  /** Updates the tracked rows after a change was applied. */
  recordChange(change: Change): void;
  /** Returns true if the cell differs from the stored row; in a new row, if it is filled. */
  isCellDirty(row: Row, key: string): boolean;
  /** Returns true if the row is not stored yet. */
  isNew(row: Row): boolean;
  /** Treats the current rows as stored. */
  markStored(): void;
  /** Starts again with `rows`. They are compared with `stored`; rows that are not in `stored` are new. */
  reset(rows: readonly Row[], stored: readonly Row[]): void;
}

const isSame = (a: unknown, b: unknown): boolean =>
  Object.is(a ?? null, b ?? null) || JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Creates a tracker that keeps the stored row for each changed row, and null for each new row. */
export function createDirtyTracker(): DirtyTracker {
  const storedRows = new Map<string, Row | null>();
  return {
    recordChange(change) {
      for (const { removed, inserted } of change) {
        for (const row of removed) if (!storedRows.has(row.id)) storedRows.set(row.id, row);
        for (const row of inserted) if (!storedRows.has(row.id)) storedRows.set(row.id, null);
      }
    },
    isCellDirty(row, key) {
      const storedRow = storedRows.get(row.id);
      if (storedRow === undefined || storedRow === row) return false;
      return !isSame(storedRow?.fieldsMap[key], row.fieldsMap[key]);
    },
    isNew: (row) => storedRows.get(row.id) === null,
    markStored: () => storedRows.clear(),
    reset(rows, stored) {
      storedRows.clear();
      if (rows === stored) return;
      const storedById = new Map(stored.map((row) => [row.id, row]));
      for (const row of rows) {
        const storedRow = storedById.get(row.id) ?? null;
        if (storedRow !== row) storedRows.set(row.id, storedRow);
      }
    },
  };
}
