import type { Row } from '../../../kernel/index.ts';
import { createInsertion } from './operations.ts';
import type { RowStore } from './rowStore.ts';
import type { Splice } from './splices.ts';

type Values = Readonly<Record<string, unknown>>;

/** Collects edits and new rows, also over a longer time, and commits them as one undo step. */
export interface Batch {
  /**
   * Adds an edit that writes these values into the row, wherever it is at the time of the commit; nothing happens if
   * the row was removed. `index`: probable index of the row, where the search for it begins.
   */
  edit(row: Row, index: number, values: Values): void;
  /** Adds a new row, which the commit appends to the table: default values, overridden by `values`. */
  append(values: Values): void;
  /** Commits everything and returns the changed and new rows. Without changes no undo step is recorded. */
  commit(): readonly Row[];
}

/** An edit of the row `base`. `next`: its new version with computed values. */
interface PreparedEdit {
  index: number;
  base: Row;
  next: Row;
  values: Values;
}

/** Returns the row with these values; the same object if no value differs. */
const withValues = (row: Row, values: Values): Row =>
  Object.keys(values).every((key) => Object.is(row.fieldsMap[key], values[key]))
    ? row
    : { ...row, fieldsMap: { ...row.fieldsMap, ...values } };

export function createBatch(rows: RowStore, newRow: () => Row): Batch {
  const edits: PreparedEdit[] = [];
  const addedRows: Row[] = [];
  /**
   * Prepares an edit again if its row has changed or moved since, for example because the response of a request filled
   * in values. Returns null if the row was removed.
   */
  const refreshEdit = ({ index, base, next, values }: PreparedEdit): PreparedEdit | null => {
    const currentIndex = rows.indexOf(base.id, index);
    const currentRow = rows.all()[currentIndex];
    if (currentRow === base) return { index: currentIndex, base, next, values };
    return currentRow === undefined
      ? null
      : {
          index: currentIndex,
          base: currentRow,
          next: rows.derive(withValues(currentRow, values), currentRow),
          values,
        };
  };
  return {
    edit({ id }, probableIndex, values) {
      const index = rows.indexOf(id, probableIndex);
      const base = rows.all()[index];
      if (base === undefined) return;
      const next = withValues(base, values);
      if (next !== base) edits.push({ index, base, next: rows.derive(next, base), values });
    },
    append(values) {
      addedRows.push(rows.derive(withValues(newRow(), values), null));
    },
    commit() {
      const editSplices: { index: number; removed: Row[]; inserted: Row[] }[] = [];
      const preparedEdits = edits
        .map(refreshEdit)
        .filter((edit) => edit !== null)
        .sort((a, b) => a.index - b.index);
      for (const { index, base, next } of preparedEdits) {
        const lastSplice = editSplices.at(-1);
        if (lastSplice && lastSplice.index + lastSplice.removed.length === index) {
          lastSplice.removed.push(base);
          lastSplice.inserted.push(next);
        } else editSplices.push({ index, removed: [base], inserted: [next] });
      }
      const fullChange: readonly Splice[] = [
        ...editSplices,
        ...(addedRows.length > 0 ? createInsertion(rows.all().length, addedRows) : []),
      ];
      if (fullChange.length > 0) rows.commit(fullChange, { isDerived: true });
      return [...preparedEdits.map((edit) => edit.next), ...addedRows];
    },
  };
}
