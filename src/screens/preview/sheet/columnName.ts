/** Returns the spreadsheet name of a column (A, B … Z, AA …) for an index from 0. */
export function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}
