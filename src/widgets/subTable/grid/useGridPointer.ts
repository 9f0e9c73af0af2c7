import { useMemo, useRef, type MouseEvent, type RefObject } from 'react';
import type { TableModel } from '../model.ts';
import type { CellRef } from '../store/cursor.ts';
import { blockOf } from './block.ts';
import { startDrag } from './dragging.ts';
import { areaTo, fillTo } from './fill.ts';
import { dragRows } from './moveRows.ts';
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
function cellAt(event: MouseEvent, model: TableModel): CellRef | null {
  const target = event.target as HTMLElement;
  // a popup of the editor is a child of the cell in the component tree, not in the page
  if (!event.currentTarget.contains(target) || target.closest('a, button, input, textarea, .st-editor, .st-header, .st-totals, .st-fill-handle')) return null;
  return cellOf(target, model);
}

/** A press on a row's number selects the row, one on a head the column; Shift goes on from what is selected. */
function selectBand(target: HTMLElement, isExtended: boolean, model: TableModel, control: GridControl): boolean {
  const { store, layout } = model;
  const rows = store.rows.all();
  if (rows.length === 0 || layout.length === 0 || target.closest('button, input, .st-resizer, .st-grip')) return false;
  const edge = (index: number, position: number): CellRef => ({ rowId: rows[index].id, column: layout[position].column.key });
  const block = isExtended ? blockOf(store, layout) : null;
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

/** The corner of the selection is pulled: what it covers is shown, and filled when it is let go. */
function dragFill(model: TableModel, scroller: HTMLElement): void {
  const { store, layout } = model;
  const block = blockOf(store, layout);
  if (block === null) return;
  startDrag({
    scroller,
    onOver(target) {
      const cell = cellOf(target, model);
      const position = layout.findIndex(({ column }) => column.key === cell?.column);
      if (cell && position >= 0) store.cursor.preview(areaTo(block, store.rows.indexOf(cell.rowId), position));
    },
    onEnd(isTaken) {
      const area = store.cursor.previewed();
      store.cursor.preview(null);
      if (isTaken && area !== null) fillTo(model, area);
    },
  });
}

/**
 * A press makes a cell active (with Shift or by dragging it selects a block), a click edits it. Heads and row numbers
 * select, the corner of the selection fills, a grip moves rows. No listener at all on a table that is only read.
 */
export function useGridPointer(model: TableModel, control: GridControl, scroller: RefObject<HTMLElement | null>): GridPointer {
  const from = useRef<CellRef | null>(null);
  const hasDragged = useRef(false);
  return useMemo(() => {
    if (!model.isLive) return {};
    const { store } = model;
    const isSame = (a: CellRef | null, b: CellRef | null): boolean => a !== null && b !== null && a.rowId === b.rowId && a.column === b.column;
    const extend = (cell: CellRef | null): void => {
      if (cell === null || from.current === null || (isSame(cell, from.current) && !hasDragged.current)) return;
      hasDragged.current = true;
      if (!isSame(cell, store.cursor.active())) control.go(cell, true);
    };
    return {
      onMouseDown(event) {
        const target = event.target as HTMLElement;
        from.current = null;
        hasDragged.current = false;
        if (event.button !== 0 || !event.currentTarget.contains(target) || scroller.current === null) return;
        const grip = target.closest('.st-grip') && target.closest<HTMLElement>('[data-row]')?.dataset.row;
        if (grip) { event.preventDefault(); dragRows(model, scroller.current, Number(grip)); return; }
        if (target.closest('.st-fill-handle')) { event.preventDefault(); dragFill(model, scroller.current); return; }
        if (selectBand(target, event.shiftKey, model, control)) { event.preventDefault(); return; }
        const cell = cellAt(event, model);
        from.current = cell;
        if (cell === null) return;
        // the keyboard goes to the key catcher, and dragging selects cells, not text
        event.preventDefault();
        control.go(cell, event.shiftKey && store.cursor.active() !== null);
        startDrag({ scroller: scroller.current, onOver: (over) => { if (over.closest('.st-body')) extend(cellOf(over, model)); }, onEnd: () => undefined });
      },
      onMouseOver(event) {
        if (event.buttons === 1) extend(cellAt(event, model));
      },
      onClick(event) {
        const cell = cellAt(event, model);
        if (!hasDragged.current && !event.shiftKey && cell !== null && isSame(cell, from.current)) control.edit(cell);
        from.current = null;
      },
      onDoubleClick(event) {
        const block = (event.target as HTMLElement).closest('.st-fill-handle') ? blockOf(store, model.layout) : null;
        const last = store.rows.all().length - 1;
        if (block !== null && block.bottom < last) fillTo(model, { ...block, top: block.bottom + 1, bottom: last });
      },
      onContextMenu(event) {
        const target = event.target as HTMLElement;
        if (!event.currentTarget.contains(target) || target.closest('.st-editor, a, input')) return;
        const column = target.closest<HTMLElement>('[data-column]')?.dataset.column;
        if (column === undefined || target.closest('.st-totals')) return;
        event.preventDefault();
        const cell = cellAt(event, model);
        if (cell !== null && !control.isSelected(cell)) control.go(cell);
        control.openMenu({ x: event.clientX, y: event.clientY, column, isHead: target.closest('.st-header') !== null });
      },
    };
  }, [model, control, scroller]);
}
