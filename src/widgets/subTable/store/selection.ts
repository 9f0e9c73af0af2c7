import type { Row } from '../../../kernel/index.ts';
import type { Topics } from './topics.ts';

/** Rows ticked for a batch operation. */
export interface Selection {
  has(id: string): boolean;
  size(): number;
  toggle(id: string, isOn: boolean): void;
  /** Ticks every row from the last toggled one to this (Shift + click). */
  extend(id: string, rows: readonly Row[]): void;
  setAll(rows: readonly Row[], isOn: boolean): void;
  /** Forgets rows that are gone. */
  prune(rows: readonly Row[]): void;
}

export function createSelection(topics: Topics): Selection {
  let ids = new Set<string>();
  let last: string | null = null;
  const changed = (touched: Iterable<string>): void => {
    topics.batch(() => {
      for (const id of touched) topics.touch(`row:${id}`);
      topics.touch('selection');
    });
  };
  return {
    has: (id) => ids.has(id),
    size: () => ids.size,
    toggle(id, isOn) {
      if (isOn) ids.add(id);
      else ids.delete(id);
      last = id;
      changed([id]);
    },
    extend(id, rows) {
      const from = rows.findIndex((row) => row.id === last);
      const to = rows.findIndex((row) => row.id === id);
      const span = rows.slice(Math.min(from < 0 ? to : from, to), Math.max(from, to) + 1);
      for (const row of span) ids.add(row.id);
      changed(span.map((row) => row.id));
    },
    setAll(rows, isOn) {
      ids = new Set(isOn ? rows.map((row) => row.id) : []);
      topics.batch(() => {
        topics.touchAllRows();
        topics.touch('selection');
      });
    },
    prune(rows) {
      if (ids.size === 0) return;
      const present = new Set(rows.map((row) => row.id));
      const gone = [...ids].filter((id) => !present.has(id));
      for (const id of gone) ids.delete(id);
      if (gone.length > 0) topics.touch('selection');
    },
  };
}
