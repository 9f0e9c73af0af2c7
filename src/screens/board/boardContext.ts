import { createContext, useContext, useEffect } from 'react';
import type { Refresher } from './refresher.ts';

/** The board around a block: its refresher, and its magnification. */
export interface Board {
  refresher: Refresher;
  scale: number;
}

export const BoardContext = createContext<Board | null>(null);

/**
 * Refreshes a block together with its board: periodically, and when records of the form change. Does nothing outside a
 * board.
 */
export function useBoardRefresh(formKey: string | undefined, refresh: () => void): void {
  const refresher = useContext(BoardContext)?.refresher;
  useEffect(() => refresher?.onRefresh(refresh), [refresher, refresh]);
  useEffect(() => (formKey === undefined ? undefined : refresher?.watch(formKey)), [refresher, formKey]);
}
