import { isEmptyValue } from '../../../expressions/index.ts';
import type { CompiledColumn, CompiledTable, Row } from '../../../kernel/index.ts';
import { isSameValue, sameValueText } from '../../../records/index.ts';
import { mayHaveLoadedRows, shouldLoadDefaultRows } from '../../../rules/defaultRows.ts';
import { isForOneRow } from '../../../rules/rowsOfOtherTasks.ts';
import type { Situation } from '../../../rules/situation.ts';
import type { FormSession } from '../../../runtime/form/session.ts';
import type { TableRights } from '../rights.ts';

type Values = Readonly<Record<string, unknown>>;

/** The columns that the relation of a filled table fills and that this person sees. */
const filledColumns = ({ columns, fill }: CompiledTable, situation: Situation): CompiledColumn[] =>
  columns.filter(({ key, mayRead }) => fill !== null && Object.hasOwn(fill.columns, key) && mayRead(situation));

/** Those of the rows of a filled table that were added by hand, so that they belong to every record of the relation. */
export function rowsByHand(table: CompiledTable, situation: Situation, rows: readonly Row[]): Row[] {
  const columns = filledColumns(table, situation);
  if (columns.length === 0) return [];
  return rows.filter(({ fieldsMap }) => columns.every((column) => column.isEmpty(fieldsMap[column.key])));
}

/** For each of the loaded rows a row of the table with the same filled values, each row once; undefined: none. */
export function sameRows(
  table: CompiledTable,
  situation: Situation,
  loaded: readonly Values[],
  rows: readonly Row[],
): (Row | undefined)[] {
  const columns = filledColumns(table, situation);
  const signature = (values: Values): string => sameValueText(columns.map(({ key }) => values[key] ?? null));
  // without a visible filled column there is nothing to compare
  if (columns.length === 0) return loaded.map(() => undefined);
  const bySignature = new Map<string, Row[]>();
  // in reverse order, so that the first of equal rows is taken first from the end of its list
  for (const row of rows.toReversed()) {
    const key = signature(row.fieldsMap);
    const equalRows = bySignature.get(key);
    if (equalRows) equalRows.push(row);
    else bySignature.set(key, [row]);
  }
  return loaded.map((values) => bySignature.get(signature(values))?.pop());
}

/**
 * Whether the person may take over the rows of the chosen record once more: with the rights to add and remove rows, and
 * otherwise as long as the rows of a save may be newly loaded ones. An empty table needs no right to remove rows.
 */
export function mayRefill({ key, node, fill }: CompiledTable, session: FormSession, rights: TableRights): boolean {
  const { situation, values, baseline } = session;
  if (fill === null || isEmptyValue(values[fill.relation]) || isForOneRow(node, situation)) return false;
  const rowsIn = (rows: unknown): readonly unknown[] => (Array.isArray(rows) ? rows : []);
  const storedCount = situation.recordId ? rowsIn(baseline[key]).length : 0;
  const isEmpty = storedCount === 0 && rowsIn(values[key]).length === 0;
  if (rights.add && (rights.remove || isEmpty)) return true;
  if (storedCount === 0) return mayHaveLoadedRows(node, situation, { rowCount: 0 });
  const hasDependencyChanged = !isSameValue(values[fill.relation], baseline[fill.relation]);
  return (
    hasDependencyChanged && shouldLoadDefaultRows(node, situation, { rowCount: storedCount, hasDependencyChanged })
  );
}
