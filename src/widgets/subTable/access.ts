import type { Access, CompiledColumn, Row, Scope } from '../../kernel/index.ts';
import type { Situation } from '../../rules/situation.ts';

export interface CellAccess {
  of(column: CompiledColumn, row: Row, isNewRow: boolean): Access;
  /** To call when situation or form values changed. */
  reset(): void;
}

/** Does the answer differ from row to row? */
const isByRow = ({ node }: CompiledColumn): boolean =>
  node.openCurrentUserCtr === '1' ||
  Boolean(node.visibleWhen) ||
  Boolean(node.editableWhen) ||
  Boolean(node.requiredWhen);

/** Rows of somebody else's task are judged apart from the others. */
const isApart = ({ otherRows }: Situation, row: Row): boolean => otherRows?.ids.has(row.id) === true;

/** Access of cells; a column whose rules do not read the row is asked once, not once per cell. */
export function createCellAccess(rowScope: (row: Row) => Scope): CellAccess {
  let known = new Map<string, Access>();
  const ask = (column: CompiledColumn, row: Row, isNewRow: boolean): Access =>
    column.access({ ...rowScope(row), isNewRow });
  return {
    of(column, row, isNewRow) {
      if (isByRow(column)) return ask(column, row, isNewRow);
      const { situation } = rowScope(row);
      const key = `${isNewRow ? 'new' : isApart(situation, row) ? 'apart' : 'old'}:${column.key}`;
      const found = known.get(key) ?? ask(column, row, isNewRow);
      known.set(key, found);
      return found;
    },
    reset() {
      known = new Map();
    },
  };
}

/** Permission to fill a column of a row that is being added, as the server judges it: without linkage and layout. */
export function createFreshAccess(rowScope: (row: Row) => Scope): {
  of(column: CompiledColumn, row: Row): boolean;
  reset(): void;
} {
  let known = new Map<string, boolean>();
  const ask = (column: CompiledColumn, row: Row): boolean => {
    const scope: Scope = { ...rowScope(row), isNewRow: true };
    return column.mayRead(scope.situation) && column.mayWrite(scope);
  };
  return {
    of(column, row) {
      if (isByRow(column)) return ask(column, row);
      const found = known.get(column.key) ?? ask(column, row);
      known.set(column.key, found);
      return found;
    },
    reset() {
      known = new Map();
    },
  };
}
