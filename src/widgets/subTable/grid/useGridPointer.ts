import { useMemo, useRef, type RefObject } from 'react';
import type { TableModel } from '../model.ts';
import type { CellRef } from '../store/cursor.ts';
import { selectedBlock } from './block.ts';
import { startDrag } from './startDrag.ts';
import { fillArea, fillTo } from './fill.ts';
import { dragRows } from './moveRows.ts';
import { cellAt, cellOf, openMenuAt, selectBand, type GridPointer } from './pointing.ts';
import { readPointer } from './readPointer.ts';
import type { GridControl } from './useGridControl.ts';

/** The corner of the selection is pulled: what it covers is shown, and filled when it is let go. */
function dragFill(model: TableModel, scroller: HTMLElement): void {
  const { store, layout } = model;
  const block = selectedBlock(store, layout);
  if (block === null) return;
  startDrag({
    scroller,
    onOver(target) {
      const cell = cellOf(target, model);
      const position = layout.findIndex(({ column }) => column.key === cell?.column);
      if (cell && position >= 0) store.cursor.preview(fillArea(block, store.rows.indexOf(cell.rowId), position));
    },
    onEnd(isTaken, isInverted) {
      const area = store.cursor.previewed();
      store.cursor.preview(null);
      if (isTaken && area !== null) fillTo(model, area, isInverted);
    },
  });
}

/**
 * A press makes a cell active (with Shift or by dragging it selects a block), a click edits it. Heads and row numbers
 * select, the corner of the selection fills, a grip moves rows. A table that is only read has the pointer of a reader.
 */
export function useGridPointer(
  model: TableModel,
  control: GridControl,
  scroller: RefObject<HTMLElement | null>,
): GridPointer {
  const from = useRef<CellRef | null>(null);
  const hasDragged = useRef(false);
  return useMemo(() => {
    if (!model.isLive) return readPointer(model, control, scroller);
    const { store } = model;
    const isSame = (a: CellRef | null, b: CellRef | null): boolean =>
      a !== null && b !== null && a.rowId === b.rowId && a.column === b.column;
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
        if (grip) {
          event.preventDefault();
          dragRows(model, scroller.current, Number(grip));
          return;
        }
        if (target.closest('.st-fill-handle')) {
          event.preventDefault();
          dragFill(model, scroller.current);
          return;
        }
        if (selectBand(target, event.shiftKey, model, control)) {
          event.preventDefault();
          return;
        }
        const cell = cellAt(event, model);
        from.current = cell;
        if (cell === null) return;
        // the keyboard goes to the key catcher, and dragging selects cells, not text
        event.preventDefault();
        control.go(cell, event.shiftKey && store.cursor.active() !== null);
        startDrag({
          scroller: scroller.current,
          onOver: (over) => {
            if (over.closest('.st-body')) extend(cellOf(over, model));
          },
          onEnd: () => undefined,
        });
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
        const block = (event.target as HTMLElement).closest('.st-fill-handle')
          ? selectedBlock(store, model.layout)
          : null;
        const last = store.rows.all().length - 1;
        if (block !== null && block.bottom < last) fillTo(model, { ...block, top: block.bottom + 1, bottom: last });
      },
      onContextMenu: (event) => openMenuAt(event, model, control),
    };
  }, [model, control, scroller]);
}
