import type { TableModel } from '../model.ts';
import { blockOf } from './block.ts';
import { startDrag } from './dragging.ts';

/** The rows that move with this one: the selected rows when it is among them, else itself. */
function spanAt({ store, layout }: TableModel, index: number): { from: number; count: number } {
  const block = blockOf(store, layout);
  return block && index >= block.top && index <= block.bottom
    ? { from: block.top, count: block.bottom - block.top + 1 }
    : { from: index, count: 1 };
}

/** Alt+↑ and Alt+↓: the selected rows one place up or down. False when they may not or cannot move. */
export function moveSelected(model: TableModel, by: 1 | -1): boolean {
  const block = blockOf(model.store, model.layout);
  return block !== null && model.actions.move(block.top, block.bottom - block.top + 1, block.top + by);
}

/** A grip was pressed: the row follows the pointer as a line between rows until it is let go; Esc leaves it where it was. */
export function dragRows(model: TableModel, scroller: HTMLElement, index: number): void {
  const { from, count } = spanAt(model, index);
  const line = scroller.querySelector<HTMLElement>('.st-drop');
  const canvas = scroller.querySelector<HTMLElement>('.st-canvas');
  if (!line || !canvas) return;
  let gap: number | null = null;
  startDrag({
    scroller,
    onOver(target, { clientY }) {
      const row = target.closest<HTMLElement>('[data-row]');
      if (!row) return;
      const box = row.getBoundingClientRect();
      const isLower = clientY > box.top + box.height / 2;
      gap = Number(row.dataset.row) + (isLower ? 1 : 0);
      line.hidden = false;
      line.style.top = `${(isLower ? box.bottom : box.top) - canvas.getBoundingClientRect().top - 1}px`;
    },
    onEnd(isTaken) {
      line.hidden = true;
      // a gap inside the moved rows is where they are
      if (isTaken && gap !== null && (gap < from || gap > from + count))
        model.actions.move(from, count, gap > from ? gap - count : gap);
    },
  });
}
