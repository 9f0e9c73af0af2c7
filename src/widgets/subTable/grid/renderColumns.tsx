import type { ReactNode } from 'react';
import type { ColumnLayout } from '../columns.ts';

/**
 * Renders the columns from position `firstColumn` to `lastColumn` with `render`, and gaps of the same width instead of
 * the other columns. Frozen columns, and columns for which `isAlwaysRendered` returns true, are always rendered.
 * Header, rows and totals all use this function, so their cells line up.
 */
export function renderColumns(
  layout: readonly ColumnLayout[],
  firstColumn: number,
  lastColumn: number,
  render: (item: ColumnLayout, position: number) => ReactNode,
  isAlwaysRendered?: (item: ColumnLayout) => boolean,
): ReactNode[] {
  const nodes: ReactNode[] = [];
  let skippedWidth = 0;
  const addGap = (key: string): void => {
    if (skippedWidth > 0) nodes.push(<div key={key} className="st-gap" style={{ width: skippedWidth }} />);
    skippedWidth = 0;
  };
  layout.forEach((item, position) => {
    if (item.fixed === null && (position < firstColumn || position > lastColumn) && isAlwaysRendered?.(item) !== true) {
      skippedWidth += item.width;
      return;
    }
    addGap(`gap-${position}`);
    nodes.push(render(item, position));
  });
  addGap('gap-end');
  return nodes;
}
