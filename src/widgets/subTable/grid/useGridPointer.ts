import { useMemo, useRef, type MouseEvent } from 'react';
import type { TableModel } from '../model.ts';
import type { CellRef } from '../store/cursor.ts';
import type { GridControl } from './useGridControl.ts';

export interface GridPointer {
  onMouseDown?(event: MouseEvent): void;
  onMouseOver?(event: MouseEvent): void;
  onClick?(event: MouseEvent): void;
}

/** The cell under the pointer; null over heads, buttons, links and the live editor, which see to themselves. */
function cellAt(event: MouseEvent, { store }: TableModel): CellRef | null {
  const target = event.target as HTMLElement;
  // a popup of the editor is a child of the cell in the component tree, not in the page
  if (!event.currentTarget.contains(target) || target.closest('a, button, input, textarea, .st-editor, .st-header, .st-totals')) return null;
  const column = target.closest<HTMLElement>('[data-column]')?.dataset.column;
  const index = target.closest<HTMLElement>('[data-row]')?.dataset.row;
  const row = index === undefined ? undefined : store.rows.all()[Number(index)];
  return column !== undefined && row ? { rowId: row.id, column } : null;
}

/** A press makes a cell active (with Shift or by dragging it selects a block), a click edits it. No listener at all on a table that is only read. */
export function useGridPointer(model: TableModel, control: GridControl): GridPointer {
  const from = useRef<CellRef | null>(null);
  const hasDragged = useRef(false);
  return useMemo(() => {
    if (!model.isLive) return {};
    const isSame = (a: CellRef | null, b: CellRef | null): boolean => a !== null && b !== null && a.rowId === b.rowId && a.column === b.column;
    return {
      onMouseDown(event) {
        const cell = event.button === 0 ? cellAt(event, model) : null;
        from.current = cell;
        hasDragged.current = false;
        if (cell === null) return;
        // the keyboard goes to the key catcher, and dragging selects cells, not text
        event.preventDefault();
        control.go(cell, event.shiftKey && model.store.cursor.active() !== null);
      },
      onMouseOver(event) {
        if (from.current === null || event.buttons !== 1) return;
        const cell = cellAt(event, model);
        if (cell === null || (isSame(cell, from.current) && !hasDragged.current)) return;
        hasDragged.current = true;
        control.go(cell, true);
      },
      onClick(event) {
        const cell = cellAt(event, model);
        if (!hasDragged.current && !event.shiftKey && cell !== null && isSame(cell, from.current)) control.edit(cell);
        from.current = null;
      },
    };
  }, [model, control]);
}
