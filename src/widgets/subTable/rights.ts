import type { CompiledColumn, CompiledTable, Scope } from '../../kernel/index.ts';
import { readsIn } from '../../expressions/index.ts';
import { mayAddRow, mayCopyRow, mayEditRow, mayOrderRows, mayRemoveRow, maySave } from '../../rules/tables.ts';

/** Permissions of the current person for the whole table, independent of single rows. */
export interface TableRights {
  add: boolean;
  copy: boolean;
  remove: boolean;
  edit: boolean;
  /** Rows may be reordered. */
  order: boolean;
  /** The button 保存全部 is shown (SL-002). */
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

/** Cached results of `keysWithRowCondition`. */
const cachedKeys = new WeakMap<CompiledTable, ReadonlySet<string>>();

/** Returns the keys of the columns whose `visibleWhen` reads a value of the row, so that it can differ between rows. */
function keysWithRowCondition(table: CompiledTable): ReadonlySet<string> {
  const cachedColumnKeys = cachedKeys.get(table);
  if (cachedColumnKeys) return cachedColumnKeys;
  const keys = new Set(table.columns.map(({ key }) => key));
  const columnsReadingRow = table.columns.filter(
    ({ node }) => node.visibleWhen && readsIn(node.visibleWhen).names.some((name) => keys.has(name)),
  );
  const result = new Set(columnsReadingRow.map(({ key }) => key));
  cachedKeys.set(table, result);
  return result;
}

/**
 * Returns the displayed columns: the person may read them (`flowVisible`, node rules), their `isHideField` is not '1',
 * and their `visibleWhen` is true. A `visibleWhen` that reads a value of the row hides single cells, not the column.
 */
export function visibleColumns(table: CompiledTable, scope: Scope): CompiledColumn[] {
  const rowConditionKeys = keysWithRowCondition(table);
  return table.columns.filter(
    (column) =>
      column.node.isHideField !== '1' &&
      column.mayRead(scope.situation) &&
      (!column.node.visibleWhen || rowConditionKeys.has(column.key) || column.access({ ...scope, row: {} }).visible),
  );
}
