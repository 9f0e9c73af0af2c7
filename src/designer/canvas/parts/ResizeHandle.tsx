import { useRef } from 'react';
import { resizeTo } from '../model/designActions.ts';
import { clampSpan, MAX_SPAN } from '../model/edits.ts';
import { useDesignerContext } from '../designerContext.ts';

/**
 * Returns the gap between two columns of a grid in window pixels. It is computed from the widths of the grid and its
 * columns, because the style may give the gap as a percentage, and the canvas is zoomed.
 */
function gapOf(grid: HTMLElement): number {
  const { gridTemplateColumns, width } = getComputedStyle(grid);
  const columns = gridTemplateColumns.split(' ').map(Number.parseFloat);
  const gridWidth = Number.parseFloat(width);
  const totalGapWidth = gridWidth - columns.reduce((sum, column) => sum + column, 0);
  return ((totalGapWidth / (columns.length - 1)) * grid.getBoundingClientRect().width) / gridWidth || 0;
}

/**
 * Handle at the right edge of a node. Dragging it changes the width of the node in grid columns. Keyboard: Alt+Shift+←
 * and →.
 */
export function ResizeHandle({ id, span }: { id: number; span: number }) {
  const { design } = useDesignerContext();
  const newSpan = useRef(span);
  const begin = (event: React.PointerEvent<HTMLSpanElement>): void => {
    const handle = event.currentTarget;
    const node = handle.closest<HTMLElement>('[data-node-path]');
    const grid = node?.parentElement;
    if (!node || !grid || event.button !== 0) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    const { left } = node.getBoundingClientRect();
    const gap = gapOf(grid);
    const columnWidth = (grid.getBoundingClientRect().width + gap) / MAX_SPAN;
    newSpan.current = span;
    const move = ({ clientX }: PointerEvent): void => {
      newSpan.current = clampSpan((clientX - left + gap) / columnWidth);
      node.style.setProperty('--span', String(newSpan.current));
      handle.dataset.span = `${newSpan.current} / ${MAX_SPAN}`;
    };
    const end = (): void => {
      handle.removeEventListener('pointermove', move);
      delete handle.dataset.span;
      node.style.setProperty('--span', String(span));
      resizeTo(design, id, newSpan.current);
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
