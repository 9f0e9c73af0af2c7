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
