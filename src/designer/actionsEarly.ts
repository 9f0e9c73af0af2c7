/** On a phone the last columns (what can be done, and what came of it) stand beside the name, without scrolling sideways. */
export function actionsEarly<Column>(isPhone: boolean, columns: readonly Column[], count = 1): Column[] {
  return isPhone ? [...columns.slice(0, 1), ...columns.slice(-count), ...columns.slice(1, -count)] : [...columns];
}
