import { splitNames } from './lists.ts';
import { isForOneRow } from './otherRows.ts';
import type { Situation } from './situation.ts';

/** What the rules read of a sub-table's default data. */
export interface DefaultRowsConfig {
  __vModel__?: string;
  defaultTbDataResourceApi?: string;
  defaultTbDataDependKey?: string;
  defaultTbDataDependTaskNode?: string;
}

export interface DefaultRowsState {
  rowCount: number;
  /** True when the value of the dependency field has just changed (SL-007). */
  hasDependencyChanged?: boolean;
}

/**
 * SL-004…007. May default rows be asked for now? Only with a configured call; only in a new or draft record, or at a
 * configured node while the flow has not finished; not over existing rows. Whether the table may be edited is not asked
 * (SL-004 names the id and the state alone). The node's word on the table (`defaults`) wins over its own list of nodes. A change of the dependency field asks again
 * over existing rows and in whatever state the record is: a returned one is corrected, too. Rows of others are never replaced.
 */
export function shouldLoadDefaultRows(
  table: DefaultRowsConfig,
  situation: Situation,
  { rowCount, hasDependencyChanged = false }: DefaultRowsState,
): boolean {
  if (!table.defaultTbDataResourceApi) return false;
  const isReload = hasDependencyChanged && (table.defaultTbDataDependKey ?? '') !== '';
  if (rowCount > 0 && (!isReload || isForOneRow(table, situation))) return false;
  const word = situation.nodeRules?.tables[table.__vModel__ ?? '']?.defaults;
  if (word !== undefined && situation.flowState !== '3') return word === '1';
  const nodes = splitNames(table.defaultTbDataDependTaskNode);
  if (nodes.length > 0 && situation.flowState !== '3') return nodes.includes(situation.taskNode);
  return isReload || !situation.recordId || situation.flowState === '0';
}

/**
 * The server's side of it: may rows that came have been loaded? Before the first approval the dependency field may have
 * been changed and changed back; later only a change that is there to see brings rows.
 */
export function mayHaveLoadedRows(table: DefaultRowsConfig, situation: Situation, state: DefaultRowsState): boolean {
  const mayReload = state.rowCount === 0 || (table.defaultTbDataDependKey ?? '') !== '';
  return (
    (mayReload && shouldLoadDefaultRows(table, situation, { rowCount: 0 })) ||
    shouldLoadDefaultRows(table, situation, state)
  );
}
