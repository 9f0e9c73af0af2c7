import { createContext, type ReactNode } from 'react';

/** Marks on values that somebody else changed. The screen that contains the form provides them. */
export interface Marks {
  /** The mark next to the label of a field; null when the field has none. */
  field(key: string): ReactNode;
  /** Text of a cell's mark; null when the cell has none. */
  cell(table: string, rowId: string, column: string): string | null;
  /** Text of a whole row's mark; null when the row has none. */
  row(table: string, rowId: string): string | null;
}

export const MarksContext = createContext<Marks | null>(null);
