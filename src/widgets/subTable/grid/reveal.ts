import type { ColumnLayout } from '../columns.ts';
import type { CellPosition } from '../navigate.ts';
import { HEADER_HEIGHT, ROW_HEIGHT, TOTALS_HEIGHT, fixedWidth } from './styles.ts';

interface Options {
  scroller: HTMLElement;
  /** Position of the cell. */
  position: CellPosition;
  layout: readonly ColumnLayout[];
  /** True if only the rows near the visible area are rendered. */
  isVirtual: boolean;
  /** Width of the index and selection columns in px. */
  leadWidth: number;
  /** Width of the operation column in px. */
  operationWidth: number;
}

/**
 * Scrolls the grid as little as possible until the cell is not covered by header, totals or frozen columns. In a
 * virtual grid the vertical position is calculated, because the row may not be rendered.
 */
export function reveal({ scroller, position, layout, isVirtual, leadWidth, operationWidth }: Options): void {
  if (isVirtual) {
    const top = position.index * ROW_HEIGHT;
    const visibleHeight =
      scroller.clientHeight - HEADER_HEIGHT - (scroller.querySelector('.st-totals') ? TOTALS_HEIGHT : 0);
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    // the next row must also be visible, because the cell's error message is displayed over it
    else if (top + 2 * ROW_HEIGHT > scroller.scrollTop + visibleHeight)
      scroller.scrollTop = top + 2 * ROW_HEIGHT - visibleHeight;
  }
  const item = layout[position.column];
  if (item.fixed === null) {
    const frozenWidth = fixedWidth(layout, 'left');
    const visibleWidth = scroller.clientWidth - leadWidth - operationWidth - fixedWidth(layout, 'right');
    if (item.start - frozenWidth < scroller.scrollLeft) scroller.scrollLeft = item.start - frozenWidth;
    else if (item.start + item.width > scroller.scrollLeft + visibleWidth)
      scroller.scrollLeft = Math.min(item.start - frozenWidth, item.start + item.width - visibleWidth);
  }
  scroller
    .querySelector(`[data-row="${position.index}"] [data-column="${CSS.escape(item.column.key)}"]`)
    ?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
}
