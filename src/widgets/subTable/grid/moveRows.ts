import type { TableModel } from '../model.ts';
import { selectedBlock } from './block.ts';
import { startDrag } from './input/startDrag.ts';

/**
 * Returns the index of the first row to move and the number of rows: all selected rows if this row is one of them,
 * otherwise only this row.
 */
function rowsToMove({ store, layout }: TableModel, index: number): { from: number; count: number } {
  const block = selectedBlock(store, layout);
  return block && index >= block.top && index <= block.bottom
    ? { from: block.top, count: block.bottom - block.top + 1 }
    : { from: index, count: 1 };
}

/** Moves the selected rows up or down by one (Alt+↑, Alt+↓). Returns false if they cannot be moved. */
export function moveSelectedRows(model: TableModel, offset: 1 | -1): boolean {
  const block = selectedBlock(model.store, model.layout);
  return block !== null && model.actions.move(block.top, block.bottom - block.top + 1, block.top + offset);
}

/**
 * Starts to drag rows by the drag handle (`st-grip`). A line between rows shows the target until the mouse button is
 * released; Esc cancels.
 */
export function dragRows(model: TableModel, scroller: HTMLElement, index: number): void {
  const { from, count } = rowsToMove(model, index);
  const dropLine = scroller.querySelector<HTMLElement>('.st-drop');
  const canvas = scroller.querySelector<HTMLElement>('.st-canvas');
  if (!dropLine || !canvas) return;
  let targetIndex: number | null = null;
  startDrag({
    scroller,
    onOver(target, { clientY }) {
      const row = target.closest<HTMLElement>('[data-row]');
      if (!row) return;
      const box = row.getBoundingClientRect();
      const isLower = clientY > box.top + box.height / 2;
      targetIndex = Number(row.dataset.row) + (isLower ? 1 : 0);
      dropLine.hidden = false;
      dropLine.style.top = `${(isLower ? box.bottom : box.top) - canvas.getBoundingClientRect().top - 1}px`;
    },
    onEnd(isCompleted) {
      dropLine.hidden = true;
      // a target inside the moved rows changes nothing
      if (isCompleted && targetIndex !== null && (targetIndex < from || targetIndex > from + count))
        model.actions.move(from, count, targetIndex > from ? targetIndex - count : targetIndex);
    },
  });
}
