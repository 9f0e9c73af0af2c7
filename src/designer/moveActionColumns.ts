/**
 * Returns the columns of a table in display order. On a phone the last `actionColumnCount` columns (actions and their
 * results) come right after the first column, so that they are visible without horizontal scrolling.
 */
export function moveActionColumns<Column>(
  isPhone: boolean,
  columns: readonly Column[],
  actionColumnCount = 1,
): Column[] {
  return isPhone
    ? [...columns.slice(0, 1), ...columns.slice(-actionColumnCount), ...columns.slice(1, -actionColumnCount)]
    : [...columns];
}
