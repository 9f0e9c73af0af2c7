/** On a phone the result and what can be done (the last column) stand beside the name, without scrolling sideways. */
export function actionsEarly<Column>(isPhone: boolean, columns: readonly Column[]): Column[] {
  const last = columns.at(-1);
  return isPhone && last !== undefined ? [...columns.slice(0, 1), last, ...columns.slice(1, -1)] : [...columns];
}
