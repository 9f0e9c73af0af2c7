import type { Row } from '../../../kernel/index.ts';
import type { Change } from './splices.ts';

export interface Dirty {
  note(change: Change): void;
  /** True when the cell differs from the stored row; every filled cell of a new row does. */
  isCellDirty(row: Row, key: string): boolean;
  isNew(row: Row): boolean;
  clear(): void;
}

const isSame = (a: unknown, b: unknown): boolean =>
  Object.is(a ?? null, b ?? null) || JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Remembers a row as it was stored at its first change, and nothing of the rows that never changed. */
export function createDirty(): Dirty {
  const stored = new Map<string, Row | null>();
  return {
    note(change) {
      for (const { removed, inserted } of change) {
        for (const row of removed) if (!stored.has(row.id)) stored.set(row.id, row);
        for (const row of inserted) if (!stored.has(row.id)) stored.set(row.id, null);
      }
    },
    isCellDirty(row, key) {
      const before = stored.get(row.id);
      if (before === undefined || before === row) return false;
      return !isSame(before?.fieldsMap[key], row.fieldsMap[key]);
    },
    isNew: (row) => stored.get(row.id) === null,
    clear: () => stored.clear(),
  };
}
