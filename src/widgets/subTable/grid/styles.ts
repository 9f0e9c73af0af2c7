import type { CSSProperties } from 'react';
import { leadWidth, type ColumnLayout } from '../columns.ts';

/** Heights in px; subTable.css contains the same values. */
export const ROW_HEIGHT = 40;
export const HEADER_HEIGHT = 40;
export const TOTALS_HEIGHT = 40;

/** Maximum number of rows of a completely rendered table. A longer table scrolls and renders only visible rows. */
export const MAX_FULLY_RENDERED_ROWS = 20;
/** Maximum height in px of a longer table, unless the document sets one. */
export const MAX_SCROLLED_HEIGHT = 560;
/** Maximum number of columns of a completely rendered table. A wider table renders only visible columns. */
export const MAX_FULLY_RENDERED_COLUMNS = 12;

/** The columns around the configured columns, which determine the offset of fixed cells. */
export interface OuterColumns {
  hasSelection: boolean;
  operationWidth: number;
}

/** Returns the style of a column's cells in header, rows and totals. Cached, because React compares it by identity. */
export function cellStyle(item: ColumnLayout, { hasSelection, operationWidth }: OuterColumns): CSSProperties {
  const cached = cachedStyles.get(item);
  if (cached?.hasSelection === hasSelection && cached.operationWidth === operationWidth) return cached.style;
  const { width, fixed } = item;
  let style: CSSProperties = { width, flexGrow: width };
  if (fixed === 'left') style = { width, left: leadWidth({ hasSelection }) + item.start };
  if (fixed === 'right') style = { width, right: operationWidth + item.end };
  cachedStyles.set(item, { hasSelection, operationWidth, style });
  return style;
}

const cachedStyles = new WeakMap<ColumnLayout, OuterColumns & { style: CSSProperties }>();

export const totalWidth = (layout: readonly ColumnLayout[]): number =>
  layout.reduce((sum, { width }) => sum + width, 0);

/** Returns the width in px of the columns fixed at one side. */
export const fixedWidth = (layout: readonly ColumnLayout[], side: 'left' | 'right'): number =>
  totalWidth(layout.filter((item) => item.fixed === side));

/** Returns the class of a fixed cell; '' for a scrolling cell. */
export const fixedClass = ({ fixed }: ColumnLayout): string => (fixed === null ? '' : ` st-frozen st-frozen-${fixed}`);
