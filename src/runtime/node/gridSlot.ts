import { createContext, type ComponentType } from 'react';
import type { Path } from '../../domain/problem/index.ts';
import type { LooseNode } from './NodeView.tsx';

export interface GridProps {
  nodes: readonly LooseNode[];
  path: Path;
  gutter?: number;
}

/** What lays nodes out in place of the plain grid: the form designer, where each of them can be chosen and dragged. */
export const GridSlot = createContext<ComponentType<GridProps> | null>(null);

/** 23 gaps leave room for the columns, however narrow the grid is. */
export const columnGapOf = (gutter: number | undefined): string | undefined =>
  gutter === undefined ? undefined : `min(${gutter}px, 3%)`;
