import type { KeyboardEvent } from 'react';
import type { TableModel } from '../../model.ts';
import type { Direction } from '../../navigate.ts';
import { selectedCells } from '../selectedCells.ts';
import { fillDown, fillRight } from '../fill.ts';
import { moveSelectedRows } from '../moveRows.ts';
import { MAX_FULLY_RENDERED_ROWS } from '../styles.ts';
import type { GridControl } from '../useGridControl.ts';

/** Moves by a key alone. */
const MOVES: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'rowStart',
  End: 'rowEnd',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
};
/** Moves by a key with Ctrl or the command key. */
const FAR_MOVES: Readonly<Record<string, Direction>> = {
  Home: 'first',
  End: 'last',
  ArrowUp: 'columnStart',
  ArrowDown: 'columnEnd',
  ArrowLeft: 'rowStart',
  ArrowRight: 'rowEnd',
};

export const isMoveKey = (key: string): boolean => MOVES[key] !== undefined;

/** Shortcuts with Ctrl or the command key. */
const COMMANDS: Readonly<Record<string, (model: TableModel) => void>> = {
  d: (model) => fillDown(model),
  r: (model) => fillRight(model),
  a: ({ store, layout }) => {
    const rows = store.rows.all();
    if (rows.length === 0 || layout.length === 0) return;
    store.cursor.move({ rowId: rows[0].id, column: layout[0].column.key });
    store.cursor.move({ rowId: rows[rows.length - 1].id, column: layout[layout.length - 1].column.key }, true);
  },
};

/** Handles undo and redo, which need no active cell. Returns true if the key was handled. */
export function onHistoryKey(event: KeyboardEvent, { isEditMode, actions }: TableModel): boolean {
  const name = isEditMode && (event.ctrlKey || event.metaKey) && !event.altKey ? event.key.toLowerCase() : '';
  if (name !== 'z' && name !== 'y') return false;
  if (name === 'y' || event.shiftKey) actions.redo();
  else actions.undo();
  return true;
}

/**
 * Handles a key on an active cell. Returns false for keys that are left to the browser (typing, Tab out of the table,
 * copying).
 */
export function onGridKey(event: KeyboardEvent, model: TableModel, control: GridControl): boolean {
  const { store, actions } = model;
  const active = store.cursor.active();
  const anchor = store.cursor.anchor();
  if (active === null || anchor === null) return false;
  const isCommand = event.ctrlKey || event.metaKey;
  if (model.isEditMode && event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
    if (moveSelectedRows(model, event.key === 'ArrowUp' ? -1 : 1))
      control.activate(store.cursor.active() ?? active, true);
    return true;
  }
  if (isCommand && event.altKey && event.code === 'KeyC') {
    control.copy(true);
    return true;
  }
  if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
    control.openMenuAtAnchor();
    return true;
  }
  const direction = isCommand ? FAR_MOVES[event.key] : MOVES[event.key];
  if (direction !== undefined) {
    control.move(direction, event.shiftKey);
    return true;
  }
  if (isCommand) {
    const name = event.key.toLowerCase();
    // opens the table's search; if all rows are mounted, the browser's search finds them instead
    if (name === 'f' && store.rows.all().length > MAX_FULLY_RENDERED_ROWS) {
      store.topics.touch('find');
      return true;
    }
    if (!model.isEditMode && name !== 'a') return false;
    const command = COMMANDS[name];
    command?.(model);
    return command !== undefined;
  }
  switch (event.key) {
    case 'Tab':
      return control.moveByTab(!event.shiftKey);
    case 'Enter':
      if (event.shiftKey) control.move('up');
      else if (!control.edit(anchor)) control.move('down');
      return true;
    // after Esc, Tab leaves the table, so that keyboard users are not trapped
    case 'Escape':
      store.cursor.move(null);
      return true;
  }
  if (!model.isEditMode) return false;
  switch (event.key) {
    case 'F2':
      control.edit(anchor);
      return true;
    case 'Delete':
    case 'Backspace':
      actions.clear(selectedCells(model));
      return true;
    default:
      return false;
  }
}
