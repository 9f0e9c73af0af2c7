import { useMemo, useRef, type RefObject } from 'react';
import type { TableModel } from '../../model.ts';
import type { CellRef } from '../../store/cursor.ts';
import { selectedBlock } from '../block.ts';
import { startDrag } from './startDrag.ts';
import { fillArea, fillTo } from '../fill.ts';
import { dragRows } from '../moveRows.ts';
import {
  cellUnderPointer,
  cellOfElement,
  keepSelectionForMenu,
  openContextMenu,
  selectRowOrColumn,
  type GridPointer,
} from './gridPointer.ts';
import { createReadOnlyPointer } from './readOnlyPointer.ts';
import type { GridControl } from '../useGridControl.ts';

/** Drags the fill handle: previews the target area, and fills it when the button is released. */
function dragFill(model: TableModel, scroller: HTMLElement): void {
  const { store, layout } = model;
  const block = selectedBlock(store, layout);
  if (block === null) return;
  startDrag({
    scroller,
    onOver(target) {
      const cell = cellOfElement(target, model);
      const position = layout.findIndex(({ column }) => column.key === cell?.column);
      if (cell && position >= 0) store.cursor.setPreview(fillArea(block, store.rows.indexOf(cell.rowId), position));
    },
    onEnd(isCompleted, isInverted) {
      const area = store.cursor.previewedBlock();
      store.cursor.setPreview(null);
      if (isCompleted && area !== null) fillTo(model, area, isInverted);
    },
  });
}

/**
 * Mouse handlers of the grid. A press activates a cell (with Shift or a drag it selects a block), and a click edits it.
 * Column headers and row numbers select columns and rows, the fill handle fills, and the grip moves rows. A read-only
 * table uses `createReadOnlyPointer`.
 */
export function useGridPointer(
  model: TableModel,
  control: GridControl,
  scroller: RefObject<HTMLElement | null>,
): GridPointer {
  const pressedCell = useRef<CellRef | null>(null);
  const hasDragged = useRef(false);
  return useMemo(() => {
    if (!model.isEditMode) return createReadOnlyPointer(model, control, scroller);
    const { store } = model;
    const isSameCell = (a: CellRef | null, b: CellRef | null): boolean =>
      a !== null && b !== null && a.rowId === b.rowId && a.column === b.column;
    const extendSelection = (cell: CellRef | null): void => {
      if (
        cell === null ||
        pressedCell.current === null ||
        (isSameCell(cell, pressedCell.current) && !hasDragged.current)
      )
        return;
      hasDragged.current = true;
      if (!isSameCell(cell, store.cursor.active())) control.activate(cell, true);
    };
    return {
      onMouseDown(event) {
        const target = event.target as HTMLElement;
        pressedCell.current = null;
        hasDragged.current = false;
        keepSelectionForMenu(event, model, control);
        if (event.button !== 0 || !event.currentTarget.contains(target) || scroller.current === null) return;
        const draggedRow = target.closest('.st-grip') && target.closest<HTMLElement>('[data-row]')?.dataset.row;
        if (draggedRow) {
          event.preventDefault();
          dragRows(model, scroller.current, Number(draggedRow));
          return;
        }
        if (target.closest('.st-fill-handle')) {
          event.preventDefault();
          dragFill(model, scroller.current);
          return;
        }
        if (selectRowOrColumn(target, event.shiftKey, model, control)) {
          event.preventDefault();
          return;
        }
        const cell = cellUnderPointer(event, model);
        pressedCell.current = cell;
        if (cell === null) return;
        // the focus moves to `KeyCapture`, and dragging selects cells instead of text
        event.preventDefault();
        control.activate(cell, event.shiftKey && store.cursor.active() !== null);
        startDrag({
          scroller: scroller.current,
          onOver: (element) => {
            if (element.closest('.st-body')) extendSelection(cellOfElement(element, model));
          },
          onEnd: () => undefined,
        });
      },
      onMouseOver(event) {
        if (event.buttons === 1) extendSelection(cellUnderPointer(event, model));
      },
      onClick(event) {
        const cell = cellUnderPointer(event, model);
        if (!hasDragged.current && !event.shiftKey && cell !== null && isSameCell(cell, pressedCell.current))
          control.edit(cell);
        pressedCell.current = null;
      },
      onDoubleClick(event) {
        const block = (event.target as HTMLElement).closest('.st-fill-handle')
          ? selectedBlock(store, model.layout)
          : null;
        const lastIndex = store.rows.all().length - 1;
        if (block !== null && block.bottom < lastIndex)
          fillTo(model, { ...block, top: block.bottom + 1, bottom: lastIndex });
      },
      onContextMenu: (event) => openContextMenu(event, model, control),
    };
  }, [model, control, scroller]);
}
