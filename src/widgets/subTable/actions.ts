import {
  dependKeyOf,
  type Access,
  type CompiledColumn,
  type CompiledTable,
  type Row,
  type Scope,
  type Option,
} from '../../kernel/index.ts';
import type { Problem } from '../../domain/problem/index.ts';
import { newRowId } from '../../domain/rowId.ts';
import { isOthersRow } from '../../rules/rowsOfOtherTasks.ts';
import { ownerColumnKeys } from '../../records/index.ts';
import { isRowEventAllowed } from '../../rules/buttons.ts';
import { rowAddMethods, rowLimit } from '../../rules/tables.ts';
import { createCellAccess, createNewRowAccess } from './access.ts';
import { cellText, labelKey } from './cellText.ts';
import { valuesClearedOfStrays } from './rowOptions.ts';
import { runInSlices } from './runInSlices.ts';
import { NO_RIGHTS, tableRights, visibleColumns, type TableRights } from './rights.ts';
import type { CellRef } from './store/cursor.ts';
import { createBatch, type Batch } from './store/batch.ts';
import { createCopies, createEdit, createInsertion, createMove, createRemoval } from './store/operations.ts';
import type { Change } from './store/splices.ts';
import type { TableStore } from './store/tableStore.ts';

export interface ActionsOptions {
  table: CompiledTable;
  store: TableStore;
  scope(): Scope;
  /** Returns false in view mode and after 保存全部. */
  isEditMode(): boolean;
  options(key: string): readonly Option[] | undefined;
  /** Returns the row as it is stored; undefined if it is not stored yet. */
  storedRow(id: string): Row | undefined;
}

/** Operations on a sub-table, shared by grid, cards and operation column. Each change is one undo step. */
export interface Actions {
  rows(): readonly Row[];
  rights(): TableRights;
  columns(): readonly CompiledColumn[];
  rowScope(row: Row): Scope;
  access(column: CompiledColumn, row: Row): Access;
  isEditable(column: CompiledColumn, row: Row): boolean;
  /**
   * Returns true if the cell is locked only because the row's new owner is not stored yet: this person may fill it
   * after saving (RO-001).
   */
  isEditableOnceStored(column: CompiledColumn, row: Row): boolean;
  /** Clears cached access. Call when the situation or form values change. */
  resetAccess(): void;
  text(column: CompiledColumn, row: Row): string;
  /** Returns the options of a column if they are loaded. */
  options(key: string): readonly Option[] | undefined;
  /** Returns the number of rows that may still be added (`maxRows`). */
  remainingRows(): number;
  /**
   * Adds a row with default values, overridden by `values`, at the end or at `index`. Returns its id, or null if the
   * table is full or the person may not add rows by typing.
   */
  add(values?: Readonly<Record<string, unknown>>, index?: number): string | null;
  /**
   * Moves `count` rows from index `from` to index `to` (limited to the table). Returns false if nothing moves, for
   * example because rows may not be reordered.
   */
  move(from: number, count: number, to: number): boolean;
  /** Copies the rows that may be copied and fit into the table. Returns the number of rows that do not fit. */
  copy(ids: readonly string[]): number;
  remove(ids: readonly string[]): void;
  /**
   * Returns false for a row of another person's task and for a row that no configured button removes, even if rows may
   * be removed.
   */
  mayRemove(id: string): boolean;
  /** Returns false for a row that no configured button copies, even if rows may be copied. */
  mayCopy(id: string): boolean;
  /** Returns true if all these rows contain only default or computed values. */
  areBlank(ids: readonly string[]): boolean;
  /** Writes a value and its label into a cell. Edits with the same `token` are one undo step. */
  edit(cell: CellRef, value: unknown, label: string | undefined, token?: string): void;
  /** Clears these cells, except the cells that are not editable. */
  clear(cells: readonly CellRef[]): void;
  /** Collects values for many rows and commits them as one undo step. The caller must check permissions. */
  batch(): Batch;
  newRow(): Row;
  /** Returns true if this person may fill the column in a new row. `newRow`: the row with its values so far. */
  mayFill(column: CompiledColumn, newRow: Row): boolean;
  /**
   * Replaces all rows (default rows). `isLogged`: the change is an undo step. If other undo steps exist, the change
   * is always a step, because otherwise the other steps could no longer be undone correctly.
   */
  replaceAll(list: readonly Row[], isLogged?: boolean): void;
  /** Undoes the last step; the changed rows are validated again. */
  undo(): void;
  redo(): void;
  /**
   * Call after rows have changed in any way. Validates again the cells of the changed rows that have known problems. A
   * problem that this validation cannot find (an unreadable text, a problem found by the server) stays until its own
   * cell is changed.
   */
  recheckKnownProblems(change: Change): void;
  /** Validates one cell and shows its problems. */
  check(cell: CellRef): readonly Problem[];
  /** Validates the filled cells of these rows in slices and shows the problems. Empty cells are validated on saving. */
  checkRows(list: readonly Row[]): Promise<void>;
}

