import { createContext, type ReactNode } from 'react';

/** Marks beside what somebody else changed, given by the screen around a form. */
export interface Marks {
  /** Stands beside a field's name. */
  field(key: string): ReactNode;
  /** What a cell's mark says; null where it has none. */
  cell(table: string, rowId: string, column: string): string | null;
  /** What a whole row's mark says; null where it has none. */
  row(table: string, rowId: string): string | null;
}

export const MarksContext = createContext<Marks | null>(null);
