import type { Access, CompiledColumn, Row, Scope } from '../../kernel/index.ts';
import type { Situation } from '../../rules/situation.ts';
import type { FormSession } from '../../runtime/form/session.ts';
import { readRows } from './store/rowStore.ts';

export interface CellAccess {
  accessOf(column: CompiledColumn, row: Row, isNewRow: boolean): Access;
  /** Clears the cache. Call when the situation or form values change. */
  reset(): void;
}

/** Returns true if the access to this column can differ between rows. */
const dependsOnRow = ({ node }: CompiledColumn): boolean =>
  node.openCurrentUserCtr === '1' ||
  Boolean(node.visibleWhen) ||
  Boolean(node.editableWhen) ||
  Boolean(node.requiredWhen);

/** Returns true if the row belongs to another person's task. Its cells may be read-only for that reason. */
const isOtherTasksRow = ({ rowsOfOtherTasks }: Situation, row: Row): boolean =>
  rowsOfOtherTasks?.ids.has(row.id) === true;

/**
 * Computes the access to cells. If the rules of a column do not depend on the row, its access is computed and cached
 * once for each kind of row: new, stored, and belonging to another person's task. A column that a relation fills has
 * two cached values of each kind: for rows in which the relation has a value, and for other rows.
 */
export function createCellAccess(rowScope: (row: Row) => Scope): CellAccess {
  let cachedAccess = new Map<string, Access>();
  const computeAccess = (column: CompiledColumn, row: Row, isNewRow: boolean): Access =>
    column.access({ ...rowScope(row), isNewRow });
  return {
    accessOf(column, row, isNewRow) {
      if (dependsOnRow(column)) return computeAccess(column, row, isNewRow);
      const scope = rowScope(row);
      const storedKind = isOtherTasksRow(scope.situation, row) ? 'otherTask' : 'stored';
      const kind = isNewRow ? 'new' : storedKind;
      const key = `${kind}${column.isFilledByRelation?.(scope) ? ':filled' : ''}:${column.key}`;
      const columnAccess = cachedAccess.get(key) ?? computeAccess(column, row, isNewRow);
      cachedAccess.set(key, columnAccess);
      return columnAccess;
    },
    reset() {
      cachedAccess = new Map();
    },
  };
}

/**
 * Creates a check whether the person may fill a column of a new row. It applies the rules that the server applies:
 * `mayRead` and `mayWrite`, which do not consider whether the column is displayed (`visibleWhen`, `isHideField`).
 */
export function createNewRowAccess(rowScope: (row: Row) => Scope): {
  mayFill(column: CompiledColumn, row: Row): boolean;
  reset(): void;
} {
  let cachedPermissions = new Map<string, boolean>();
  const computePermission = (column: CompiledColumn, row: Row): boolean => {
    const scope: Scope = { ...rowScope(row), isNewRow: true };
    return column.mayRead(scope.situation) && column.mayWrite(scope);
  };
  return {
    mayFill(column, row) {
      if (dependsOnRow(column)) return computePermission(column, row);
      const key = `${column.isFilledByRelation?.(rowScope(row)) ? 'filled' : ''}:${column.key}`;
      const isPermitted = cachedPermissions.get(key) ?? computePermission(column, row);
      cachedPermissions.set(key, isPermitted);
      return isPermitted;
    },
    reset() {
      cachedPermissions = new Map();
    },
  };
}

/**
 * Returns a function that finds a stored row by its id. A new record has no stored rows, although it may have default
 * rows.
 */
export function createStoredRowFinder(session: FormSession, table: string): (id: string) => Row | undefined {
  let indexedRows: { rows: unknown; byId: ReadonlyMap<string, Row> } = { rows: null, byId: new Map() };
  return (id) => {
    if (session.record === null) return undefined;
    const rows = session.baseline[table];
    if (rows !== indexedRows.rows) indexedRows = { rows, byId: new Map(readRows(rows).map((row) => [row.id, row])) };
    return indexedRows.byId.get(id);
  };
}
