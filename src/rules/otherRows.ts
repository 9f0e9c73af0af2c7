import type { OtherRows, Situation } from './situation.ts';

/** What a task says of the row of a sub-table that it is for. */
export interface TaskItem {
  table?: string;
  key: string;
}

type Tables = Readonly<Record<string, unknown>> | null | undefined;

/**
 * A task of a sub-process that is repeated over the rows of a sub-table is for one row: the rows that are somebody
 * else's. Null where a task is for no row. `tables` holds what was stored when the task was opened: rows added since are
 * the person's own.
 */
export function otherRowsOf(item: TaskItem | null | undefined, tables: Tables): OtherRows | null {
  if (!item?.table) return null;
  const rows = tables?.[item.table];
  const ids = (Array.isArray(rows) ? rows : []).map((row) => String((row as { id?: unknown } | null)?.id ?? ''));
  return { table: item.table, ids: new Set(ids.filter((id) => id !== item.key)) };
}

/** Is the task for one row of this table, and do the node's rules (`others`) leave the others alone? */
export const isForOneRow = (table: { __vModel__?: string }, { otherRows, nodeRules }: Situation): boolean =>
  otherRows !== null &&
  otherRows !== undefined &&
  otherRows.table === table.__vModel__ &&
  nodeRules?.tables[otherRows.table]?.others !== '1';

/** May nobody but its own holder change this row here? A row whose id is not told is the person's own. */
export const isOthersRow = (table: { __vModel__?: string }, rowId: string | undefined, situation: Situation): boolean =>
  rowId !== undefined && isForOneRow(table, situation) && situation.otherRows?.ids.has(rowId) === true;
