import type { Row } from '../../../kernel/index.ts';
import { createDirtyTracker, type DirtyTracker } from './dirtyTracker.ts';
import type { Formulas } from './formulas.ts';
import type { RowWatch } from '../watch/rowWatch.ts';
import { createUndoLog, type Step } from './undoLog.ts';
import { applyChange, changesStructure, type Change } from './splices.ts';
import type { Topics } from './topics.ts';
import type { Totals } from './totals.ts';
import { newRowId } from '../../../domain/rowId.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads one stored row, `{ id, fieldsMap }` or a flat map of values (SC-030, SC-031); null for any other value. */
function readRow(raw: unknown): Row | null {
  if (!isObject(raw)) return null;
  if (isObject(raw.fieldsMap))
    return typeof raw.id === 'string' && raw.id !== ''
      ? (raw as unknown as Row)
      : { ...raw, id: newRowId(), fieldsMap: raw.fieldsMap };
  const { id, fieldsMap: _invalid, ...fieldsMap } = raw;
  return { id: typeof id === 'string' && id !== '' ? id : newRowId(), fieldsMap };
}

/**
 * Reads the rows of a stored value. Valid rows stay the same objects, invalid values are dropped, and missing or
 * repeated ids are replaced, so that every id is unique.
 */
export function readRows(value: unknown): readonly Row[] {
  if (!Array.isArray(value)) return [];
  const seenIds = new Set<string>();
  const rows: Row[] = [];
  for (const raw of value as unknown[]) {
    let row = readRow(raw);
    if (row === null) continue;
    if (seenIds.has(row.id)) row = { ...row, id: newRowId() };
    seenIds.add(row.id);
    rows.push(row);
  }
  return rows;
}

export interface RowStoreOptions {
  /** The stored value in any form that `readRows` accepts. */
  value: unknown;
  formulas: Formulas;
  totals: Totals;
  topics: Topics;
  /** Called with all rows once per batch with changes (SL-003). Unchanged rows stay the same objects. */
  onEmit(rows: readonly Row[]): void;
  /** Called with every change after it is applied. */
  onChange?: ((change: Change) => void) | undefined;
  /** Returns the stored rows in any form that `readRows` accepts. Without it, `value` and loaded values are stored. */
  getStoredRows?: (() => unknown) | undefined;
  /** Sends the requests that a person's changes cause; see `createRowWatch`. */
  watch?: Pick<RowWatch, 'handleChange' | 'handleUndo' | 'addLaterFills' | 'time'>;
}

export interface CommitOptions {
  /** Successive commits of the same rows with the same token are one undo step. */
  token?: string;
  /** False for a change that is not an undo step and causes no calls: loaded default rows, values filled by a call. */
  isLogged?: boolean;
  /** The inserted rows already contain their computed values (from `derive`). */
  isDerived?: boolean;
}

export interface RowStore {
  /** Returns all rows in their order. */
  all(): readonly Row[];
  /** Returns the index of the row; -1 if it does not exist. `hint`: its probable index, which is checked first. */
  indexOf(id: string, hint?: number): number;
  /** Returns the total of a `summary` column; null if it has no numbers. */
  total(key: string): number | null;
  /**
   * Applies a change, updates formulas, totals and change marks, and emits the rows. Adds computed values to inserted
   * rows.
   */
  commit(change: Change, options?: CommitOptions): void;
  /**
   * Returns the row with its computed values. `before`: its previous version; only formulas that read changed columns
   * are computed. With null, all formulas are computed. The store is not changed.
   */
  derive(row: Row, before: Row | null): Row;
  /** Computes all rows again after a change outside the table. Not an undo step. */
  recompute(): void;
  /** Undoes the last step if it has this token (Esc in a cell); the step cannot be redone. Returns as `undo`. */
  revert(token: string): Change | null;
  /** Undoes the last step. Returns the change that was applied to the rows; null without a step. */
  undo(): Change | null;
  /** Repeats the step that was undone last. Returns the applied change; null without such a step. */
  redo(): Change | null;
  canUndo(): boolean;
  canRedo(): boolean;
  /** Replaces all rows by a value from outside and clears the undo history. Does not call `onEmit` or `onChange`. */
  load(value: unknown): void;
  /** Clears the change marks after the current rows were stored; the undo history stays. */
  markStored(): void;
  /** The change marks: cells that differ from the stored rows, and rows that are not stored yet. */
  dirty: Pick<DirtyTracker, 'isCellDirty' | 'isNew'>;
}

/** Returns the keys of the values that differ between two versions of a row. */
function changedKeys(before: Row, after: Row): Set<string> {
  const keys = new Set<string>();
  for (const key of Object.keys(after.fieldsMap))
    if (!Object.is(before.fieldsMap[key], after.fieldsMap[key])) keys.add(key);
  for (const key of Object.keys(before.fieldsMap)) if (!(key in after.fieldsMap)) keys.add(key);
  return keys;
}

