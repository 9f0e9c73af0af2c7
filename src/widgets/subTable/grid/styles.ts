import type { CSSProperties } from 'react';
import { leadWidth, type ColumnLayout } from '../columns.ts';

/** Heights in px; the style sheet repeats them as custom properties. */
export const ROW_HEIGHT = 40;
export const HEADER_HEIGHT = 40;
export const TOTALS_HEIGHT = 40;

/** Up to this many rows the table grows with its content; beyond, it scrolls and only what is on screen exists. */
export const FLOW_ROWS = 20;
export const BOUNDED_HEIGHT = 560;
/** From this many columns on, only those on screen exist. */
export const FLOW_COLUMNS = 12;

/** What the place of a fixed cell depends on beside its column. */
export interface Sides {
  hasSelection: boolean;
  operationWidth: number;
}

/**
 * Style of a column's cells in head, rows and totals: one object per column and place, so that React compares it by
 * identity.
 */
export function cellStyle(item: ColumnLayout, { hasSelection, operationWidth }: Sides): CSSProperties {
  const known = styles.get(item);
  if (known?.hasSelection === hasSelection && known.operationWidth === operationWidth) return known.style;
  const { width, fixed } = item;
  const style: CSSProperties =
    fixed === 'left'
      ? { width, left: leadWidth({ hasSelection }) + item.start }
      : fixed === 'right'
        ? { width, right: operationWidth + item.end }
        : { width, flexGrow: width };
  styles.set(item, { hasSelection, operationWidth, style });
  return style;
}

const styles = new WeakMap<ColumnLayout, Sides & { style: CSSProperties }>();

export const totalWidth = (layout: readonly ColumnLayout[]): number =>
  layout.reduce((sum, { width }) => sum + width, 0);

/** Width of the columns fixed at one side. */
export const fixedWidth = (layout: readonly ColumnLayout[], side: 'left' | 'right'): number =>
  totalWidth(layout.filter((item) => item.fixed === side));

/** Class of a fixed cell; '' for one that scrolls. */
export const fixedClass = ({ fixed }: ColumnLayout): string => (fixed === null ? '' : ` st-frozen st-frozen-${fixed}`);
