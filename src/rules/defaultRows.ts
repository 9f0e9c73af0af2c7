import { splitNames } from './lists.ts';
import type { Situation } from './situation.ts';

/** What the rules read of a sub-table's default data. */
export interface DefaultRowsConfig {
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
 * configured node while the flow has not finished; not over existing rows, unless the dependency field changed.
 */
export function shouldLoadDefaultRows(table: DefaultRowsConfig, situation: Situation, { rowCount, hasDependencyChanged = false }: DefaultRowsState): boolean {
  if (!table.defaultTbDataResourceApi) return false;
  const isReload = hasDependencyChanged && (table.defaultTbDataDependKey ?? '') !== '';
  if (rowCount > 0 && !isReload) return false;
  const nodes = splitNames(table.defaultTbDataDependTaskNode);
  if (nodes.length > 0 && situation.flowState !== '3') return nodes.includes(situation.taskNode);
  return !situation.recordId || situation.flowState === '0';
}
