import { isApprovalNode, isFieldVisible, isLocked, isOpenToSuperRole, type FieldConfig } from './fields.ts';
import { isNodeAllowed } from './lists.ts';
import { isOthersRow } from './rowsOfOtherTasks.ts';
import { isHiddenFromRole, isLockedForRole } from './roleFields.ts';
import type { NodeRules, Situation } from './situation.ts';
import { mayAddRow, mayCopyRow, mayEditRow, tableRuleOf, type TableConfig } from './tables.ts';

/** The properties of a sub-table column that the rules use. */
export interface ColumnConfig extends FieldConfig {
  nodeCondition?: string;
  openCurrentUserCtr?: string;
  currentUserValue?: string;
}

/** The row and table of a cell. */
export interface CellContext {
  table: TableConfig;
  /** The stored values of the row; for an added row, the values that were sent. */
  row: Readonly<Record<string, unknown>>;
  /** The row's id; absent if no specific row is meant. */
  rowId?: string | undefined;
  /** True for a row that this person is adding now: they may fill it even without permission to edit existing rows. */
  isNewRow?: boolean;
}

type ColumnRule = NonNullable<NodeRules['tables'][string]['columns']>[string];

function columnRuleOf(column: ColumnConfig, table: TableConfig, situation: Situation): ColumnRule | undefined {
  return tableRuleOf(table, situation)?.columns?.[column.__vModel__];
}

/** Returns the key of a column in the field restrictions of a role: `table.column`. */
const columnKey = (column: ColumnConfig, table: TableConfig): string => `${table.__vModel__}.${column.__vModel__}`;

export function isColumnVisible(column: ColumnConfig, table: TableConfig, situation: Situation): boolean {
  return (
    situation.nodeRules?.hidesAll !== true &&
    !isHiddenFromRole(columnKey(column, table), situation) &&
    (columnRuleOf(column, table, situation)?.visible ?? column.flowVisible ?? '1') !== '0'
  );
}

export function isColumnRequired(column: ColumnConfig, table: TableConfig, situation: Situation): boolean {
  const required = columnRuleOf(column, table, situation)?.required;
  return required === undefined ? column.required === true : required === '1';
}

/**
 * RO-001, FK-023, FK-024: returns false only if the column is restricted to the row's owner (`openCurrentUserCtr`) and
 * this person is not the owner. If no owner field is configured, the row has no owner.
 */
export function passesOwnerCheck(
  column: ColumnConfig,
  row: Readonly<Record<string, unknown>>,
  { user }: Situation,
): boolean {
  if (column.openCurrentUserCtr !== '1') return true;
  const owner = column.currentUserValue ? row[column.currentUserValue] : undefined;
  return user.id !== '' && owner !== undefined && owner !== null && String(owner) === user.id;
}

/**
 * Returns true if the column is editable at the task node. A node rule for the column decides. Without one, the column
 * is read-only at an approval node that has rules for other columns; otherwise the column's `flowEditable` decides.
 */
function isColumnEditableAtNode(column: ColumnConfig, table: TableConfig, situation: Situation): boolean {
  const ruleValue = columnRuleOf(column, table, situation)?.editable;
  if (ruleValue !== undefined) return ruleValue === '1';
  const hasColumnRules = Object.keys(tableRuleOf(table, situation)?.columns ?? {}).length > 0;
  if (isApprovalNode(situation) && hasColumnRules) return false;
  return column.flowEditable === '1';
}

/**
 * ED-005: returns true if the super role may change a selector in the stored rows of this table. The super role may not
 * add, copy, remove or move rows.
 */
export const hasSelectorForSuperRole = (
  table: TableConfig,
  columns: readonly ColumnConfig[],
  situation: Situation,
): boolean =>
  situation.superRole &&
  !isLocked(table) &&
  !isLockedForRole(table.__vModel__, situation) &&
  isFieldVisible(table, situation) &&
  columns.some(
    (column) => isOpenToSuperRole(column, situation) && isColumnEditable(column, { table, row: {} }, situation),
  );

/** ED-001, ED-005, ED-006, RO-001, SL-009: returns true if this person may change this column of this row. */
export function isColumnEditable(column: ColumnConfig, cell: CellContext, situation: Situation): boolean {
  const { table, row, rowId, isNewRow = false } = cell;
  if (isLocked(column) || isLockedForRole(columnKey(column, table), situation)) return false;
  if (!isColumnVisible(column, table, situation) || isOthersRow(table, rowId, situation)) return false;
  // the row must be stored: the super role adds no rows
  if (isOpenToSuperRole(column, situation) && !isNewRow) return true;
  const mayFillRow =
    mayEditRow(table, situation) || (isNewRow && (mayAddRow(table, situation) || mayCopyRow(table, situation)));
  return (
    mayFillRow &&
    isColumnEditableAtNode(column, table, situation) &&
    isNodeAllowed(column.nodeCondition, situation.taskNode) &&
    passesOwnerCheck(column, row, situation)
  );
}
