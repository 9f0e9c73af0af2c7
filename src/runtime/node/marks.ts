import { createContext, type ReactNode } from 'react';

/** Marks on values that somebody else changed, provided by the screen that contains the form. */
export interface Marks {
  /** Returns the mark next to the label of a field; null if the field has none. */
  field(key: string): ReactNode;
  /** Returns the text of a cell's mark; null if the cell has none. */
  cell(table: string, rowId: string, column: string): string | null;
  /** Returns the text of a whole row's mark; null if the row has none. */
  row(table: string, rowId: string): string | null;
}

export const MarksContext = createContext<Marks | null>(null);
