import { splitNames } from './lists.ts';
import { isRestrictedToOwnRow } from './rowsOfOtherTasks.ts';
import type { Situation } from './situation.ts';

/** The properties of a sub-table's default data that the rules use. */
export interface DefaultRowsConfig {
  __vModel__?: string;
  defaultTbDataResourceApi?: string;
  defaultTbDataDependKey?: string;
  defaultTbDataDependTaskNode?: string;
  /**
   * True: only a new record loads rows by itself, not a stored draft. Set for forms without a process, whose state does
   * not distinguish a draft from a record in use.
   */
  onlyNewRecordsLoad?: boolean;
}

/** The current state of the table. */
export interface DefaultRowsState {
  rowCount: number;
  /** True when the value of the dependency field has just changed (SL-007). */
  hasDependencyChanged?: boolean;
}

/**
 * SL-004…007: returns true if default rows should be loaded now. Needs a configured call. Existing rows are replaced
 * only after a change of the dependency field, and never in a task for one row. While the flow is not finished, the
 * node rule `defaults` decides, or without it the table's list of nodes. Without either, rows are loaded in a new or
 * draft record (with `onlyNewRecordsLoad` only in a new one), and after a change of the dependency field in any state.
 * Permission to edit the table is not required (SL-004 names only the id and the state).
 */
export function shouldLoadDefaultRows(
  table: DefaultRowsConfig,
  situation: Situation,
  { rowCount, hasDependencyChanged = false }: DefaultRowsState,
): boolean {
  if (!table.defaultTbDataResourceApi) return false;
  const isReload = hasDependencyChanged && (table.defaultTbDataDependKey ?? '') !== '';
  if (rowCount > 0 && (!isReload || isRestrictedToOwnRow(table, situation))) return false;
  const nodeDefault = situation.nodeRules?.tables[table.__vModel__ ?? '']?.defaults;
  if (nodeDefault !== undefined && situation.flowState !== '3') return nodeDefault === '1';
  const nodes = splitNames(table.defaultTbDataDependTaskNode);
  if (nodes.length > 0 && situation.flowState !== '3') return nodes.includes(situation.taskNode);
  return isReload || !situation.recordId || (situation.flowState === '0' && table.onlyNewRecordsLoad !== true);
}

/**
 * Returns true if rows that the client sent may come from the default call; used by the server. Where an empty table
 * would load default rows, the result is true for an empty table and for a table with a dependency field, even if that
 * field looks unchanged: it may have been changed and changed back. In all other cases the result is true only after a
 * change of the field (`hasDependencyChanged`). `onlyNewRecordsLoad` is ignored: the person can still request the rows.
 */
export function mayHaveLoadedRows(table: DefaultRowsConfig, situation: Situation, state: DefaultRowsState): boolean {
  const tableOnRequest = { ...table, onlyNewRecordsLoad: false };
  const mayReload = state.rowCount === 0 || (table.defaultTbDataDependKey ?? '') !== '';
  return (
    (mayReload && shouldLoadDefaultRows(tableOnRequest, situation, { rowCount: 0 })) ||
    shouldLoadDefaultRows(tableOnRequest, situation, state)
  );
}
