import type { RowsOfOtherTasks, Situation } from './situation.ts';

/**
 * The item of a repeated sub-process that a task is for. `table`: the sub-table of which the item is a row; absent if
 * the item is a person or a number. `key`: the id of the row.
 */
export interface TaskItem {
  table?: string;
  key: string;
}

type Tables = Readonly<Record<string, unknown>> | null | undefined;

/**
 * Returns the rows that belong to other tasks, if the task is for one row of a sub-table (in a sub-process that is
 * repeated for each row). Null if the task is not for one row. `tables`: the sub-tables as last stored; a row that the
 * person adds belongs to this person until it is stored.
 */
export function findRowsOfOtherTasks(item: TaskItem | null | undefined, tables: Tables): RowsOfOtherTasks | null {
  if (!item?.table) return null;
  const rows = tables?.[item.table];
  const ids = (Array.isArray(rows) ? rows : []).map((row) => String((row as { id?: unknown } | null)?.id ?? ''));
  return { table: item.table, ids: new Set(ids.filter((id) => id !== item.key)) };
}

/** Returns true if the task is for one row of this table, and the node rule `others` does not allow changing others. */
export const isRestrictedToOwnRow = (
  table: { __vModel__?: string },
  { rowsOfOtherTasks, nodeRules }: Situation,
): boolean =>
  rowsOfOtherTasks !== null &&
  rowsOfOtherTasks !== undefined &&
  rowsOfOtherTasks.table === table.__vModel__ &&
  nodeRules?.tables[rowsOfOtherTasks.table]?.others !== '1';

/**
 * Returns true if the row belongs to another task and may not be changed in this one. A row without an id belongs to
 * this person.
 */
export const isOthersRow = (table: { __vModel__?: string }, rowId: string | undefined, situation: Situation): boolean =>
  rowId !== undefined && isRestrictedToOwnRow(table, situation) && situation.rowsOfOtherTasks?.ids.has(rowId) === true;
