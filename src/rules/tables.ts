import { isApprovalNode, isFieldEditable, isFieldVisible, isLocked, type FieldConfig } from './fields.ts';
import { isNodeAllowed } from './lists.ts';
import { isRestrictedToOwnRow } from './rowsOfOtherTasks.ts';
import { isLockedForRole } from './roleFields.ts';
import type { Flag, NodeRules, Situation } from './situation.ts';
import { hasTopButton, type TopButtonsConfig } from './topButtons.ts';

/**
 * The properties of a sub-table node that the rules use. Absent canOp, commonAdd, needRemove mean '1'; absent needCopy,
 * outsideAdd, exportAdd, canSort mean '0'. addNodeCtr, editNodeCtr, removeNodeCtr: comma-separated names of the task
 * nodes at which rows may be added (and copied), edited, removed; empty: at every node.
 */
export interface TableConfig extends FieldConfig, TopButtonsConfig {
  canOp?: string;
  commonAdd?: string;
  outsideAdd?: string;
  exportAdd?: string;
  needCopy?: string;
  needRemove?: string;
  addNodeCtr?: string;
  editNodeCtr?: string;
  removeNodeCtr?: string;
  canSort?: string;
  /** Columns; the operation column has buttons as `items`. */
  children?: readonly Readonly<Record<string, unknown>>[];
}

type TableRule = NodeRules['tables'][string];

/** Returns the rule of the current task node for a sub-table; undefined if there is none. */
export const tableRuleOf = (table: TableConfig, { nodeRules }: Situation): TableRule | undefined =>
  nodeRules?.tables[table.__vModel__];

/**
 * Returns true if the user may save input without deciding on the task. An approval node must list `save` among its
 * actions; elsewhere saving is always allowed. The server checks this too.
 */
export const maySave = (situation: Situation): boolean =>
  situation.todo !== '1' || !isApprovalNode(situation) || (situation.nodeRules?.actions ?? []).includes('save');

/** SL-001: returns '1' for editing, '0' for read-only; depends on `isEdit` alone. */
export const tableMode = (situation: Situation): Flag => (situation.isEdit === '1' ? '1' : '0');

/**
 * Checks the conditions common to adding, copying and removing rows: edit mode, table visible and not locked,
 * operations enabled. Then the node rule for the operation decides. Without such a rule, an approval node forbids the
 * operation, and elsewhere `flowEditable` decides.
 */
function mayOperate(table: TableConfig, situation: Situation, ruleKey: 'add' | 'copy' | 'remove'): boolean {
  if (tableMode(situation) !== '1' || isLocked(table) || !isFieldVisible(table, situation)) return false;
  if (table.canOp === '0' || isLockedForRole(table.__vModel__, situation)) return false;
  const ruleValue = tableRuleOf(table, situation)?.[ruleKey];
  return (ruleValue ?? (isApprovalNode(situation) ? '0' : table.flowEditable)) === '1';
}

/** Maximum number of rows of one sub-table, and of all sub-tables of one save together; a document cannot raise it. */
export const MAX_TABLE_ROWS = 20_000;

/** Returns the maximum number of rows of a table: its `maxRows`, within the product's own limit. */
export const rowLimit = ({ maxRows }: { maxRows?: number }): number =>
  Math.min(maxRows ?? MAX_TABLE_ROWS, MAX_TABLE_ROWS);

/**
 * SC-002…004: returns the enabled methods of adding rows: typed, picked from the data of a request
 * (`outsideResourceApi`), imported from a file. A button above the table enables its method too.
 */
export const rowAddMethods = (table: TableConfig): { typed: boolean; picked: boolean; imported: boolean } => ({
  typed: table.commonAdd !== '0' || hasTopButton(table, 'add'),
  picked: table.outsideAdd === '1' || hasTopButton(table, 'outsideAdd'),
  imported: table.exportAdd === '1' || hasTopButton(table, 'importData'),
});

/**
 * SL-008, SC-001, SC-002…004, SC-009: returns true if rows may be added. At least one method of adding must be enabled.
 */
export function mayAddRow(table: TableConfig, situation: Situation): boolean {
  return (
    Object.values(rowAddMethods(table)).includes(true) &&
    mayOperate(table, situation, 'add') &&
    isNodeAllowed(table.addNodeCtr, situation.taskNode)
  );
}

/**
 * Returns true if a button, above the table or in its operation column, copies rows. Such a button enables copying,
 * like the buttons for adding rows enable adding.
 */
const hasCopyButton = (table: TableConfig): boolean =>
  hasTopButton(table, 'copy') ||
  (table.children ?? []).some(
    ({ items }) =>
      Array.isArray(items) && (items as { eventType?: string }[]).some(({ eventType }) => eventType === 'copy'),
  );

/**
 * SC-005: returns true if rows may be copied. The node rule `copy` decides, or without it the rule `add`, since a copy
 * is an added row.
 */
export function mayCopyRow(table: TableConfig, situation: Situation): boolean {
  const ruleKey = tableRuleOf(table, situation)?.copy === undefined ? 'add' : 'copy';
  return (
    (table.needCopy === '1' || hasCopyButton(table)) &&
    mayOperate(table, situation, ruleKey) &&
    isNodeAllowed(table.addNodeCtr, situation.taskNode)
  );
}

/** SL-010, SC-006, SC-011: returns true if rows may be removed. */
export function mayRemoveRow(table: TableConfig, situation: Situation): boolean {
  return (
    table.needRemove !== '0' &&
    mayOperate(table, situation, 'remove') &&
    isNodeAllowed(table.removeNodeCtr, situation.taskNode)
  );
}

/**
 * SL-009, SC-010: returns true if rows may be edited at all; `isColumnEditable` decides on a single cell. If the node
 * rule of the table has no `editable`, one column that it makes editable is enough.
 */
export function mayEditRow(table: TableConfig, situation: Situation): boolean {
  if (!isNodeAllowed(table.editNodeCtr, situation.taskNode)) return false;
  if (isLockedForRole(table.__vModel__, situation)) return false;
  if (isFieldEditable(table, situation)) return true;
  const rule = tableRuleOf(table, situation);
  const isEditableByColumns =
    rule !== undefined &&
    rule.editable === undefined &&
    Object.values(rule.columns ?? {}).some((column) => column.editable === '1');
  return isEditableByColumns && tableMode(situation) === '1' && !isLocked(table) && isFieldVisible(table, situation);
}

/**
 * Returns true if rows may be moved: the table allows sorting and this person may edit its rows. Not allowed in a task
 * for one row.
 */
export const mayOrderRows = (table: TableConfig, situation: Situation): boolean =>
  table.canSort === '1' &&
  table.canOp !== '0' &&
  !isRestrictedToOwnRow(table, situation) &&
  mayEditRow(table, situation);
