import type { Row } from '../../../kernel/index.ts';
import type { Topics } from './topics.ts';

/** Rows selected with their check boxes for a batch operation. */
export interface Selection {
  has(id: string): boolean;
  size(): number;
  toggle(id: string, isSelected: boolean): void;
  /** Selects all rows from the last toggled row to this row (Shift+click). */
  extend(id: string, rows: readonly Row[]): void;
  setAll(rows: readonly Row[], isSelected: boolean): void;
  /** Deselects rows that no longer exist. */
  prune(rows: readonly Row[]): void;
}

export function createSelection(topics: Topics): Selection {
  let ids = new Set<string>();
  let lastToggledId: string | null = null;
  const notify = (touchedIds: Iterable<string>): void => {
    topics.batch(() => {
      for (const id of touchedIds) topics.touch(`row:${id}`);
      topics.touch('selection');
    });
  };
  return {
    has: (id) => ids.has(id),
    size: () => ids.size,
    toggle(id, isSelected) {
      if (isSelected) ids.add(id);
      else ids.delete(id);
      lastToggledId = id;
      notify([id]);
    },
    extend(id, rows) {
      const from = rows.findIndex((row) => row.id === lastToggledId);
      const to = rows.findIndex((row) => row.id === id);
      const range = rows.slice(Math.min(from < 0 ? to : from, to), Math.max(from, to) + 1);
      for (const row of range) ids.add(row.id);
      notify(range.map((row) => row.id));
    },
    setAll(rows, isSelected) {
      ids = new Set(isSelected ? rows.map((row) => row.id) : []);
      topics.batch(() => {
        topics.touchAllRows();
        topics.touch('selection');
      });
    },
    prune(rows) {
      if (ids.size === 0) return;
      const presentIds = new Set(rows.map((row) => row.id));
      const removedIds = [...ids].filter((id) => !presentIds.has(id));
      for (const id of removedIds) ids.delete(id);
      if (removedIds.length > 0) topics.touch('selection');
    },
  };
}
