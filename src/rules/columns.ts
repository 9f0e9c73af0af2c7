import { isApprovalNode, isLocked, type FieldConfig } from './fields.ts';
import { isNodeListed } from './lists.ts';
import { isOthersRow } from './otherRows.ts';
import { isHiddenFromRole, isLockedForRole } from './roleFields.ts';
import type { NodeRules, Situation } from './situation.ts';
import { mayAddRow, mayCopyRow, mayEditRow, tableRuleOf, type TableConfig } from './tables.ts';

/** What the rules read of a column of a sub-table. */
export interface ColumnConfig extends FieldConfig {
  nodeCondition?: string;
  openCurrentUserCtr?: string;
  currentUserValue?: string;
}

export interface ColumnPlace {
  table: TableConfig;
  /** The row's values as stored; of an added row, as it came. */
  row: Readonly<Record<string, unknown>>;
  /** Its id; absent for a row that is only being thought of. */
  rowId?: string | undefined;
  /** A row this person is adding now: who may add it may fill it, whatever the edit list says. */
  isNewRow?: boolean;
}

type ColumnRule = NonNullable<NodeRules['tables'][string]['columns']>[string];

function columnRuleOf(column: ColumnConfig, table: TableConfig, situation: Situation): ColumnRule | undefined {
  return tableRuleOf(table, situation)?.columns?.[column.__vModel__];
}

/** How the grid of roles names a column. */
const cellKey = (column: ColumnConfig, table: TableConfig): string => `${table.__vModel__}.${column.__vModel__}`;

export function isColumnVisible(column: ColumnConfig, table: TableConfig, situation: Situation): boolean {
  return (
    situation.nodeRules?.hidesAll !== true &&
    !isHiddenFromRole(cellKey(column, table), situation) &&
    (columnRuleOf(column, table, situation)?.visible ?? column.flowVisible ?? '1') !== '0'
  );
}

export function isColumnRequired(column: ColumnConfig, table: TableConfig, situation: Situation): boolean {
  const required = columnRuleOf(column, table, situation)?.required;
  return required === undefined ? column.required === true : required === '1';
}

/** RO-001, FK-023, FK-024: with the control on, only the row's owner. A control without a field names nobody. */
export function isRowOwner(column: ColumnConfig, row: Readonly<Record<string, unknown>>, { user }: Situation): boolean {
  if (column.openCurrentUserCtr !== '1') return true;
  const owner = column.currentUserValue ? row[column.currentUserValue] : undefined;
  return user.id !== '' && owner !== undefined && owner !== null && String(owner) === user.id;
}

/** The node's word on the column; an approval node that lists no column at all leaves them to the table's `editable`. */
function isColumnOpen(column: ColumnConfig, table: TableConfig, situation: Situation): boolean {
  const listed = columnRuleOf(column, table, situation)?.editable;
  if (listed !== undefined) return listed === '1';
  const hasColumns = Object.keys(tableRuleOf(table, situation)?.columns ?? {}).length > 0;
  if (isApprovalNode(situation) && hasColumns) return false;
  return column.flowEditable === '1';
}

/** ED-001, ED-006, RO-001, SL-009: may this person change this column of this row here? */
export function isColumnEditable(column: ColumnConfig, place: ColumnPlace, situation: Situation): boolean {
  const { table, row, rowId, isNewRow = false } = place;
  if (isLocked(column) || isLockedForRole(cellKey(column, table), situation)) return false;
  if (!isColumnVisible(column, table, situation) || isOthersRow(table, rowId, situation)) return false;
  const isRowOpen =
    mayEditRow(table, situation) || (isNewRow && (mayAddRow(table, situation) || mayCopyRow(table, situation)));
  return (
    isRowOpen &&
    isColumnOpen(column, table, situation) &&
    isNodeListed(column.nodeCondition, situation.taskNode) &&
    isRowOwner(column, row, situation)
  );
}
