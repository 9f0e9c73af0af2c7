import type { RowsOfOtherTasks, Situation } from './situation.ts';

/** The row of a sub-table that a task is for. */
export interface TaskItem {
  table?: string;
  key: string;
}

type Tables = Readonly<Record<string, unknown>> | null | undefined;

/**
 * Returns the rows that belong to the tasks of other people, where a sub-process is repeated over the rows of a
 * sub-table. Null if the task is not for one row. `tables`: the sub-tables as stored when the task was opened, so rows
 * added since then belong to this person.
 */
export function findRowsOfOtherTasks(item: TaskItem | null | undefined, tables: Tables): RowsOfOtherTasks | null {
  if (!item?.table) return null;
  const rows = tables?.[item.table];
  const ids = (Array.isArray(rows) ? rows : []).map((row) => String((row as { id?: unknown } | null)?.id ?? ''));
  return { table: item.table, ids: new Set(ids.filter((id) => id !== item.key)) };
}

/** Returns true if the task is for one row of this table, and the node rule `others` does not open the other rows. */
export const isForOneRow = (table: { __vModel__?: string }, { rowsOfOtherTasks, nodeRules }: Situation): boolean =>
  rowsOfOtherTasks !== null &&
  rowsOfOtherTasks !== undefined &&
  rowsOfOtherTasks.table === table.__vModel__ &&
  nodeRules?.tables[rowsOfOtherTasks.table]?.others !== '1';

/** Returns true if the row belongs to the task of another person. A row without an id belongs to this person. */
export const isOthersRow = (table: { __vModel__?: string }, rowId: string | undefined, situation: Situation): boolean =>
  rowId !== undefined && isForOneRow(table, situation) && situation.rowsOfOtherTasks?.ids.has(rowId) === true;
