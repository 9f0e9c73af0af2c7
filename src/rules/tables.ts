import { isApprovalNode, isFieldEditable, isFieldVisible, isLocked, type FieldConfig } from './fields.ts';
import { isNodeListed } from './lists.ts';
import { isForOneRow } from './otherRows.ts';
import { isLockedForRole } from './roleFields.ts';
import type { Flag, NodeRules, Situation } from './situation.ts';
import { hasTopButton, type TopButtonsConfig } from './topButtons.ts';

/** What the rules read of a sub-table node. Absent canOp, commonAdd, needRemove mean '1'; absent needCopy, outsideAdd, exportAdd, canSort mean '0'. */
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
}

type TableRule = NodeRules['tables'][string];

export const tableRuleOf = (table: TableConfig, { nodeRules }: Situation): TableRule | undefined =>
  nodeRules?.tables[table.__vModel__];

/** May what is typed be stored by itself? At an approval the node has to offer it; the server asks the same. */
export const maySave = (situation: Situation): boolean =>
  situation.todo !== '1' || !isApprovalNode(situation) || (situation.nodeRules?.actions ?? []).includes('save');

/** SL-001: '1' editing, '0' view, following the edit flag alone. */
export const tableMode = (situation: Situation): Flag => (situation.isEdit === '1' ? '1' : '0');

/** Shared part: editing mode, seen, not locked, operations on, and the node's word (`add`, `copy`, `remove`) or the definition. */
function mayOperate(table: TableConfig, situation: Situation, key: 'add' | 'copy' | 'remove'): boolean {
  if (tableMode(situation) !== '1' || isLocked(table) || !isFieldVisible(table, situation)) return false;
  if (table.canOp === '0' || isLockedForRole(table.__vModel__, situation)) return false;
  const listed = tableRuleOf(table, situation)?.[key];
  return (listed ?? (isApprovalNode(situation) ? '0' : table.flowEditable)) === '1';
}

/** Most rows of one sub-table, and of all sub-tables of one save together, whatever a document says. */
export const MAX_TABLE_ROWS = 20_000;

/** How many rows a table may have: its `maxRows`, within the product's own limit. */
export const rowLimit = ({ maxRows }: { maxRows?: number }): number =>
  Math.min(maxRows ?? MAX_TABLE_ROWS, MAX_TABLE_ROWS);

/** SC-002…004: the ways rows come in: typed, picked from outside data, imported. A button above the table opens its way too. */
export const waysToAdd = (table: TableConfig): { typed: boolean; picked: boolean; imported: boolean } => ({
  typed: table.commonAdd !== '0' || hasTopButton(table, 'add'),
  picked: table.outsideAdd === '1' || hasTopButton(table, 'outsideAdd'),
  imported: table.exportAdd === '1' || hasTopButton(table, 'importData'),
});

/** SL-008, SC-001, SC-002…004, SC-009. An empty addNodeCtr restricts nothing; at least one way of adding must be on. */
export function mayAddRow(table: TableConfig, situation: Situation): boolean {
  return (
    Object.values(waysToAdd(table)).includes(true) &&
    mayOperate(table, situation, 'add') &&
    isNodeListed(table.addNodeCtr, situation.taskNode)
  );
}

/** SC-005. The node's word on copying, else its word on adding: a copy is an added row. */
export function mayCopyRow(table: TableConfig, situation: Situation): boolean {
  const word = tableRuleOf(table, situation)?.copy === undefined ? 'add' : 'copy';
  return (
    table.needCopy === '1' && mayOperate(table, situation, word) && isNodeListed(table.addNodeCtr, situation.taskNode)
  );
}

/** SL-010, SC-006, SC-011. */
export function mayRemoveRow(table: TableConfig, situation: Situation): boolean {
  return (
    table.needRemove !== '0' &&
    mayOperate(table, situation, 'remove') &&
    isNodeListed(table.removeNodeCtr, situation.taskNode)
  );
}

/**
 * SL-009, SC-010. May rows be edited at all? Which column of which row is the matter of `isColumnEditable`. At an
 * approval node that lists columns but not `editable` of the table, the columns decide.
 */
export function mayEditRow(table: TableConfig, situation: Situation): boolean {
  if (!isNodeListed(table.editNodeCtr, situation.taskNode)) return false;
  if (isLockedForRole(table.__vModel__, situation)) return false;
  if (isFieldEditable(table, situation)) return true;
  const rule = tableRuleOf(table, situation);
  const isOpenByColumns =
    rule !== undefined &&
    rule.editable === undefined &&
    Object.values(rule.columns ?? {}).some((column) => column.editable === '1');
  return isOpenByColumns && tableMode(situation) === '1' && !isLocked(table) && isFieldVisible(table, situation);
}

/** Rows keep their order, unless the table lets those who may edit its rows move them; who has one row moves nobody else's. */
export const mayOrderRows = (table: TableConfig, situation: Situation): boolean =>
  table.canSort === '1' && table.canOp !== '0' && !isForOneRow(table, situation) && mayEditRow(table, situation);
