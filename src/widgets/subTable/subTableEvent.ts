import type { Row } from '../../kernel/index.ts';
import type { FormSession } from '../../runtime/form/session.ts';
import type { Actions } from './actions.ts';

/**
 * An event of a sub-table: `save-all` (SL-002), or the `eventType` of a configured button (SC-008, OP). It is passed to
 * the registered action with that name and dispatched as the `detail` of a bubbling DOM event `sub-table`.
 */
export interface SubTableEvent {
  event: string;
  /** Key of the sub-table. */
  table: string;
  /** The row of the pressed button; null for a button above the table. */
  row: Row | null;
  /** Index of `row`; -1 without a row. */
  index: number;
  rows: readonly Row[];
  session: FormSession;
  /** The operations of the table's own buttons. Each of them checks permissions and is one undo step. */
  actions: Actions;
  /** Makes the rows editable again, for a `save-all` handler that could not store the rows. */
  reopen(): void;
}
