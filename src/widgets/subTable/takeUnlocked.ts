/**
 * Calls `take` for each column of a row that may be written. The values of taken columns may unlock other columns, so
 * locked columns are checked again until no more columns are unlocked. Returns the columns that stay locked.
 */
export function takeUnlocked<Column>(
  columns: readonly Column[],
  mayTake: (column: Column, isFirstPass: boolean) => boolean,
  take: (column: Column) => void,
): readonly Column[] {
  let open = columns;
  for (let isFirstPass = true; ; isFirstPass = false) {
    const locked: Column[] = [];
    for (const column of open)
      if (mayTake(column, isFirstPass)) take(column);
      else locked.push(column);
    if (locked.length === 0 || locked.length === open.length) return locked;
    open = locked;
  }
}
