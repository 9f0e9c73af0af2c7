import type { Row } from '../../../kernel/index.ts';

/** The basic change: at `index`, `inserted` replaces the rows `removed`. An edit replaces a row by its new version. */
export interface Splice {
  index: number;
  removed: readonly Row[];
  inserted: readonly Row[];
}

/** Splices, applied in order. Each index refers to the list after the previous splices. */
export type Change = readonly Splice[];

/**
 * Applies a change to a list. Returns the new list, and the change with the rows that were really in the list as
 * `removed`; of the given `removed`, only the number is used. Unchanged rows stay the same objects. Copying the
 * references takes about 1 µs per thousand rows.
 */
export function applyChange(rows: readonly Row[], change: Change): { rows: Row[]; applied: Change } {
  const next = rows.slice();
  const applied = change.map(({ index, removed, inserted }): Splice => {
    const removedRows = next.slice(index, index + removed.length);
    if (removedRows.length === inserted.length)
      for (let i = 0; i < inserted.length; i += 1) next[index + i] = inserted[i];
    else if (inserted.length <= 1000) next.splice(index, removedRows.length, ...inserted);
    else {
      // spreading tens of thousands of arguments overflows the stack
      const tail = next.splice(index).slice(removedRows.length);
      for (const row of inserted) next.push(row);
      for (const row of tail) next.push(row);
    }
    return { index, removed: removedRows, inserted };
  });
  return { rows: next, applied };
}

/** Returns the change that undoes this change. */
export const invertChange = (change: Change): Change =>
  change.toReversed().map(({ index, removed, inserted }) => ({ index, removed: inserted, inserted: removed }));

/** Returns true if rows are added, removed or moved; false if only their values change. */
export const changesStructure = (change: Change): boolean =>
  change.some(
    ({ removed, inserted }) =>
      removed.length !== inserted.length || removed.some((row, i) => row.id !== inserted[i].id),
  );

/**
 * Creates the change that removes all matching rows: one splice per run of neighbouring rows. The last run comes first,
 * so that no splice changes the index of a later splice.
 */
export function createRemovalSplices(rows: readonly Row[], isRemoved: (row: Row) => boolean): Change {
  const change: Splice[] = [];
  let end = rows.length;
  while (end > 0) {
    if (!isRemoved(rows[end - 1])) {
      end -= 1;
      continue;
    }
    let start = end - 1;
    while (start > 0 && isRemoved(rows[start - 1])) start -= 1;
    change.push({ index: start, removed: rows.slice(start, end), inserted: [] });
    end = start;
  }
  return change;
}
