import { isEmptyValue } from '../../../expressions/index.ts';
import type { CompiledColumn, CompiledTable, Row } from '../../../kernel/index.ts';
import { hasDependencyChanged, rowsOf, sameValueText } from '../../../records/index.ts';
import { mayHaveLoadedRows, shouldLoadDefaultRows } from '../../../rules/defaultRows.ts';
import { isRestrictedToOwnRow } from '../../../rules/rowsOfOtherTasks.ts';
import type { Situation } from '../../../rules/situation.ts';
import { rowLimit } from '../../../rules/tables.ts';
import type { FormSession } from '../../../runtime/form/session.ts';
import type { TableRights } from '../rights.ts';

type Values = Readonly<Record<string, unknown>>;

/** Returns the columns that the relation of a filled table fills and that this person may see. */
const filledColumns = ({ columns, rowFill }: CompiledTable, situation: Situation): CompiledColumn[] =>
  columns.filter(({ key, mayRead }) => rowFill !== null && Object.hasOwn(rowFill.columns, key) && mayRead(situation));

/**
 * Returns the rows of a filled table that were added by hand: their filled columns are empty. Such rows do not come
 * from the chosen record, so they may stay when another record is chosen.
 */
export function findRowsAddedByHand(table: CompiledTable, situation: Situation, rows: readonly Row[]): Row[] {
  const columns = filledColumns(table, situation);
  if (columns.length === 0) return [];
  return rows.filter(({ fieldsMap }) => columns.every((column) => column.isEmpty(fieldsMap[column.key])));
}

/**
 * Returns for each loaded row one of `rows` with the same filled values; undefined if there is none. Each of `rows` is
 * returned at most once.
 */
function findEqualRows(
  table: CompiledTable,
  situation: Situation,
  loaded: readonly Values[],
  rows: readonly Row[],
): (Row | undefined)[] {
  const columns = filledColumns(table, situation);
  const signature = (values: Values): string => sameValueText(columns.map(({ key }) => values[key] ?? null));
  // without a visible filled column there is nothing to compare
  if (columns.length === 0) return loaded.map(() => undefined);
  const rowsBySignature = new Map<string, Row[]>();
  // in reverse order, because `pop` below takes the last row of a list: the first of equal rows is then taken first
  for (const row of rows.toReversed()) {
    const key = signature(row.fieldsMap);
    const equalRows = rowsBySignature.get(key);
    if (equalRows) equalRows.push(row);
    else rowsBySignature.set(key, [row]);
  }
  return loaded.map((values) => rowsBySignature.get(signature(values))?.pop());
}

/**
 * Result of comparing loaded rows with the rows of a table. In a table that no relation fills, no row is equal or added
 * by hand.
 */
export interface RowComparison {
  /** The first loaded rows, as many as fit into the table together with the rows added by hand. */
  fittingRows: readonly Values[];
  /** For each fitting row the equal row of the table, which keeps the values of its other columns; undefined: none. */
  equalRows: readonly (Row | undefined)[];
  /** For each fitting row the equal stored row that the table no longer has; undefined: none. */
  restoredRows: readonly (Row | undefined)[];
  /** The rows added by hand that stay after the fitting rows. */
  rowsAddedByHand: readonly Row[];
  /** True if each row of the table is equal to a fitting row or was added by hand, so that no row would be removed. */
  removesNoRows: boolean;
}

/** Compares loaded rows with the rows that the table has now, `presentRows`, and with its stored rows. */
export function compareRows(
  table: CompiledTable,
  situation: Situation,
  rows: {
    loadedRows: readonly Values[];
    presentRows: readonly Row[];
    storedRows: readonly Row[];
    keepsRowsAddedByHand: boolean;
  },
): RowComparison {
  const { loadedRows, presentRows, storedRows } = rows;
  const allRowsAddedByHand = rows.keepsRowsAddedByHand ? findRowsAddedByHand(table, situation, presentRows) : [];
  const idsAddedByHand = new Set(allRowsAddedByHand.map(({ id }) => id));
  const allEqualRows = findEqualRows(table, situation, loadedRows, presentRows);
  let freeRowCount = rowLimit(table.node) - allRowsAddedByHand.length;
  let fittingCount = 0;
  for (const row of allEqualRows) {
    // a row whose filled columns are empty may be equal to a loaded row and also be one of the rows added by hand, for
    // which there is space already
    const needsFreeRow = row === undefined || !idsAddedByHand.has(row.id);
    if (needsFreeRow && freeRowCount < 1) break;
    if (needsFreeRow) freeRowCount -= 1;
    fittingCount += 1;
  }
  const [fittingRows, equalRows] = [loadedRows.slice(0, fittingCount), allEqualRows.slice(0, fittingCount)];
  const equalIds = new Set(equalRows.map((row) => row?.id));
  const rowsAddedByHand = allRowsAddedByHand.filter(({ id }) => !equalIds.has(id));
  const stayingIds = new Set([...equalIds, ...rowsAddedByHand.map(({ id }) => id)]);
  const restoredRows = findEqualRows(table, situation, fittingRows, storedRows).map((row) =>
    stayingIds.has(row?.id) ? undefined : row,
  );
  return {
    fittingRows,
    equalRows,
    restoredRows,
    rowsAddedByHand,
    removesNoRows: presentRows.every(({ id }) => stayingIds.has(id)),
  };
}

/**
 * Returns whether the person may load the rows of the chosen record again. This is permitted with the rights to add and
 * to remove rows (an empty table needs no right to remove rows). Without these rights it is permitted if the server
 * would accept newly loaded rows at a save.
 */
export function mayRefill(table: CompiledTable, session: FormSession, rights: TableRights): boolean {
  const { key, node, rowFill } = table;
  const { situation, values, baseline } = session;
  if (rowFill === null || isEmptyValue(values[rowFill.relation]) || isRestrictedToOwnRow(node, situation)) return false;
  const storedRowCount = situation.recordId ? rowsOf(baseline[key]).length : 0;
  const isEmpty = storedRowCount === 0 && rowsOf(values[key]).length === 0;
  if (rights.add && (rights.remove || isEmpty)) return true;
  if (storedRowCount === 0) return mayHaveLoadedRows(node, situation, { rowCount: 0 });
  return (
    hasDependencyChanged(table, baseline, values) &&
    shouldLoadDefaultRows(node, situation, { rowCount: storedRowCount, hasDependencyChanged: true })
  );
}
