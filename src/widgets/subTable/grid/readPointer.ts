import type { RefObject } from 'react';
import type { TableModel } from '../model.ts';
import type { CellRef } from '../store/cursor.ts';
import { startDrag } from './startDrag.ts';
import type { GridControl } from './useGridControl.ts';
import { cellAt, cellOf, openMenuAt, selectBand, type GridPointer } from './pointing.ts';

/**
 * The mouse over a table that is only read. Text inside one cell is selected as on any page; a drag from cell to cell,
 * Shift, heads and row numbers select a block to copy, and a click makes a cell the keyboard's.
 */
export function readPointer(
  model: TableModel,
  control: GridControl,
  scroller: RefObject<HTMLElement | null>,
): GridPointer {
  const { store } = model;
  let from: CellRef | null = null;
  let hasDragged = false;
  const isSame = (a: CellRef, b: CellRef | null): boolean => a.rowId === b?.rowId && a.column === b.column;
  const extend = (cell: CellRef | null): void => {
    if (cell === null || from === null || (isSame(cell, from) && !hasDragged)) return;
    hasDragged = true;
    window.getSelection()?.removeAllRanges();
    if (!isSame(cell, store.cursor.active())) control.select(from, cell);
  };
  return {
    onMouseDown(event) {
      from = null;
      hasDragged = false;
      const target = event.target as HTMLElement;
      if (event.button !== 0 || !event.currentTarget.contains(target) || scroller.current === null) return;
      if (selectBand(target, event.shiftKey, model, control)) {
        event.preventDefault();
        return;
      }
      const cell = cellAt(event, model);
      if (cell === null) return;
      if (event.shiftKey && store.cursor.active() !== null) {
        event.preventDefault();
        control.go(cell, true);
        return;
      }
      from = cell;
      const frame = scroller.current;
      startDrag({
        scroller: frame,
        onOver: (over) => {
          if (over.closest('.st-body')) extend(cellOf(over, model));
          frame.classList.toggle('st-picking', hasDragged);
        },
        onEnd: () => frame.classList.remove('st-picking'),
      });
    },
    onClick(event) {
      const cell = cellAt(event, model);
      const hasText = window.getSelection()?.isCollapsed === false;
      if (!hasDragged && !hasText && cell !== null && from !== null && isSame(cell, from)) control.go(cell);
      from = null;
    },
    onContextMenu(event) {
      if (window.getSelection()?.isCollapsed === false) return;
      openMenuAt(event, model, control);
    },
  };
}
