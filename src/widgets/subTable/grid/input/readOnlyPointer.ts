import type { RefObject } from 'react';
import type { TableModel } from '../../model.ts';
import type { CellRef } from '../../store/cursor.ts';
import { startDrag } from './startDrag.ts';
import type { GridControl } from '../useGridControl.ts';
import {
  cellUnderPointer,
  cellOfElement,
  keepSelectionForMenu,
  openContextMenu,
  selectRowOrColumn,
  type GridPointer,
} from './gridPointer.ts';

/**
 * Mouse handlers of a read-only table. Text inside one cell can be selected as on any page. A drag from cell to cell,
 * Shift+click, column headers and row numbers select a block of cells to copy. A click activates a cell.
 */
export function createReadOnlyPointer(
  model: TableModel,
  control: GridControl,
  scroller: RefObject<HTMLElement | null>,
): GridPointer {
  const { store } = model;
  let pressedCell: CellRef | null = null;
  let hasDragged = false;
  const isSameCell = (a: CellRef, b: CellRef | null): boolean => a.rowId === b?.rowId && a.column === b.column;
  const extend = (cell: CellRef | null): void => {
    if (cell === null || pressedCell === null || (isSameCell(cell, pressedCell) && !hasDragged)) return;
    hasDragged = true;
    window.getSelection()?.removeAllRanges();
    if (!isSameCell(cell, store.cursor.active())) control.select(pressedCell, cell);
  };
  return {
    onMouseDown(event) {
      pressedCell = null;
      hasDragged = false;
      keepSelectionForMenu(event, model, control);
      const target = event.target as HTMLElement;
      if (event.button !== 0 || !event.currentTarget.contains(target) || scroller.current === null) return;
      if (selectRowOrColumn(target, event.shiftKey, model, control)) {
        event.preventDefault();
        return;
      }
      const cell = cellUnderPointer(event, model);
      if (cell === null) return;
      if (event.shiftKey && store.cursor.active() !== null) {
        event.preventDefault();
        control.activate(cell, true);
        return;
      }
      pressedCell = cell;
      const grid = scroller.current;
      startDrag({
        scroller: grid,
        onOver: (element) => {
          if (element.closest('.st-body')) extend(cellOfElement(element, model));
          grid.classList.toggle('st-picking', hasDragged);
        },
        onEnd: () => grid.classList.remove('st-picking'),
      });
    },
    onClick(event) {
      const cell = cellUnderPointer(event, model);
      const hasSelectedText = window.getSelection()?.isCollapsed === false;
      if (!hasDragged && !hasSelectedText && cell !== null && pressedCell !== null && isSameCell(cell, pressedCell))
        control.activate(cell);
      pressedCell = null;
    },
    onContextMenu(event) {
      if (window.getSelection()?.isCollapsed === false) return;
      openContextMenu(event, model, control);
    },
  };
}
