import type { ColumnLayout } from '../columns.ts';
import type { Place } from '../navigate.ts';
import { HEADER_HEIGHT, ROW_HEIGHT, TOTALS_HEIGHT, fixedWidth } from './styles.ts';

interface Options {
  scroller: HTMLElement;
  at: Place;
  layout: readonly ColumnLayout[];
  isVirtual: boolean;
  /** Width of the index and selection columns. */
  lead: number;
  /** Width of the operation column. */
  right: number;
}

/** Scrolls the grid as little as needed to bring a cell out from under header, totals and frozen columns. Works by arithmetic: the cell need not exist. */
export function reveal({ scroller, at, layout, isVirtual, lead, right }: Options): void {
  if (isVirtual) {
    const top = at.index * ROW_HEIGHT;
    const room = scroller.clientHeight - HEADER_HEIGHT - (scroller.querySelector('.st-totals') ? TOTALS_HEIGHT : 0);
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    // with the next row in sight too: what is wrong with the cell is said below it
    else if (top + 2 * ROW_HEIGHT > scroller.scrollTop + room) scroller.scrollTop = top + 2 * ROW_HEIGHT - room;
  }
  const item = layout[at.column];
  if (item.fixed === null) {
    const hidden = fixedWidth(layout, 'left');
    const room = scroller.clientWidth - lead - right - fixedWidth(layout, 'right');
    if (item.start - hidden < scroller.scrollLeft) scroller.scrollLeft = item.start - hidden;
    else if (item.start + item.width > scroller.scrollLeft + room)
      scroller.scrollLeft = Math.min(item.start - hidden, item.start + item.width - room);
  }
  scroller
    .querySelector(`[data-row="${at.index}"] [data-column="${CSS.escape(item.column.key)}"]`)
    ?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
}
