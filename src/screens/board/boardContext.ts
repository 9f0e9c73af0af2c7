import { createContext, useContext, useEffect } from 'react';
import type { Refresher } from './refresher.ts';

/** The board around a block: when to ask again, and how much larger than usual it is drawn. */
export interface Board {
  refresher: Refresher;
  scale: number;
}

export const BoardContext = createContext<Board | null>(null);

/** Asks again with the board around: by its clock, and when records of the form that is counted were written. */
export function useBoardRefresh(formKey: string | undefined, refresh: () => void): void {
  const refresher = useContext(BoardContext)?.refresher;
  useEffect(() => refresher?.onRefresh(refresh), [refresher, refresh]);
  useEffect(() => (formKey === undefined ? undefined : refresher?.watch(formKey)), [refresher, formKey]);
}
