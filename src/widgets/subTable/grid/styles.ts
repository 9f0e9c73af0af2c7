import type { CSSProperties } from 'react';
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


/** Style of a column's cells in head, rows and totals: one object per column and place, so that React compares it by identity. */
export function cellStyle(item: ColumnLayout, hasSelection: boolean): CSSProperties {
  const known = styles.get(item);
  if (known?.hasSelection === hasSelection) return known.style;
  const { width } = item;
  const style: CSSProperties = item.isFrozen ? { width, left: leadOf({ hasSelection }) + item.start } : { width, flexGrow: width };
  styles.set(item, { hasSelection, style });
  return style;
}

const styles = new WeakMap<ColumnLayout, { hasSelection: boolean; style: CSSProperties }>();

export const totalWidth = (layout: readonly ColumnLayout[]): number => layout.reduce((sum, { width }) => sum + width, 0);

export const frozenWidth = (layout: readonly ColumnLayout[]): number => totalWidth(layout.filter((item) => item.isFrozen));
