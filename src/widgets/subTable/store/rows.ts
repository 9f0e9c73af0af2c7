import type { Row } from '../../../kernel/index.ts';
import { createDirty, type Dirty } from './dirty.ts';
import type { Formulas } from './formulas.ts';
import { readRows } from './ids.ts';
import type { RowWatch } from '../watch/rowWatch.ts';
import { createLog, type Step } from './log.ts';
import { applyChange, changesStructure, type Change } from './splices.ts';
import type { Topics } from './topics.ts';
import type { Totals } from './totals.ts';

export interface RowStoreOptions {
  /** The stored value, in whatever shape it came. */
  value: unknown;
  formulas: Formulas;
  totals: Totals;
  topics: Topics;
  /** Gets the full row list once per batch that changed it (SL-003). Unchanged rows keep their identity. */
  onEmit(rows: readonly Row[]): void;
  /** What follows a person's change by a call: see `createRowWatch`. */
  watch?: Pick<RowWatch, 'changed' | 'settle' | 'now'>;
}

export interface CommitOptions {
  /** Commits with the same token are one step of the history. */
  merge?: string;
  /** False for changes that are not the user's (formulas following the form). */
  isLogged?: boolean;
  /** The rows come with their computed values (they were made by `derive`). */
  isDerived?: boolean;
}

export interface RowStore {
  all(): readonly Row[];
  /** `hint` is where the row was last seen; without it the list is searched. -1 when it is gone. */
  indexOf(id: string, hint?: number): number;
  total(key: string): number | null;
  /** Applies a change, brings formulas, totals and marks up to date, and emits. Rows of `inserted` need no computed values. */
  commit(change: Change, options?: CommitOptions): void;
  /** The row with its computed values; `before` is the row it was, which limits the work to what differs. Changes nothing. */
  derive(row: Row, before: Row | null): Row;
  /** Computes every row again, because something outside the table changed. */
  recompute(): void;
  /** Takes back the last step if it carries this token (Esc in a cell). */
  revert(merge: string): Change | null;
  undo(): Change | null;
  redo(): Change | null;
  canUndo(): boolean;
  canRedo(): boolean;
  /** Takes a value that came from outside; forgets history and marks. Emits nothing. */
  load(value: unknown): void;
  /** The present rows are the stored ones from now on; the history stays. */
  markStored(): void;
  dirty: Pick<Dirty, 'isCellDirty' | 'isNew'>;
}

function changedKeys(before: Row, after: Row): Set<string> {
  const keys = new Set<string>();
  for (const key of Object.keys(after.fieldsMap))
    if (!Object.is(before.fieldsMap[key], after.fieldsMap[key])) keys.add(key);
  for (const key of Object.keys(before.fieldsMap)) if (!(key in after.fieldsMap)) keys.add(key);
  return keys;
}

/** The rows of one sub-table as plain data: no form field per cell, no proxy; an edit costs the row it touches. */
export function createRowStore({ value, formulas, totals, topics, onEmit, watch }: RowStoreOptions): RowStore {
  const log = createLog(() => watch?.now() ?? 0);
  const dirty = createDirty();

  /** A stored row is trusted unless a computed value is missing (default rows, imported rows). */
  const complete = (row: Row): Row => {
    for (const key of formulas.computed) if (row.fieldsMap[key] === undefined) return formulas.derive(row, null);
    return row;
  };
  const read = (raw: unknown): readonly Row[] => {
    const list = readRows(raw);
    return formulas.computed.size === 0 ? list : list.map(complete);
  };
  let rows = read(value);

  const emit = (): void => onEmit(rows);
  const derive = (row: Row, before: Row | null): Row =>
    before === row ? row : formulas.derive(row, before === null ? null : changedKeys(before, row));
  const derived = (change: Change): Change =>
    change.map(({ at, removed, inserted }) => ({
      at,
      removed,
      inserted: inserted.map((row, i) =>
        derive(row, removed.length === inserted.length && removed[i].id === row.id ? removed[i] : null),
      ),
    }));
  /** Positions by id, made when they are first asked for after rows came, went or moved. */
  let places: Map<string, number> | null = null;

  const put = (change: Change): void => {
    topics.batch(() => {
      const { rows: next, applied } = applyChange(rows, change);
      rows = next;
      dirty.note(applied);
      for (const { removed, inserted } of applied) {
        totals.replace(removed, inserted);
        inserted.forEach((row, i) => {
          if (row !== removed[i]) topics.touch(`row:${row.id}`);
        });
      }
      if (changesStructure(applied)) {
        places = null;
        topics.touch('structure');
      }
      topics.touch('rows');
      topics.touch('totals');
      topics.touch('history');
      topics.atEnd(emit);
    });
  };
  /** A step of the history; its rows may be older than the form's present values, and than what was filled in since. */
  const step = (taken: Step | null): Change | null => {
    if (taken === null) return null;
    const settled = (row: Row): Row => formulas.derive(watch?.settle(row, taken.time) ?? row, null);
    const change = taken.change.map((splice) => ({ ...splice, inserted: splice.inserted.map(settled) }));
    put(change);
    return change;
  };

  return {
    all: () => rows,
    indexOf(id, hint = 0) {
      if (rows[hint]?.id === id) return hint;
      places ??= new Map(rows.map((row, index) => [row.id, index]));
      return places.get(id) ?? -1;
    },
    total: (key) => totals.value(key, rows),
    derive,
    commit(change, { merge, isLogged = true, isDerived = false } = {}) {
      const full = isDerived ? change : derived(change);
      if (
        full.every(
          ({ removed, inserted }) =>
            removed.length === inserted.length && removed.every((row, i) => row === inserted[i]),
        )
      )
        return;
      if (isLogged) log.record(full, merge);
      put(full);
      if (isLogged) watch?.changed(full);
    },
    recompute() {
      if (formulas.computed.size === 0) return;
      const inserted = rows.map((row) => formulas.derive(row, null));
      if (inserted.every((row, i) => row === rows[i])) return;
      put([{ at: 0, removed: rows, inserted }]);
    },
    revert: (merge) => step(log.revert(merge)),
    undo: () => step(log.undo()),
    redo() {
      const change = step(log.redo());
      if (change !== null) watch?.changed(change);
      return change;
    },
    canUndo: log.canUndo,
    canRedo: log.canRedo,
    load(raw) {
      topics.batch(() => {
        rows = read(raw);
        places = null;
        log.clear();
        dirty.clear();
        totals.reset(rows);
        topics.touchAllRows();
        for (const topic of ['structure', 'rows', 'totals', 'history'] as const) topics.touch(topic);
      });
    },
    markStored: () => dirty.clear(),
    dirty,
  };
}
