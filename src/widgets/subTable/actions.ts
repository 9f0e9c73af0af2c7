import type { Access, CompiledColumn, CompiledTable, Row, Scope, Option } from '../../kernel/index.ts';
import type { Problem } from '../../domain/problem/index.ts';
import { newRowId } from '../../domain/rowId.ts';
import { isOthersRow } from '../../rules/otherRows.ts';
import { rowLimit } from '../../rules/tables.ts';
import { createCellAccess, createFreshAccess } from './access.ts';
import { cellText, labelKey } from './cellText.ts';
import { defaultsOf } from './defaultsOf.ts';
import { inSlices } from './slices.ts';
import { NO_RIGHTS, tableRights, visibleColumns, type TableRights } from './rights.ts';
import type { CellRef } from './store/cursor.ts';
import { createBatch, type Batch } from './store/batch.ts';
import { copies, edition, insertion, movement, removal } from './store/operations.ts';
import type { Change } from './store/splices.ts';
import type { TableStore } from './store/tableStore.ts';

export interface ActionsOptions {
  table: CompiledTable;
  store: TableStore;
  scope(): Scope;
  /** False in view mode and after 保存全部. */
  isLive(): boolean;
  options(key: string): readonly Option[] | undefined;
}

/** What a person can do to a sub-table, whatever the surface (grid, cards, operation column). Each is one step of the history. */
export interface Actions {
  rows(): readonly Row[];
  rights(): TableRights;
  columns(): readonly CompiledColumn[];
  rowScope(row: Row): Scope;
  access(column: CompiledColumn, row: Row): Access;
  isEditable(column: CompiledColumn, row: Row): boolean;
  /** Rules are asked again; to call when situation or form values changed. */
  resetAccess(): void;
  text(column: CompiledColumn, row: Row): string;
  /** Options of a column, where they are known. */
  options(key: string): readonly Option[] | undefined;
  /** How many rows may still be added (maxRows). */
  room(): number;
  /** Adds a row with default values (or these), at the end or at a position; answers its id, null when there is no room or right. */
  add(values?: Readonly<Record<string, unknown>>, at?: number): string | null;
  /** Moves `count` rows from `from` to stand at `to`, where the table lets rows change places; the ends hold. */
  move(from: number, count: number, to: number): boolean;
  copy(ids: readonly string[]): void;
  remove(ids: readonly string[]): void;
  /** A row that belongs to somebody else's task stays, even where rows may be removed. */
  mayRemove(id: string): boolean;
  /** True when nothing was typed into any of the rows. */
  areBlank(ids: readonly string[]): boolean;
  edit(cell: CellRef, value: unknown, label: string | undefined, token?: string): void;
  /** Empties the editable cells among these. */
  clear(cells: readonly CellRef[]): void;
  /** Values for many rows, made ready one by one and committed as one step. Asks no rights: what may be written is the caller's to know. */
  batch(): Batch;
  newRow(): Row;
  /** May this person write the column in a row that they are adding? `blank` is the new row so far. */
  mayFill(column: CompiledColumn, blank: Row): boolean;
  /** These values instead of all rows (default data). */
  replaceAll(list: readonly Readonly<Record<string, unknown>>[], isLogged?: boolean): void;
  /** Takes the last step back, or does it again; what is marked as wrong follows. */
  undo(): void;
  redo(): void;
  /** Checks one cell and shows what it finds. */
  check(cell: CellRef): readonly Problem[];
  /** Checks what stands in these rows, in slices, and shows what it finds; empty cells are left to the save. */
  checkRows(list: readonly Row[]): Promise<void>;
}

