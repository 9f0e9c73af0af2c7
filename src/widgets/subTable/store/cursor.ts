import type { Block } from '../grid/block.ts';
import type { Topics } from './topics.ts';

export interface CellRef {
  rowId: string;
  column: string;
}

export interface Editing extends CellRef {
  /** Text that starts the edit, until an editor has taken it; undefined when it began with a click, Enter or F2. */
  typed?: string;
  /** Names this stay in the cell: its edits are one step of the history. */
  token: string;
}

/** The active cell, the block selected with it, and the one cell being edited. */
export interface Cursor {
  active(): CellRef | null;
  /** The corner where the selection began, which is marked and typed into; `active` is the one that moves. The same when one cell is selected. */
  anchor(): CellRef | null;
  editing(): Editing | null;
  move(cell: CellRef | null, keepsAnchor?: boolean): void;
  startEdit(cell: CellRef, typed?: string): void;
  /** The editor has its first text: one that is mounted for the same stay later begins with the value of the row. */
  takeTyped(token: string): void;
  stopEdit(): void;
  /** Cells that a fill under way would write, by position. */
  previewed(): Block | null;
  preview(area: Block | null): void;
}

export const isCell = (a: CellRef | null, rowId: string, column: string): boolean =>
  a !== null && a.rowId === rowId && a.column === column;

export function createCursor(topics: Topics): Cursor {
  let active: CellRef | null = null;
  let anchor: CellRef | null = null;
  let editing: Editing | null = null;
  let stays = 0;
  let area: Block | null = null;
  const change = (apply: () => void): void => {
    topics.batch(() => {
      const before = [active, editing, anchor];
      const wasBlock = anchor !== null && active !== null && anchor.rowId !== active.rowId;
      apply();
      for (const cell of [...before, active, editing, anchor]) if (cell) topics.touch(`row:${cell.rowId}`);
      // rows inside a block change their look too; only the visible ones listen
      if (wasBlock || (anchor !== null && active !== null && anchor.rowId !== active.rowId)) topics.touchAllRows();
      topics.touch('cursor');
    });
  };
  return {
    active: () => active,
    anchor: () => anchor,
    editing: () => editing,
    move(cell, keepsAnchor = false) {
      change(() => {
        active = cell;
        anchor = keepsAnchor && cell !== null ? (anchor ?? cell) : cell;
        editing = null;
      });
    },
    startEdit(cell, typed) {
      change(() => {
        stays += 1;
        active = anchor = cell;
        editing = { ...cell, token: `stay-${stays}`, ...(typed === undefined ? {} : { typed }) };
      });
    },
    takeTyped(token) {
      // nothing that is shown changes by it
      if (editing?.token === token && editing.typed !== undefined)
        editing = { rowId: editing.rowId, column: editing.column, token };
    },
    previewed: () => area,
    preview(next) {
      area = next;
      topics.touchAllRows();
    },
    stopEdit() {
      if (editing)
        change(() => {
          editing = null;
        });
    },
  };
}
