/**
 * Calls `take` for each column of a row that may be written. A column that is locked at first is asked again as long as
 * others have been taken since, because their values may open it. Returns the columns that stayed locked. `isFirst`:
 * nothing has been taken for the row yet on which the question depends.
 */
export function takeOpened<Column>(
  columns: readonly Column[],
  mayTake: (column: Column, isFirst: boolean) => boolean,
  take: (column: Column) => void,
): readonly Column[] {
  let open = columns;
  for (let isFirst = true; ; isFirst = false) {
    const locked: Column[] = [];
    for (const column of open)
      if (mayTake(column, isFirst)) take(column);
      else locked.push(column);
    if (locked.length === 0 || locked.length === open.length) return locked;
    open = locked;
  }
}