export function createActions({ table, store, scope, isEditMode, options, storedRow }: ActionsOptions): Actions {
  const { rows, problems, topics } = store;
  const byKey = new Map(table.columns.map((column) => [column.key, column]));
  const dependencyKeys = new Set(table.columns.map(({ node }) => dependKeyOf(node)));
  const rowScope = (row: Row): Scope => ({ ...scope(), row: row.fieldsMap, rowId: row.id });
  const rowsById = (ids: readonly string[]): Row[] => {
    const idSet = new Set(ids);
    return rows.all().filter((row) => idSet.has(row.id));
  };
  const ownerKeys = ownerColumnKeys(table);
  /**
   * Returns the scope for the access to a row. For a stored row, it contains the stored owner of the row, as on the
   * server, so that nobody fills a cell that the server then refuses (RO-001).
   */
  const accessScope = (row: Row): Scope => {
    const storedVersion = ownerKeys.length === 0 ? undefined : storedRow(row.id);
    if (storedVersion === undefined) return rowScope(row);
    const owners = Object.fromEntries(ownerKeys.map((key) => [key, storedVersion.fieldsMap[key]]));
    return { ...rowScope(row), row: { ...row.fieldsMap, ...owners } };
  };
  /** Returns true if the configured buttons permit the event for the row, both as stored and in its current state. */
  const isEventPermitted = (event: 'copy' | 'remove', id: string): boolean => {
    const buttons = table.operations?.items ?? [];
    const versions = [storedRow(id), rows.all()[rows.indexOf(id)]];
    return versions.every(
      (row) => row === undefined || isRowEventAllowed(buttons, event, row.fieldsMap, scope().situation),
    );
  };
  const access = createCellAccess(accessScope);
  const newRowAccess = createNewRowAccess(rowScope);
  const initialValues = (): Record<string, unknown> => defaultsOf(table, scope(), options);
  const computeRemainingRows = (): number => Math.max(0, rowLimit(table.node) - rows.all().length);

  /**
   * Returns new values for the columns whose options depend on the changed column `key`: without the parts that are no
   * longer among the options (LNG-009).
   */
  const clearedDependents = (
    row: Row,
    key: string,
    values: Readonly<Record<string, unknown>>,
  ): Record<string, unknown> =>
    dependencyKeys.has(key)
      ? valuesClearedOfStrays(
          table.columns,
          key,
          { ...row.fieldsMap, ...values },
          {
            formValues: scope().values,
            options,
            mayEdit: (column) => actions.isEditable(column, row),
          },
        )
      : {};

  /** Returns `values` and the new values of the columns whose options depend on them (see `clearedDependents`). */
  const withClearedDependents = (
    row: Row,
    values: Readonly<Record<string, unknown>>,
  ): Readonly<Record<string, unknown>> => {
    let clearedValues: Record<string, unknown> = {};
    for (const key of dependencyKeys)
      if (key !== null && Object.hasOwn(values, key) && !Object.is(values[key], row.fieldsMap[key]))
        clearedValues = { ...clearedValues, ...clearedDependents(row, key, { ...clearedValues, ...values }) };
    return { ...clearedValues, ...values };
  };

  /** Returns the changed rows with known problems, each with its previous version. */
  const rowsWithProblemsIn = (change: Change): { before: Row; row: Row }[] =>
    change.flatMap(({ removed, inserted }) =>
      inserted.flatMap((row, i) => {
        const before = removed[i];
        return before !== row && before?.id === row.id && problems.hasRow(row.id) ? [{ before, row }] : [];
      }),
    );

  const validateCell = (column: CompiledColumn, row: Row): readonly Problem[] => {
    const scopeOfRow: Scope = { ...rowScope(row), isNewRow: rows.dirty.isNew(row) };
    return access.accessOf(column, row, rows.dirty.isNew(row)).visible
      ? column.validate(row.fieldsMap[column.key], scopeOfRow)
      : [];
  };

  /** Validates the rows changed by an undo or redo. */
  const recheckChangedRows = (change: Change | null): void => {
    if (change === null) return;
    const removedRows = new Set(change.flatMap(({ removed }) => removed));
    const ids = new Set(
      change
        .flatMap(({ inserted }) => inserted)
        .filter((row) => !removedRows.has(row))
        .map(({ id }) => id),
    );
    if (ids.size > 0) void actions.checkRows(rows.all().filter(({ id }) => ids.has(id)));
  };

  const actions: Actions = {
    rows: rows.all,
    rights: () => (isEditMode() ? tableRights(table, scope()) : NO_RIGHTS),
    columns: () => visibleColumns(table, scope()),
    rowScope,
    remainingRows: computeRemainingRows,
    options,
    access: (column, row) => access.accessOf(column, row, rows.dirty.isNew(row)),
    isEditable: (column, row) => isEditMode() && actions.access(column, row).editable,
    isEditableOnceStored: (column, row) =>
      isEditMode() &&
      column.node.openCurrentUserCtr === '1' &&
      !actions.access(column, row).editable &&
      column.access({ ...rowScope(row), isNewRow: rows.dirty.isNew(row) }).editable,
    resetAccess() {
      access.reset();
      newRowAccess.reset();
    },
    text: (column, row) => cellText(column, row.fieldsMap, options(column.key)),
    mayFill: (column, newRow) => column.compute === null && newRowAccess.mayFill(column, newRow),
    newRow: () => ({ id: newRowId(), fieldsMap: initialValues() }),
    add(values, index = rows.all().length) {
      if (!actions.rights().add || !rowAddMethods(table.node).typed || computeRemainingRows() < 1) return null;
      const row = actions.newRow();
      rows.commit(createInsertion(index, [values ? { ...row, fieldsMap: { ...row.fieldsMap, ...values } } : row]));
      return row.id;
    },
    move(from, count, to) {
      const target = Math.max(0, Math.min(rows.all().length - count, to));
      if (!actions.rights().order || target === from) return false;
      rows.commit(createMove(rows.all(), from, target, count));
      return true;
    },
    copy(ids) {
      const copyableRows = actions.rights().copy ? rowsById(ids.filter(actions.mayCopy)) : [];
      const list = copyableRows.slice(0, computeRemainingRows());
      if (list.length > 0) rows.commit(createCopies(list, rows.indexOf(list[list.length - 1].id) + 1));
      return copyableRows.length - list.length;
    },
    mayRemove: (id) => !isOthersRow(table.node, id, scope().situation) && isEventPermitted('remove', id),
    mayCopy: (id) => isEventPermitted('copy', id),
    remove(ids) {
      if (!actions.rights().remove) return;
      const removableIds = ids.filter(actions.mayRemove);
      if (removableIds.length > 0) rows.commit(createRemoval(rows.all(), new Set(removableIds)));
    },
    areBlank: (ids) => {
      const defaultValues = initialValues();
      return rowsById(ids).every((row) =>
        table.columns.every(
          (column) =>
            column.compute !== null ||
            column.isEmpty(row.fieldsMap[column.key]) ||
            row.fieldsMap[column.key] === defaultValues[column.key],
        ),
      );
    },
    edit({ rowId, column: key }, value, label, token) {
      const index = rows.indexOf(rowId);
      const column = byKey.get(key);
      if (index < 0 || !column) return;
      const values = column.hasCompanion ? { [key]: value, [labelKey(key)]: label ?? '' } : { [key]: value };
      const edit = { index, values: { ...values, ...clearedDependents(rows.all()[index], key, values) } };
      rows.commit(createEdit(rows.all(), [edit]), token === undefined ? {} : { token });
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
        edits.set(index, { ...clearedDependents(rows.all()[index], key, values), ...values });
      }
      rows.commit(
        createEdit(
          rows.all(),
          [...edits].sort(([a], [b]) => a - b).map(([index, values]) => ({ index, values })),
        ),
      );
    },
    undo: () => recheckChangedRows(rows.undo()),
    redo: () => recheckChangedRows(rows.redo()),
    batch() {
      const batch = createBatch(rows, actions.newRow);
      return { ...batch, edit: (row, index, values) => batch.edit(row, index, withClearedDependents(row, values)) };
    },
    replaceAll(list, isLogged = false) {
      const before = rows.all();
      if (before.length + list.length === 0) return;
      const hasSteps = rows.canUndo() || rows.canRedo();
      rows.commit([{ index: 0, removed: before, inserted: list }], { isLogged: isLogged || hasSteps });
    },
    recheckKnownProblems(change) {
      const rowsWithProblems = rowsWithProblemsIn(change);
      topics.batch(() => {
        for (const { before, row } of rowsWithProblems)
          for (const column of table.columns) {
            if (problems.problemsOf(row.id, column.key).length === 0) continue;
            const isChanged = !Object.is(before.fieldsMap[column.key], row.fieldsMap[column.key]);
            if (isChanged || validateCell(column, before).length > 0)
              problems.set({ rowId: row.id, column: column.key }, validateCell(column, row));
          }
      });
    },
    check(cell) {
      const row = rows.all()[rows.indexOf(cell.rowId)];
      const column = byKey.get(cell.column);
      if (!row || !column) return [];
      const problemsFound = validateCell(column, row);
      topics.batch(() => problems.set(cell, problemsFound));
      return problemsFound;
    },
    async checkRows(list) {
      const results: { cell: CellRef; problems: readonly Problem[] }[] = [];
      await runInSlices({
        itemCount: list.length,
        step(i) {
          const row = list[i];
          const hasKnownProblems = problems.hasRow(row.id);
          for (const column of table.columns) {
            const oldProblems = hasKnownProblems ? problems.problemsOf(row.id, column.key) : [];
            if (oldProblems.length === 0 && column.isEmpty(row.fieldsMap[column.key])) continue;
            const newProblems = validateCell(column, row);
            if (newProblems.length + oldProblems.length > 0)
              results.push({ cell: { rowId: row.id, column: column.key }, problems: newProblems });
          }
        },
      });
      topics.batch(() => {
        // skips rows that were changed or removed during the validation
        const currentRows = new Set(rows.all());
        const checkedIds = new Set(list.filter((row) => currentRows.has(row)).map((row) => row.id));
        for (const { cell, problems: newProblems } of results)
          if (checkedIds.has(cell.rowId)) problems.set(cell, newProblems);
      });
    },
  };
  return actions;
}

/**
 * Returns the initial values of a new row: the defaults of its columns in document order, because a default may depend
 * on earlier columns. Includes labels where the widget stores them. Columns that a relation has filled get no default.
 */
function defaultsOf(
  table: CompiledTable,
  scope: Scope,
  options: (key: string) => readonly Option[] | undefined,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const { user } = scope.situation;
  for (const column of table.columns) {
    // a column filled by a relation gets its value only from the related record
    if (column.isFilledByRelation?.({ ...scope, row: values })) continue;
    const value = column.initial({ ...scope, row: values });
    if (value === undefined) continue;
    values[column.key] = value;
    if (!column.hasCompanion || column.isEmpty(value) || values[labelKey(column.key)] !== undefined) continue;
    values[labelKey(column.key)] = value === user.id ? user.name : cellText(column, values, options(column.key));
  }
  return values;
}
