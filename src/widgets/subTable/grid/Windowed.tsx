import type { ReactNode } from 'react';
import type { ColumnLayout } from '../columns.ts';

/**
 * The columns on screen, each as `render` says, with empty space of their width in the place of the others. Frozen
 * columns and those that `isKept` names are always there. Header, rows and totals all pass through here, so they line up.
 */
export function windowed(
  layout: readonly ColumnLayout[],
  first: number,
  last: number,
  render: (item: ColumnLayout, position: number) => ReactNode,
  isKept?: (item: ColumnLayout) => boolean,
): ReactNode[] {
  const nodes: ReactNode[] = [];
  let skipped = 0;
  const gap = (key: string): void => {
    if (skipped > 0) nodes.push(<div key={key} className="st-gap" style={{ width: skipped }} />);
    skipped = 0;
  };
  layout.forEach((item, position) => {
    if (item.fixed === null && (position < first || position > last) && isKept?.(item) !== true) {
      skipped += item.width;
      return;
    }
    gap(`gap-${position}`);
    nodes.push(render(item, position));
  });
  gap('gap-end');
  return nodes;
}