/**
 * Creates the store of the rows of one sub-table: plain data, without a form field or proxy per cell. An edit processes
 * only the changed rows.
 */
export function createRowStore({
  value,
  formulas,
  totals,
  topics,
  onEmit,
  onChange,
  getStoredRows,
  watch,
}: RowStoreOptions): RowStore {
  const undoLog = createUndoLog(() => watch?.time() ?? 0);
  const dirty = createDirtyTracker();

  /** Computes a stored row only if a computed value is missing (default rows, imported rows). */
  const completeRow = (row: Row): Row => {
    for (const key of formulas.computedKeys) if (row.fieldsMap[key] === undefined) return formulas.derive(row, null);
    return row;
  };
  /** Reads a value, such as a restored draft, and marks its differences from the stored rows. */
  const read = (raw: unknown): readonly Row[] => {
    const list = readRows(raw);
    const storedValue = getStoredRows === undefined ? raw : getStoredRows();
    dirty.reset(list, storedValue === raw ? list : readRows(storedValue).map(completeRow));
    return formulas.computedKeys.size === 0 ? list : list.map(completeRow);
  };
  let rows = read(value);

  const emit = (): void => onEmit(rows);
  const derive = (row: Row, before: Row | null): Row =>
    before === row ? row : formulas.derive(row, before === null ? null : changedKeys(before, row));
  const deriveChange = (change: Change): Change =>
    change.map(({ index, removed, inserted }) => ({
      index,
      removed,
      inserted: inserted.map((row, i) =>
        derive(row, removed.length === inserted.length && removed[i].id === row.id ? removed[i] : null),
      ),
    }));
  /** Indexes by row id; created at the first use after rows were added, removed or moved. */
  let indexById: Map<string, number> | null = null;

  const apply = (change: Change): void => {
    topics.batch(() => {
      const { rows: next, applied } = applyChange(rows, change);
      rows = next;
      dirty.recordChange(applied);
      for (const { removed, inserted } of applied) {
        totals.replace(removed, inserted);
        inserted.forEach((row, i) => {
          if (row !== removed[i]) topics.touch(`row:${row.id}`);
        });
      }
      if (changesStructure(applied)) {
        indexById = null;
        topics.touch('structure');
      }
      topics.touch('rows');
      topics.touch('totals');
      topics.touch('history');
      topics.runAtEnd(emit);
      onChange?.(applied);
    });
  };
  /**
   * Applies an undo or redo step and returns the applied change. The step's rows may be older than other values of the
   * form and than values filled by calls: computed values are computed again, and the filled values are added.
   */
  const applyStep = (step: Step | null, isRedo = false): Change | null => {
    if (step === null) return null;
    const updateRow = (row: Row, before?: Row): Row =>
      formulas.derive(watch?.addLaterFills(row, step.time, before) ?? row, null);
    const change = step.change.map((splice) => ({
      ...splice,
      inserted: splice.inserted.map((row, i) => {
        const before = splice.removed[i];
        return isRedo && before?.id === row.id ? updateRow(row, before) : updateRow(row);
      }),
    }));
    apply(change);
    return change;
  };

  const applyUndo = (step: Step | null): Change | null => {
    const change = applyStep(step);
    if (change !== null) watch?.handleUndo(change);
    return change;
  };

  return {
    all: () => rows,
    indexOf(id, hint = 0) {
      if (rows[hint]?.id === id) return hint;
      indexById ??= new Map(rows.map((row, index) => [row.id, index]));
      return indexById.get(id) ?? -1;
    },
    total: (key) => totals.value(key, rows),
    derive,
    commit(change, { token, isLogged = true, isDerived = false } = {}) {
      const fullChange = isDerived ? change : deriveChange(change);
      if (
        fullChange.every(
          ({ removed, inserted }) =>
            removed.length === inserted.length && removed.every((row, i) => row === inserted[i]),
        )
      )
        return;
      if (isLogged) undoLog.record(fullChange, token);
      apply(fullChange);
      if (isLogged) watch?.handleChange(fullChange);
    },
    recompute() {
      if (formulas.computedKeys.size === 0) return;
      const inserted = rows.map((row) => formulas.derive(row, null));
      if (inserted.every((row, i) => row === rows[i])) return;
      apply([{ index: 0, removed: rows, inserted }]);
    },
    revert: (token) => applyUndo(undoLog.revert(token)),
    undo: () => applyUndo(undoLog.undo()),
    redo() {
      const change = applyStep(undoLog.redo(), true);
      if (change !== null) watch?.handleChange(change);
      return change;
    },
    canUndo: undoLog.canUndo,
    canRedo: undoLog.canRedo,
    load(raw) {
      topics.batch(() => {
        rows = read(raw);
        indexById = null;
        undoLog.clear();
        totals.reset(rows);
        topics.touchAllRows();
        for (const topic of ['structure', 'rows', 'totals', 'history'] as const) topics.touch(topic);
      });
    },
    markStored: () => dirty.markStored(),
    dirty,
  };
}
