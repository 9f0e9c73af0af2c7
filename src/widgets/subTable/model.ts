import { createContext, useCallback, useContext, useSyncExternalStore, type RefObject } from 'react';
import type { CompiledTable, Row } from '../../kernel/index.ts';
import type { FormSession } from '../../runtime/form/session.ts';
import type { Actions } from './actions.ts';
import type { ColumnControl } from './useColumnLayout.ts';
import type { Reading } from './read/useReading.ts';
import type { TableRights } from './rights.ts';
import type { CellRef } from './store/cursor.ts';
import type { TableStore } from './store/tableStore.ts';
import type { Topic, Topics } from './store/topics.ts';

/** What a surface (grid or cards) can be asked from outside. */
export interface Surface {
  /** Brings a row, and a column, into view, whether they exist in the page or not. */
  reveal(index: number, column?: string): void;
  /** Reveals a cell and gives it the keyboard, without opening its editor: some open a dialog. */
  focus(cell: CellRef): void;
}

/** What the surfaces of one sub-table share. A new object when rights or layout change, not when rows do. */
export interface TableModel extends ColumnControl {
  /** Prefix of DOM ids. */
  domId: string;
  table: CompiledTable;
  session: FormSession;
  store: TableStore;
  actions: Actions;
  rights: TableRights;
  /** Edit machinery is rendered (SL-001 mode 1). */
  isLive: boolean;
  hasSelection: boolean;
  /** Width of the operation column, 0 without one. */
  operationWidth: number;
  /** Removes at once, or asks first. */
  remove(ids: readonly string[]): void;
  /** Emits an event to the outside: an action of that name, whose answer comes back (it may be a promise), and a DOM event `sub-table`. */
  emit(event: string, row: Row | null): unknown;
  /** Order and choice of rows, on a table that is only read. */
  reading: Reading | null;
  surface: RefObject<Surface | null>;
}

export const TableContext = createContext<TableModel | null>(null);

export function useTable(): TableModel {
  const model = useContext(TableContext);
  if (model === null) throw new Error('a part of a sub-table is rendered outside of one');
  return model;
}

/** Re-renders when the topic is touched. */
export function useTopic(topics: Topics, topic: Topic): number {
  const subscribe = useCallback((listener: () => void) => topics.subscribe(topic, listener), [topics, topic]);
  const version = useCallback(() => topics.version(topic), [topics, topic]);
  return useSyncExternalStore(subscribe, version, version);
}
