import { type CompiledColumn, type CompiledTable, type Scope, readsIn } from '../../kernel/index.ts';
import { mayAddRow, mayCopyRow, mayEditRow, mayOrderRows, mayRemoveRow, maySave } from '../../rules/tables.ts';

/** What this person may do with the table now, whatever the row. */
export interface TableRights {
  add: boolean;
  copy: boolean;
  remove: boolean;
  edit: boolean;
  /** Rows may change places. */
  order: boolean;
  /** 保存全部 (SL-002): what may be changed may be stored by itself. */
  save: boolean;
}

export const NO_RIGHTS: TableRights = {
  add: false,
  copy: false,
  remove: false,
  edit: false,
  order: false,
  save: false,
};

export function tableRights({ node }: CompiledTable, { situation }: Scope): TableRights {
  const [add, edit] = [mayAddRow(node, situation), mayEditRow(node, situation)];
  return {
    add,
    edit,
    copy: mayCopyRow(node, situation),
    remove: mayRemoveRow(node, situation),
    order: mayOrderRows(node, situation),
    save: (add || edit) && maySave(situation),
  };
}

/** Which columns' `visibleWhen` reads the row, by table; parsed once. */
const byRow = new WeakMap<CompiledTable, ReadonlySet<string>>();

function columnsHiddenByRow(table: CompiledTable): ReadonlySet<string> {
  const known = byRow.get(table);
  if (known) return known;
  const keys = new Set(table.columns.map(({ key }) => key));
  const found = table.columns.filter(
    ({ node }) => node.visibleWhen && readsIn(node.visibleWhen).names.some((name) => keys.has(name)),
  );
  const result = new Set(found.map(({ key }) => key));
  byRow.set(table, result);
  return result;
}

/**
 * Columns on screen: permission (`flowVisible`, node rules), `isHideField`, and a `visibleWhen` that reads no column of
 * the row, which hides head and all. Linkage by row hides single cells instead.
 */
export function visibleColumns(table: CompiledTable, scope: Scope): CompiledColumn[] {
  const hiddenByRow = columnsHiddenByRow(table);
  return table.columns.filter(
    (column) =>
      column.node.isHideField !== '1' &&
      column.mayRead(scope.situation) &&
      (!column.node.visibleWhen || hiddenByRow.has(column.key) || column.access({ ...scope, row: {} }).visible),
  );
}
