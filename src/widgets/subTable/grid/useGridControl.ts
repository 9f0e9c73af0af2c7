import { useInsertionEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { leadWidth } from '../columns.ts';
import type { TableModel } from '../model.ts';
import { nextEditable, step, type Direction, type Place } from '../navigate.ts';
import type { CellRef } from '../store/cursor.ts';
import { selectedBlock, isInside } from './block.ts';
import type { LeaveDirection } from './CellEditor.tsx';
import type { MenuOpener, MenuPosition } from './GridMenu.tsx';
import { reveal } from './reveal.ts';
import { ROW_HEIGHT } from './styles.ts';

export interface GridControl {
  /** The element that takes the keyboard while no cell is being edited registers here. */
  attachKeys(element: HTMLTextAreaElement | null): void;
  hasKeyboard(): boolean;
  /** What was typed into it; it is empty afterwards. */
  takeKeys(): string;
  /** Puts it over the active cell, so that an input method opens its window there. */
  placeKeys(): void;
  place(cell: CellRef | null): Place | null;
  /** Makes a cell the active one, brings it into view and takes the keyboard. */
  go(cell: CellRef, keepsAnchor?: boolean): void;
  move(direction: Direction, keepsAnchor?: boolean): void;
  /** To the next or previous editable cell; false at the end of the table. */
  tab(isForward: boolean): boolean;
  edit(cell: CellRef, typed?: string): boolean;
  leave(how: LeaveDirection): void;
  /** Selects the block between two cells; the view stays where it is. */
  select(anchor: CellRef, active: CellRef): void;
  isSelected(cell: CellRef): boolean;
  /** To the first cell of a row that can be edited. */
  goTo(index: number): void;
  focusKeys(): void;
  /** Puts the selected block on the clipboard, with the column names when asked. */
  copy(hasHeads: boolean): void;
  /** Takes the block away into the clipboard. */
  cut(): void;
  /** Whether the copy under way is one with column names. */
  copiesHeads(): boolean;
  openMenu(place: MenuPosition): void;
  /** At the active cell, for the keyboard. */
  openMenuHere(): void;
  reveal(index: number, column?: string): void;
}

interface Options {
  model: TableModel;
  scroller: RefObject<HTMLDivElement | null>;
  isVirtual: boolean;
  menu: RefObject<MenuOpener | null>;
}

/** Movement of the cursor over the grid, for keyboard and mouse alike. */
export function useGridControl(options: Options): GridControl {
  const [{ control, update }] = useState(createControl);
  // before any layout effect of the parts that use it
  useInsertionEffect(() => update(options));
  return control;
}

function createControl(): { control: GridControl; update(options: Options): void } {
  let latest: Options | null = null;
  let headsWanted = false;
  const keys: { current: HTMLTextAreaElement | null } = { current: null };
  /** Both need something selected; what they take is the block, by the event that follows. */
  const clip = (how: 'copy' | 'cut'): void => {
    const element = keys.current;
    if (!element) return;
    element.focus({ preventScroll: true });
    element.value = ' ';
    element.select();
    document.execCommand(how);
    element.value = '';
  };
  const parts = () => {
    if (latest === null) throw new Error('the grid was used before it was mounted');
    const { model, ...rest } = latest;
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
    attachKeys(element) {
      keys.current = element;
    },
    hasKeyboard: () => keys.current !== null && document.activeElement === keys.current,
    takeKeys() {
      const text = keys.current?.value ?? '';
      if (keys.current) keys.current.value = '';
      return text;
    },
    placeKeys() {
      const { scroller } = parts();
      const cell = scroller.current?.querySelector<HTMLElement>('.st-active')?.getBoundingClientRect();
      const canvas = scroller.current?.querySelector<HTMLElement>('.st-canvas')?.getBoundingClientRect();
      if (!cell || !canvas || !keys.current) return;
      Object.assign(keys.current.style, {
        left: `${cell.left - canvas.left}px`,
        top: `${cell.top - canvas.top}px`,
        width: `${cell.width}px`,
        height: `${cell.height}px`,
      });
    },
    place(cell) {
      if (cell === null) return null;
      const { store, layout } = parts();
      const index = store.rows.indexOf(cell.rowId);
      const column = layout.findIndex((item) => item.column.key === cell.column);
      return index < 0 || column < 0 ? null : { index, column };
    },
    go(cell, keepsAnchor) {
      const { store } = parts();
      flushSync(() => store.cursor.move(cell, keepsAnchor));
      show(cell);
      keys.current?.focus({ preventScroll: true });
    },
    move(direction, keepsAnchor) {
      const { store, rows, layout, scroller } = parts();
      const from = control.place(keepsAnchor === true ? store.cursor.active() : store.cursor.anchor());
      if (!from) return;
      const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
      // the first column may be frozen, so that nothing brings the others back into sight
      if (scroller.current && (direction === 'first' || direction === 'rowStart')) scroller.current.scrollLeft = 0;
      const to = step(from, direction, { rows: rows.length, columns: layout.length, page });
      control.go({ rowId: rows[to.index].id, column: layout[to.column].column.key }, keepsAnchor);
    },
    tab(isForward) {
      const { store, rows, columns, actions } = parts();
      const from = control.place(store.cursor.anchor());
      const cell = from && nextEditable(from, isForward, rows, columns, actions.isEditable);
      if (cell) control.go(cell);
      return Boolean(cell) || (isForward && from !== null && addAtEnd());
    },
    edit(cell, typed) {
      const { store, rows, columns, actions } = parts();
      const at = control.place(cell);
      if (!at || !actions.isEditable(columns[at.column], rows[at.index])) return false;
      // mounted within this event, so that the next key already reaches the editor
      flushSync(() => store.cursor.startEdit(cell, typed));
      show(cell);
      return true;
    },
    reveal(index, column) {
      const at = parts().layout.findIndex((item) => item.column.key === column);
      if (index >= 0) revealAt({ index, column: Math.max(0, at) });
    },
    select(anchor, active) {
      const { store } = parts();
      flushSync(() => {
        store.cursor.move(anchor);
        store.cursor.move(active, true);
      });
      control.focusKeys();
    },
    isSelected(cell) {
      const { store, layout } = parts();
      const at = control.place(cell);
      return at !== null && isInside(selectedBlock(store, layout), at.index, at.column);
    },
    goTo(index) {
      const { columns, actions, store } = parts();
      const row = store.rows.all()[index];
      const column = row && (columns.find((one) => actions.isEditable(one, row)) ?? columns[0]);
      if (row && column) control.go({ rowId: row.id, column: column.key });
    },
    focusKeys() {
      keys.current?.focus({ preventScroll: true });
    },
    copy(hasHeads) {
      headsWanted = hasHeads;
      clip('copy');
      headsWanted = false;
    },
    cut: () => clip('cut'),
    copiesHeads: () => headsWanted,
    openMenu(place) {
      parts().menu.current?.open(place);
    },
    openMenuHere() {
      const { store, scroller } = parts();
      const active = store.cursor.anchor();
      const box = scroller.current?.querySelector('.st-active')?.getBoundingClientRect();
      if (active && box) control.openMenu({ x: box.left + 16, y: box.bottom, column: active.column, isHead: false });
    },
    leave(how) {
      const { store } = parts();
      const active = store.cursor.active();
      if (!active) return;
      if (how === 'stay') control.go(active);
      else if (how === 'next' || how === 'previous') {
        if (!control.tab(how === 'next')) control.go(active);
      } else {
        control.go(active);
        control.move(how);
      }
    },
  };
  /**
   * Tab in the last cell goes on in a new row, once: from a row still blank it leaves the table, so that nobody is
   * caught in it.
   */
  const addAtEnd = (): boolean => {
    const { model, actions, rows } = parts();
    const last = rows.at(-1);
    if (
      !model.rights.add ||
      model.table.node.commonAdd === '0' ||
      actions.remainingRows() < 1 ||
      last === undefined ||
      actions.areBlank([last.id])
    )
      return false;
    if (actions.add() === null) return false;
    control.goTo(rows.length);
    return true;
  };
  const show = (cell: CellRef): void => {
    const at = control.place(cell);
    if (at) revealAt(at);
  };
  const revealAt = (at: Place): void => {
    const { model, layout, scroller, isVirtual } = parts();
    if (scroller.current)
      reveal({
        scroller: scroller.current,
        at,
        layout,
        isVirtual,
        lead: leadWidth(model),
        right: model.operationWidth,
      });
  };
  return {
    control,
    update: (options) => {
      latest = options;
    },
  };
}
