import { createContext, useCallback, useContext, useSyncExternalStore, type RefObject } from 'react';
import type { CompiledColumn, CompiledTable, Row } from '../../kernel/index.ts';
import type { FormSession } from '../../runtime/form/session.ts';
import type { Actions } from './actions.ts';
import type { ColumnControl } from './useColumnLayout.ts';
import type { SortFilterControl } from './read/useSortFilterControl.ts';
import type { TableRights } from './rights.ts';
import type { CellRef } from './store/cursor.ts';
import type { TableStore } from './store/tableStore.ts';
import type { Topic, Topics } from './store/topics.ts';

/** Functions of the mounted grid or cards for other parts of the sub-table. */
export interface TableSurface {
  /** Scrolls to a row, and to a column if given. The row and column need not be rendered yet. */
  reveal(index: number, column?: string): void;
  /**
   * Scrolls to a cell and focuses it without opening its editor, because some editors open a dialog. With `keepsAnchor`
   * the selection is extended to the cell.
   */
  focus(cell: CellRef, keepsAnchor?: boolean): void;
}

/**
 * Shared data and functions of all parts of one sub-table. A new object when rights or layout change; the same object
 * when rows change.
 */
export interface TableModel extends ColumnControl {
  /** Prefix of DOM ids. */
  domId: string;
  table: CompiledTable;
  session: FormSession;
  store: TableStore;
  actions: Actions;
  /** Returns all rows of the field in their order, also while a read-only table is filtered or sorted. */
  fieldRows(): readonly Row[];
  rights: TableRights;
  /** The rows can be edited (SL-001 mode 1). */
  isEditMode: boolean;
  /** The column with the check boxes for selecting rows is shown. */
  hasSelection: boolean;
  /** Width of the operation column in px; 0 without one. */
  operationWidth: number;
  /** Removes rows; asks for confirmation before several rows or a filled row. */
  remove(ids: readonly string[]): void;
  /**
   * Opens the dialog 更新带出 of a relation. It lists the filled cells that differ from the current values of the related
   * records, and writes these values into the cells when the user confirms.
   */
  openFillChangesDialog(relation: CompiledColumn): void;
  /**
   * Dispatches the DOM event `sub-table`, then runs the registered action named `event`, if any. Returns the result of
   * the action, which may be a promise.
   */
  emit(event: string, row: Row | null): unknown;
  /** Sorting and filtering of a read-only table; null otherwise. */
  sortFilterControl: SortFilterControl | null;
  surface: RefObject<TableSurface | null>;
}

export const TableContext = createContext<TableModel | null>(null);

export function useTable(): TableModel {
  const model = useContext(TableContext);
  if (model === null) throw new Error('a part of a sub-table is rendered outside of one');
  return model;
}

/** Rerenders the component when the topic is touched. Returns the topic's version. */
export function useTopic(topics: Topics, topic: Topic): number {
  const subscribe = useCallback((listener: () => void) => topics.subscribe(topic, listener), [topics, topic]);
  const version = useCallback(() => topics.version(topic), [topics, topic]);
  return useSyncExternalStore(subscribe, version, version);
}
