import { useRef } from 'react';
import { resizeTo } from '../model/acts.ts';
import { clampSpan, WIDEST } from '../model/edits.ts';
import { useDesigning } from '../useDesign.ts';

/** The gap between two columns of a grid in pixels of the window. Computed from the columns: the style may give a percentage, and the canvas is zoomed. */
function gapOf(grid: HTMLElement): number {
  const { gridTemplateColumns, width } = getComputedStyle(grid);
  const columns = gridTemplateColumns.split(' ').map(Number.parseFloat);
  const own = Number.parseFloat(width);
  const left = own - columns.reduce((sum, column) => sum + column, 0);
  return ((left / (columns.length - 1)) * grid.getBoundingClientRect().width) / own || 0;
}

/** The right edge of a node: dragging it changes how many of the 24 columns the node takes. The keyboard has Alt+Shift+← and →. */
export function ResizeHandle({ id, span }: { id: number; span: number }) {
  const { design } = useDesigning();
  const wanted = useRef(span);
  const begin = (event: React.PointerEvent<HTMLSpanElement>): void => {
    const handle = event.currentTarget;
    const node = handle.closest<HTMLElement>('[data-node-path]');
    const grid = node?.parentElement;
    if (!node || !grid || event.button !== 0) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    const { left } = node.getBoundingClientRect();
    const gap = gapOf(grid);
    const column = (grid.getBoundingClientRect().width + gap) / WIDEST;
    wanted.current = span;
    const move = ({ clientX }: PointerEvent): void => {
      wanted.current = clampSpan((clientX - left + gap) / column);
      node.style.setProperty('--span', String(wanted.current));
      handle.dataset.span = `${wanted.current} / ${WIDEST}`;
    };
    const end = (): void => {
      handle.removeEventListener('pointermove', move);
      delete handle.dataset.span;
      node.style.setProperty('--span', String(span));
      resizeTo(design, id, wanted.current);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', end, { once: true });
  };
  return (
    <span
      className="ds-resize"
      aria-hidden="true"
      title="拖动调整宽度"
      data-no-select
      onMouseDown={(event) => event.stopPropagation()}
      onTouchStart={(event) => event.stopPropagation()}
      onPointerDown={begin}
    />
  );
}
