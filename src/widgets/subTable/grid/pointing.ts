import type { MouseEvent } from 'react';
import type { TableModel } from '../model.ts';
import type { CellRef } from '../store/cursor.ts';
import { selectedBlock } from './block.ts';
import type { GridControl } from './useGridControl.ts';

export interface GridPointer {
  onMouseDown?(event: MouseEvent): void;
  onMouseOver?(event: MouseEvent): void;
  onClick?(event: MouseEvent): void;
  onDoubleClick?(event: MouseEvent): void;
  onContextMenu?(event: MouseEvent): void;
}

/** The cell of an element of the grid. */
export function cellOf(target: Element, { store }: TableModel): CellRef | null {
  const column = target.closest<HTMLElement>('[data-column]')?.dataset.column;
  const index = target.closest<HTMLElement>('[data-row]')?.dataset.row;
  const row = index === undefined ? undefined : store.rows.all()[Number(index)];
  return column !== undefined && row ? { rowId: row.id, column } : null;
}

/** The cell under the pointer; null over heads, buttons, links and the live editor, which see to themselves. */
export function cellAt(event: MouseEvent, model: TableModel): CellRef | null {
  const target = event.target as HTMLElement;
  // a popup of the editor is a child of the cell in the component tree, not in the page
  if (
    !event.currentTarget.contains(target) ||
    target.closest('a, button, input, textarea, .st-editor, .st-header, .st-totals, .st-fill-handle')
  )
    return null;
  return cellOf(target, model);
}

/** A press on a row's number selects the row, one on a head the column; Shift goes on from what is selected. */
export function selectBand(target: HTMLElement, isExtended: boolean, model: TableModel, control: GridControl): boolean {
  const { store, layout } = model;
  const rows = store.rows.all();
  if (rows.length === 0 || layout.length === 0 || target.closest('button, input, .st-resizer, .st-grip')) return false;
  const edge = (index: number, position: number): CellRef => ({
    rowId: rows[index].id,
    column: layout[position].column.key,
  });
  const block = isExtended ? selectedBlock(store, layout) : null;
  const index = target.closest('.st-index') && target.closest<HTMLElement>('[data-row]')?.dataset.row;
  if (index) {
    control.select(edge(block?.top ?? Number(index), 0), edge(Number(index), layout.length - 1));
    return true;
  }
  const head = target.closest('.st-header') && target.closest<HTMLElement>('[data-column]')?.dataset.column;
  const position = layout.findIndex(({ column }) => column.key === head);
  if (position < 0) return false;
  control.select(edge(0, block?.left ?? position), edge(rows.length - 1, position));
  return true;
}

/** The menu of the cell or head under the pointer; the browser's own over links, editors and everything else. */
export function openMenuAt(
  event: Parameters<NonNullable<GridPointer['onContextMenu']>>[0],
  model: TableModel,
  control: GridControl,
): void {
  const target = event.target as HTMLElement;
  if (!event.currentTarget.contains(target) || target.closest('.st-editor, a, input')) return;
  const column = target.closest<HTMLElement>('[data-column]')?.dataset.column;
  if (column === undefined || target.closest('.st-totals')) return;
  event.preventDefault();
  const cell = cellAt(event, model);
  if (cell !== null && !control.isSelected(cell)) control.go(cell);
  control.openMenu({ x: event.clientX, y: event.clientY, column, isHead: target.closest('.st-header') !== null });
}
