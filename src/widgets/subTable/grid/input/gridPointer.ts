import type { MouseEvent } from 'react';
import type { TableModel } from '../../model.ts';
import type { CellRef } from '../../store/cursor.ts';
import { selectedBlock } from '../block.ts';
import type { GridControl } from '../useGridControl.ts';

/** Mouse handlers of the grid. */
export interface GridPointer {
  onMouseDown?(event: MouseEvent): void;
  onMouseOver?(event: MouseEvent): void;
  onClick?(event: MouseEvent): void;
  onDoubleClick?(event: MouseEvent): void;
  onContextMenu?(event: MouseEvent): void;
}

/** Returns the cell that contains an element of the grid; null for an element outside the cells. */
export function cellOfElement(target: Element, { store }: TableModel): CellRef | null {
  const column = target.closest<HTMLElement>('[data-column]')?.dataset.column;
  const index = target.closest<HTMLElement>('[data-row]')?.dataset.row;
  const row = index === undefined ? undefined : store.rows.all()[Number(index)];
  return column !== undefined && row ? { rowId: row.id, column } : null;
}

/**
 * Returns the cell under the pointer; null over headers, buttons, links and the open editor, which handle events
 * themselves.
 */
export function cellUnderPointer(event: MouseEvent, model: TableModel): CellRef | null {
  const target = event.target as HTMLElement;
  // React also passes the events of an editor's popup to the grid, although the popup is outside the grid in the DOM
  if (
    !event.currentTarget.contains(target) ||
    target.closest('a, button, input, textarea, .st-editor, .st-header, .st-totals, .st-fill-handle')
  )
    return null;
  return cellOfElement(target, model);
}

/**
 * Handles a press on a row number, which selects the row, or on a column header, which selects the column. With Shift,
 * extends the selection. Returns false for a press on any other element.
 */
export function selectRowOrColumn(
  target: HTMLElement,
  keepsAnchor: boolean,
  model: TableModel,
  control: GridControl,
): boolean {
  const { store, layout } = model;
  const rows = store.rows.all();
  if (rows.length === 0 || layout.length === 0 || target.closest('button, input, .st-resizer, .st-grip')) return false;
  const cellRefAt = (index: number, position: number): CellRef => ({
    rowId: rows[index].id,
    column: layout[position].column.key,
  });
  const block = keepsAnchor ? selectedBlock(store, layout) : null;
  const index = target.closest('.st-index') && target.closest<HTMLElement>('[data-row]')?.dataset.row;
  if (index) {
    control.select(cellRefAt(block?.top ?? Number(index), 0), cellRefAt(Number(index), layout.length - 1));
    return true;
  }
  const columnKey = target.closest('.st-header') && target.closest<HTMLElement>('[data-column]')?.dataset.column;
  const position = layout.findIndex(({ column }) => column.key === columnKey);
  if (position < 0) return false;
  control.select(cellRefAt(0, block?.left ?? position), cellRefAt(rows.length - 1, position));
  return true;
}

/**
 * Keeps focus and selection when the right button is pressed in the selection: on Windows the menu opens when the
 * button is released, and acts on the selected cells.
 */
export function keepSelectionForMenu(event: MouseEvent, model: TableModel, control: GridControl): void {
  const cell = event.button === 2 ? cellUnderPointer(event, model) : null;
  if (cell !== null && control.isSelected(cell)) event.preventDefault();
}

/**
 * Opens the menu of the cell or column header under the pointer. Over links, editors and other elements the browser
 * shows its own menu.
 */
export function openContextMenu(
  event: Parameters<NonNullable<GridPointer['onContextMenu']>>[0],
  model: TableModel,
  control: GridControl,
): void {
  const target = event.target as HTMLElement;
  if (!event.currentTarget.contains(target) || target.closest('.st-editor, a, input')) return;
  const column = target.closest<HTMLElement>('[data-column]')?.dataset.column;
  if (column === undefined || target.closest('.st-totals')) return;
  event.preventDefault();
  const cell = cellUnderPointer(event, model);
  if (cell !== null && !control.isSelected(cell)) control.activate(cell);
  control.openMenu({ x: event.clientX, y: event.clientY, column, isHeader: target.closest('.st-header') !== null });
}
