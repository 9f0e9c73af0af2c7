import type { Block } from '../grid/block.ts';
import type { Topics } from './topics.ts';

export interface CellRef {
  rowId: string;
  column: string;
}

export interface EditingSession extends CellRef {
  /**
   * Typed text that started the edit, until an editor has inserted it. Undefined if a click, Enter or F2 started the
   * edit.
   */
  typed?: string;
  /** Identifies this editing session of the cell; its edits are one undo step. */
  token: string;
}

/** The active cell, the selected block and the cell being edited. */
export interface Cursor {
  active(): CellRef | null;
  /**
   * Returns the cell where the selection began. It is highlighted and receives typed text. `active` is the opposite,
   * moving corner of the selected block. Both are the same cell if only one cell is selected.
   */
  anchor(): CellRef | null;
  editing(): EditingSession | null;
  /** Makes a cell active and ends editing. With `keepsAnchor` the selection is extended to the cell. */
  move(cell: CellRef | null, keepsAnchor?: boolean): void;
  startEdit(cell: CellRef, typedText?: string): void;
  /**
   * Call when an editor has inserted the typed text. If the session gets another editor, that editor starts with the
   * value of the row.
   */
  clearTypedText(token: string): void;
  /** Returns the cells that a drag of the fill handle would write; null without such a drag. */
  previewedBlock(): Block | null;
  setPreview(area: Block | null): void;
}

/** Returns true if `cell` refers to the cell of this row and column. */
export const isSameCell = (cell: CellRef | null, rowId: string, column: string): boolean =>
  cell !== null && cell.rowId === rowId && cell.column === column;

export function createCursor(topics: Topics): Cursor {
  let active: CellRef | null = null;
  let anchor: CellRef | null = null;
  let editing: EditingSession | null = null;
  let sessionCount = 0;
  let preview: Block | null = null;
  const update = (apply: () => void): void => {
    topics.batch(() => {
      const previousCells = [active, editing, anchor];
      const hadSeveralRows = anchor !== null && active !== null && anchor.rowId !== active.rowId;
      apply();
      for (const cell of [...previousCells, active, editing, anchor]) if (cell) topics.touch(`row:${cell.rowId}`);
      // the rows between anchor and active cell also look different; only mounted rows are subscribed
      if (hadSeveralRows || (anchor !== null && active !== null && anchor.rowId !== active.rowId))
        topics.touchAllRows();
      topics.touch('cursor');
    });
  };
  return {
    active: () => active,
    anchor: () => anchor,
    editing: () => editing,
    move(cell, keepsAnchor = false) {
      update(() => {
        active = cell;
        anchor = keepsAnchor && cell !== null ? (anchor ?? cell) : cell;
        editing = null;
      });
    },
    startEdit(cell, typed) {
      update(() => {
        sessionCount += 1;
        active = anchor = cell;
        editing = { ...cell, token: `stay-${sessionCount}`, ...(typed === undefined ? {} : { typed }) };
      });
    },
    clearTypedText(token) {
      // no topic is touched, because nothing visible changes
      if (editing?.token === token && editing.typed !== undefined)
        editing = { rowId: editing.rowId, column: editing.column, token };
    },
    previewedBlock: () => preview,
    setPreview(next) {
      preview = next;
      topics.touchAllRows();
    },
  };
}
