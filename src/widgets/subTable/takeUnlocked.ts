/**
 * Calls `take` for each column of a row that may be written. The values of taken columns may unlock other columns, so
 * locked columns are checked again until no more columns are unlocked. Returns the columns that stay locked.
 */
export function takeUnlocked<Column>(
  columns: readonly Column[],
  mayTake: (column: Column, isFirstPass: boolean) => boolean,
  take: (column: Column) => void,
): readonly Column[] {
  let columnsToCheck = columns;
  for (let isFirstPass = true; ; isFirstPass = false) {
    const lockedColumns: Column[] = [];
    for (const column of columnsToCheck)
      if (mayTake(column, isFirstPass)) take(column);
      else lockedColumns.push(column);
    if (lockedColumns.length === 0 || lockedColumns.length === columnsToCheck.length) return lockedColumns;
    columnsToCheck = lockedColumns;
  }
}
