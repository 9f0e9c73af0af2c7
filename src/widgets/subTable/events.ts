import type { Row } from '../../kernel/index.ts';
import type { FormSession } from '../../runtime/form/session.ts';
import type { Actions } from './actions.ts';

/**
 * What a sub-table tells the outside: `save-all` (SL-002), and the `eventType` of its own buttons (SC-008, OP). Goes to
 * the registered action of that name, and up the page as a DOM event `sub-table` with this as its detail.
 */
export interface SubTableEvent {
  event: string;
  /** Key of the sub-table. */
  table: string;
  /** The row of the button; null for a button above the table. */
  row: Row | null;
  index: number;
  rows: readonly Row[];
  session: FormSession;
  /** The same operations that people have: each checks rights and is one step of the history. */
  actions: Actions;
  /** For who was told `save-all` and could not store it: the rows are edited on. */
  reopen(): void;
}
