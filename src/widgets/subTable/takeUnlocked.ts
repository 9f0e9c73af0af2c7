/**
 * Writes the values of a row: calls `take` for each column that may be written (`mayTake`). A written value may unlock
 * other columns, so locked columns are checked again until no more columns are unlocked. In the first pass, `mayTake`
 * can check against the row as it was; later, against the row with the values written so far. Returns the columns that
 * stay locked.
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
