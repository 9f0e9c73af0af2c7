import { createContext, type ComponentType } from 'react';
import type { Path } from '../../domain/problem/index.ts';
import type { LooseNode } from './NodeView.tsx';

/** Props of a grid of nodes. `gutter`: column gap in pixels. */
export interface GridProps {
  nodes: readonly LooseNode[];
  path: Path;
  gutter?: number;
}

/**
 * Component that replaces the plain grid; null: the plain grid. The form designer sets a grid whose nodes can be
 * selected and dragged.
 */
export const GridSlot = createContext<ComponentType<GridProps> | null>(null);

/**
 * Returns a CSS column gap of at most 3 % of the grid's width, so that the 23 gaps between the 24 columns leave space
 * for the columns of a narrow grid. Undefined without a gutter: the gap of the stylesheet applies.
 */
export const columnGapOf = (gutter: number | undefined): string | undefined =>
  gutter === undefined ? undefined : `min(${gutter}px, 3%)`;
