/** Returns the spreadsheet name of a column (A, B … Z, AA …) for an index from 0. */
export function columnName(index: number): string {
  const quotient = Math.floor(index / 26);
  return (quotient > 0 ? columnName(quotient - 1) : '') + String.fromCharCode(65 + (index % 26));
}