export function createActions({ table, store, scope, isLive, options }: ActionsOptions): Actions {
  const { rows, problems, topics } = store;
  const byKey = new Map(table.columns.map((column) => [column.key, column]));
  const rowScope = (row: Row): Scope => ({ ...scope(), row: row.fieldsMap, rowId: row.id });
  const pick = (ids: readonly string[]): Row[] => {
    const wanted = new Set(ids);
    return rows.all().filter((row) => wanted.has(row.id));
  };
  const access = createCellAccess(rowScope);
  const fresh = createFreshAccess(rowScope);
  const initialValues = (): Record<string, unknown> => defaultsOf(table, scope(), options);
  const room = (): number => Math.max(0, rowLimit(table.node) - rows.all().length);

  const problemsOf = (column: CompiledColumn, row: Row): readonly Problem[] => {
    const inRow: Scope = { ...rowScope(row), isNewRow: rows.dirty.isNew(row) };
    return access.of(column, row, rows.dirty.isNew(row)).visible
      ? column.validate(row.fieldsMap[column.key], inRow)
      : [];
  };

  /** The rows that a step has brought, as they stand now. */
  const recheck = (change: Change | null): void => {
    if (change === null) return;
    const before = new Set(change.flatMap(({ removed }) => removed));
    const ids = new Set(
      change
        .flatMap(({ inserted }) => inserted)
        .filter((row) => !before.has(row))
        .map(({ id }) => id),
    );
    if (ids.size > 0) void actions.checkRows(rows.all().filter(({ id }) => ids.has(id)));
  };

  const actions: Actions = {
    rows: rows.all,
    rights: () => (isLive() ? tableRights(table, scope()) : NO_RIGHTS),
    columns: () => visibleColumns(table, scope()),
    rowScope,
    room,
    options,
    access: (column, row) => access.of(column, row, rows.dirty.isNew(row)),
    isEditable: (column, row) => isLive() && actions.access(column, row).editable,
    resetAccess() {
      access.reset();
      fresh.reset();
    },
    text: (column, row) => cellText(column, row.fieldsMap, options(column.key)),
    mayFill: (column, blank) => column.compute === null && fresh.of(column, blank),
    newRow: () => ({ id: newRowId(), fieldsMap: initialValues() }),
    add(values, at = rows.all().length) {
      if (!actions.rights().add || room() < 1) return null;
      const row = actions.newRow();
      rows.commit(insertion(at, [values ? { ...row, fieldsMap: { ...row.fieldsMap, ...values } } : row]));
      return row.id;
    },
    move(from, count, to) {
      const place = Math.max(0, Math.min(rows.all().length - count, to));
      if (!actions.rights().order || place === from) return false;
      rows.commit(movement(rows.all(), from, place, count));
      return true;
    },
    copy(ids) {
      const list = pick(ids).slice(0, room());
      if (!actions.rights().copy || list.length === 0) return;
      rows.commit(copies(list, rows.indexOf(list[list.length - 1].id) + 1));
    },
    mayRemove: (id) => !isOthersRow(table.node, id, scope().situation),
    remove(ids) {
      if (!actions.rights().remove) return;
      const gone = ids.filter(actions.mayRemove);
      if (gone.length > 0) rows.commit(removal(rows.all(), new Set(gone)));
    },
    areBlank: (ids) => {
      const blank = initialValues();
      return pick(ids).every((row) =>
        table.columns.every(
          (column) =>
            column.compute !== null ||
            column.isEmpty(row.fieldsMap[column.key]) ||
            row.fieldsMap[column.key] === blank[column.key],
        ),
      );
    },
    edit({ rowId, column: key }, value, label, token) {
      const index = rows.indexOf(rowId);
      const column = byKey.get(key);
      if (index < 0 || !column) return;
      const values = column.hasCompanion ? { [key]: value, [labelKey(key)]: label ?? '' } : { [key]: value };
      rows.commit(edition(rows.all(), [{ index, values }]), token === undefined ? {} : { merge: token });
      if (problems.of(rowId, key).length > 0) actions.check({ rowId, column: key });
    },
    clear(cells) {
      const edits = new Map<number, Record<string, unknown>>();
      for (const { rowId, column: key } of cells) {
        const index = rows.indexOf(rowId);
        const column = byKey.get(key);
        if (index < 0 || !column || !actions.isEditable(column, rows.all()[index])) continue;
        const values = edits.get(index) ?? {};
        values[key] = column.definition.emptyValue ?? null;
        if (column.hasCompanion) values[labelKey(key)] = '';
        edits.set(index, values);
      }
      rows.commit(
        edition(
          rows.all(),
          [...edits].sort(([a], [b]) => a - b).map(([index, values]) => ({ index, values })),
        ),
      );
    },
    undo: () => recheck(rows.undo()),
    redo: () => recheck(rows.redo()),
    batch: () => createBatch(rows, actions.newRow),
    replaceAll(list, isLogged = false) {
      const before = rows.all();
      const inserted = list.slice(0, rowLimit(table.node)).map((values): Row => {
        const row = actions.newRow();
        return { ...row, fieldsMap: { ...row.fieldsMap, ...values } };
      });
      if (before.length + inserted.length > 0) rows.commit([{ at: 0, removed: before, inserted }], { isLogged });
    },
    check(cell) {
      const row = rows.all()[rows.indexOf(cell.rowId)];
      const column = byKey.get(cell.column);
      if (!row || !column) return [];
      const found = problemsOf(column, row);
      topics.batch(() => problems.set(cell, found));
      return found;
    },
    async checkRows(list) {
      const found: { cell: CellRef; problems: readonly Problem[] }[] = [];
      await inSlices({
        count: list.length,
        step(i) {
          const row = list[i];
          const hasKnown = problems.hasRow(row.id);
          for (const column of table.columns) {
            const known = hasKnown ? problems.of(row.id, column.key) : [];
            if (known.length === 0 && column.isEmpty(row.fieldsMap[column.key])) continue;
            const now = problemsOf(column, row);
            if (now.length + known.length > 0)
              found.push({ cell: { rowId: row.id, column: column.key }, problems: now });
          }
        },
      });
      topics.batch(() => {
        // a row that has changed or gone meanwhile was judged by what it no longer holds
        const present = new Set(rows.all());
        const judged = new Set(list.filter((row) => present.has(row)).map((row) => row.id));
        for (const { cell, problems: now } of found) if (judged.has(cell.rowId)) problems.set(cell, now);
      });
    },
  };
  return actions;
}
