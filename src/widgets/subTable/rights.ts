import type { CompiledColumn, CompiledTable, Scope } from '../../kernel/form.ts';
import { mayAddRow, mayCopyRow, mayEditRow, mayRemoveRow } from '../../rules/tables.ts';

/** What this person may do with the table now, whatever the row. */
export interface TableRights {
  add: boolean;
  copy: boolean;
  remove: boolean;
  edit: boolean;
}

export const NO_RIGHTS: TableRights = { add: false, copy: false, remove: false, edit: false };

export const tableRights = ({ node }: CompiledTable, { situation }: Scope): TableRights => ({
  add: mayAddRow(node, situation),
  copy: mayCopyRow(node, situation),
  remove: mayRemoveRow(node, situation),
  edit: mayEditRow(node, situation),
});

/** Columns on screen: permission (`flowVisible`, node rules) and `isHideField`. Linkage by row hides single cells instead. */
export const visibleColumns = ({ columns }: CompiledTable, { situation }: Scope): CompiledColumn[] =>
  columns.filter((column) => column.node.isHideField !== '1' && column.mayRead(situation));
