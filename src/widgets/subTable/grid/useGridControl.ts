import { useInsertionEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { rowAddMethods } from '../../../rules/tables.ts';
import { leadWidth } from '../columns.ts';
import type { TableModel } from '../model.ts';
import { nextEditable, nextPosition, type Direction, type CellPosition } from '../navigate.ts';
import type { CellRef } from '../store/cursor.ts';
import { selectedBlock, isInsideBlock } from './block.ts';
import type { LeaveDirection } from './CellEditor.tsx';
import type { MenuOpener, MenuPosition } from './GridMenu.tsx';
import { reveal } from './reveal.ts';
import { ROW_HEIGHT } from './styles.ts';

export interface GridControl {
  /** Registers the text area of `KeyCapture`; null when it is unmounted. */
  attachKeyCapture(element: HTMLTextAreaElement | null): void;
  /** Returns true if `KeyCapture` has the focus. */
  hasFocus(): boolean;
  /** Returns the text typed into `KeyCapture` and empties it. */
  takeTypedText(): string;
  /** Places `KeyCapture` over the anchor (`Cursor.anchor`), so that an input method opens its window at this cell. */
  placeKeyCapture(): void;
  /** Returns the position of a cell; null if its row or column is not in the table. */
  positionOf(cell: CellRef | null): CellPosition | null;
  /**
   * Makes a cell active, scrolls to it and focuses `KeyCapture`. With `keepsAnchor` the selection is extended to the
   * cell.
   */
  activate(cell: CellRef, keepsAnchor?: boolean): void;
  /**
   * Makes the next cell in a direction active, counted from the anchor (`Cursor.anchor`). With `keepsAnchor` it is
   * counted from the active cell, and the selection is extended.
   */
  move(direction: Direction, keepsAnchor?: boolean): void;
  /**
   * Moves to the next or previous editable cell; after the last one, adds a row if this is allowed. Returns false if it
   * did neither, so that Tab leaves the table.
   */
  moveByTab(isForward: boolean): boolean;
  /**
   * Opens the editor of a cell, with `typedText` as its first text if given. Returns false if the cell may not be
   * edited.
   */
  edit(cell: CellRef, typedText?: string): boolean;
  /**
   * Closes the editor and moves: for 'next' and 'previous' like `moveByTab`, for the other directions like `move`. For
   * 'stay', and if there is no cell to move to, the edited cell stays active.
   */
  leaveEditor(direction: LeaveDirection): void;
  /** Selects the block between two cells without scrolling, and focuses `KeyCapture`. */
  select(anchor: CellRef, active: CellRef): void;
  /** Returns true if the cell is in the selected block. */
  isSelected(cell: CellRef): boolean;
  /** Makes the first editable cell of the row with this index active, or its first cell if none is editable. */
  activateRow(index: number): void;
  focusKeyCapture(): void;
  /** Copies the selected block to the clipboard, with the column names if requested. */
  copy(withColumnNames: boolean): void;
  /** Cuts the selected block to the clipboard. */
  cut(): void;
  /** Returns true if the running copy command includes the column names. */
  isCopyingColumnNames(): boolean;
  openMenu(position: MenuPosition): void;
  isMenuOpen(): boolean;
  /** Opens the menu at the anchor (`Cursor.anchor`), for keyboard users. */
  openMenuAtAnchor(): void;
  /** Scrolls to the row with this index and to the column with this key; without a known key, to the first column. */
  reveal(index: number, column?: string): void;
}

interface Options {
  model: TableModel;
  /** The element that scrolls the grid. */
  scroller: RefObject<HTMLDivElement | null>;
  /** True if only the rows near the visible area are rendered. */
  isVirtual: boolean;
  menu: RefObject<MenuOpener | null>;
}

/** Controls cursor, selection, clipboard and menu of the grid, for keyboard and mouse. */
export function useGridControl(options: Options): GridControl {
  const [{ control, update }] = useState(createControl);
  // the layout effects of components that use the control need the new options, so an earlier effect passes them
  useInsertionEffect(() => update(options));
  return control;
}

function createControl(): { control: GridControl; update(options: Options): void } {
  let latestOptions: Options | null = null;
  let copiesColumnNames = false;
  const keyCapture: { current: HTMLTextAreaElement | null } = { current: null };
  /**
   * Runs a clipboard command. Browsers require a text selection for the command, so a space is selected; the handlers
   * of the clipboard event then write the selected block.
   */
  const runClipboardCommand = (command: 'copy' | 'cut'): void => {
    const element = keyCapture.current;
    if (!element) return;
    element.focus({ preventScroll: true });
    element.value = ' ';
    element.select();
    document.execCommand(command);
    element.value = '';
  };
  const getContext = () => {
    if (latestOptions === null) throw new Error('the grid was used before it was mounted');
    const { model, ...rest } = latestOptions;
    const { store, actions, layout } = model;
    return {
      model,
      store,
      actions,
      layout,
      columns: layout.map((item) => item.column),
      rows: store.rows.all(),
      ...rest,
    };
  };
  const control: GridControl = {
    attachKeyCapture(element) {
      keyCapture.current = element;
    },
    hasFocus: () => keyCapture.current !== null && document.activeElement === keyCapture.current,
    takeTypedText() {
      const text = keyCapture.current?.value ?? '';
      if (keyCapture.current) keyCapture.current.value = '';
      return text;
    },
    placeKeyCapture() {
      const { scroller } = getContext();
      const cell = scroller.current?.querySelector<HTMLElement>('.st-active')?.getBoundingClientRect();
      const canvas = scroller.current?.querySelector<HTMLElement>('.st-canvas')?.getBoundingClientRect();
      if (!cell || !canvas || !keyCapture.current) return;
      Object.assign(keyCapture.current.style, {
        left: `${cell.left - canvas.left}px`,
        top: `${cell.top - canvas.top}px`,
        width: `${cell.width}px`,
        height: `${cell.height}px`,
      });
    },
    positionOf(cell) {
      if (cell === null) return null;
      const { store, layout } = getContext();
      const index = store.rows.indexOf(cell.rowId);
      const column = layout.findIndex((item) => item.column.key === cell.column);
      return index < 0 || column < 0 ? null : { index, column };
    },
    activate(cell, keepsAnchor) {
      const { store } = getContext();
      flushSync(() => store.cursor.move(cell, keepsAnchor));
      scrollToCell(cell);
      keyCapture.current?.focus({ preventScroll: true });
    },
    move(direction, keepsAnchor) {
      const { store, rows, layout, scroller } = getContext();
      const from = control.positionOf(keepsAnchor === true ? store.cursor.active() : store.cursor.anchor());
      if (!from) return;
      const rowsPerPage = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
      // the first column may be frozen: revealing it would not scroll the other columns back
      if (scroller.current && (direction === 'first' || direction === 'rowStart')) scroller.current.scrollLeft = 0;
      const to = nextPosition(from, direction, { rows: rows.length, columns: layout.length, page: rowsPerPage });
      control.activate({ rowId: rows[to.index].id, column: layout[to.column].column.key }, keepsAnchor);
    },
    moveByTab(isForward) {
      const { store, rows, columns, actions } = getContext();
      const from = control.positionOf(store.cursor.anchor());
      const cell = from && nextEditable(from, isForward, rows, columns, actions.isEditable);
      if (cell) control.activate(cell);
      return Boolean(cell) || (isForward && from !== null && addLastRow());
    },
    edit(cell, typedText) {
      const { store, rows, columns, actions } = getContext();
      const position = control.positionOf(cell);
      if (!position || !actions.isEditable(columns[position.column], rows[position.index])) return false;
      // mounts the editor within this event, so that it receives the next key
      flushSync(() => store.cursor.startEdit(cell, typedText));
      scrollToCell(cell);
      return true;
    },
    reveal(index, column) {
      const columnIndex = getContext().layout.findIndex((item) => item.column.key === column);
      if (index >= 0) scrollToPosition({ index, column: Math.max(0, columnIndex) });
    },
    select(anchor, active) {
      const { store } = getContext();
      flushSync(() => {
        store.cursor.move(anchor);
        store.cursor.move(active, true);
      });
      control.focusKeyCapture();
    },
    isSelected(cell) {
      const { store, layout } = getContext();
      const position = control.positionOf(cell);
      return position !== null && isInsideBlock(selectedBlock(store, layout), position.index, position.column);
    },
    activateRow(index) {
      const { columns, actions, store } = getContext();
      const row = store.rows.all()[index];
      const column = row && (columns.find((candidate) => actions.isEditable(candidate, row)) ?? columns[0]);
      if (row && column) control.activate({ rowId: row.id, column: column.key });
    },
    focusKeyCapture() {
      keyCapture.current?.focus({ preventScroll: true });
    },
    copy(withColumnNames) {
      copiesColumnNames = withColumnNames;
      runClipboardCommand('copy');
      copiesColumnNames = false;
    },
    cut: () => runClipboardCommand('cut'),
    isCopyingColumnNames: () => copiesColumnNames,
    openMenu(position) {
      getContext().menu.current?.open(position);
    },
    isMenuOpen: () => getContext().menu.current?.isOpen() === true,
    openMenuAtAnchor() {
      const { store, scroller } = getContext();
      const anchor = store.cursor.anchor();
      const box = scroller.current?.querySelector('.st-active')?.getBoundingClientRect();
      if (anchor && box) control.openMenu({ x: box.left + 16, y: box.bottom, column: anchor.column, isHeader: false });
    },
    leaveEditor(direction) {
      const { store } = getContext();
      const active = store.cursor.active();
      if (!active) return;
      if (direction === 'stay') control.activate(active);
      else if (direction === 'next' || direction === 'previous') {
        if (!control.moveByTab(direction === 'next')) control.activate(active);
      } else {
        control.activate(active);
        control.move(direction);
      }
    },
  };
  /**
   * Adds a row when Tab is pressed in the last editable cell, and activates it. Returns false if no row may be added or
   * the table has no rows, and if the last row is still blank: Tab then leaves the table, so that keyboard users are
   * not trapped.
   */
  const addLastRow = (): boolean => {
    const { model, actions, rows } = getContext();
    const lastRow = rows.at(-1);
    if (
      !model.rights.add ||
      !rowAddMethods(model.table.node).typed ||
      actions.remainingRows() < 1 ||
      lastRow === undefined ||
      actions.areBlank([lastRow.id])
    )
      return false;
    if (actions.add() === null) return false;
    control.activateRow(rows.length);
    return true;
  };
  const scrollToCell = (cell: CellRef): void => {
    const position = control.positionOf(cell);
    if (position) scrollToPosition(position);
  };
  const scrollToPosition = (position: CellPosition): void => {
    const { model, layout, scroller, isVirtual } = getContext();
    if (scroller.current)
      reveal({
        scroller: scroller.current,
        position,
        layout,
        isVirtual,
        leadWidth: leadWidth(model),
        operationWidth: model.operationWidth,
      });
  };
  return {
    control,
    update: (options) => {
      latestOptions = options;
    },
  };
}
