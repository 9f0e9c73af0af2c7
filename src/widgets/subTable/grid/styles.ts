import { leadOf, type ColumnLayout } from '../columns.ts';

/** Heights in px; the style sheet repeats them as custom properties. */
export const ROW_HEIGHT = 40;
export const HEADER_HEIGHT = 40;
export const TOTALS_HEIGHT = 40;

/** Up to this many rows the table grows with its content; beyond, it scrolls and only what is on screen exists. */
export const FLOW_ROWS = 20;
export const BOUNDED_HEIGHT = 560;
/** From this many columns on, only those on screen exist. */
export const FLOW_COLUMNS = 12;


export const stickyLeft = (item: ColumnLayout, hasSelection: boolean): number => leadOf({ hasSelection }) + item.start;

export const totalWidth = (layout: readonly ColumnLayout[]): number => layout.reduce((sum, { width }) => sum + width, 0);

export const frozenWidth = (layout: readonly ColumnLayout[]): number => totalWidth(layout.filter((item) => item.isFrozen));
