import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql } from 'kysely';
import { dependKeyOf, optionsUnder, type CompiledColumn, type CompiledTable, type Option } from '../../kernel/index.ts';
import { companionKey } from '../../domain/companionKey.ts';
import { timeText } from '../http/time.ts';
import type { Db } from '../store/database.ts';
import { optionSourceOf } from '../records/index.ts';
import { cellText, columnName, type Headings } from './headings.ts';
import type { Cell } from './messages.ts';
import { loadNameReader, type FindRecords } from './names.ts';
import { readCell, type ReadResult, type ReadContext } from './readCell.ts';
import { shortenText, textProblem } from './texts.ts';

/** A cell that could not be read. `row`: number of its row in the sheet; `index`: index of its row in the answer. */
export interface UnreadableCell {
  row: number;
  cell: string;
  index: number;
  key: string;
  label: string;
  message: string;
}

export interface ImportedRows {
  rows: Record<string, unknown>[];
  badCells: UnreadableCell[];
  /** Other parts that were left out, as Chinese texts. */
  notes: string[];
}

/** Number of rows after which reading yields to the event loop. */
const ROWS_PER_TURN = 200;
/** Number of characters after which reading yields to the event loop. */
const CHARACTERS_PER_TURN = 500_000;
const MAX_CACHED_CELLS = 5000;

export const isEmptyRow = (row: readonly Cell[]): boolean => row.every((cell) => cell === null);
/** Returns whether the row contains totals. Such a row is not imported. */
export const isTotalRow = (row: readonly Cell[]): boolean =>
  /^(?:合计|总计|小计)[:：]?$/.test(cellText(row.find((cell) => cell !== null) ?? null).replace(/\s/g, ''));

/** Returns by column key the options that the server knows: static options and valid dictionary items. */
export async function loadOptions(
  db: Db,
  columns: readonly CompiledColumn[],
): Promise<ReadonlyMap<string, readonly Option[]>> {
  const options = new Map<string, readonly Option[]>();
  for (const column of columns) {
    const source = optionSourceOf(column);
    if (source?.kind === 'static') options.set(column.key, source.options);
    if (source?.kind !== 'dictionary') continue;
    const today = timeText(new Date()).slice(0, 10);
    const items = await db
      .selectFrom('sys_dict_item')
      .select(['dict_label', 'dict_value'])
      .where('type_code', '=', source.code)
      .where(sql<boolean>`(is_disabled or valid_from > ${today} or valid_to < ${today}) is not true`)
      .orderBy('sn')
      .execute();
    options.set(
      column.key,
      items.map(({ dict_label: label, dict_value: value }) => ({ label, value })),
    );
  }
  return options;
}

/** Returns whether only the page can load the column's options. The text of its cells is then left to the page. */
export const isLeftToPage = ({ node }: CompiledColumn): boolean => 'isRemote' in node && node.isRemote === '1';

type Values = Readonly<Record<string, unknown>>;

/** Creates a function that reads a cell. `row`: the values of the same row that were read before. */
function createReader(
  context: ReadContext,
): (column: CompiledColumn, cell: Exclude<Cell, null>, row: Values) => ReadResult {
  const cache = new Map<string, ReadResult>();
  return (column, cell, row) => {
    if (isLeftToPage(column)) {
      const errorText = textProblem(cellText(cell));
      return errorText === null ? { ok: true, value: cellText(cell) } : { ok: false, message: errorText };
    }
    // if the options depend on a field outside of the row, the page checks the value
    const parentKey = dependKeyOf(column.node);
    const parent = parentKey === null ? undefined : row[parentKey];
    const cacheKey = `${column.key} ${JSON.stringify(parent ?? null)} ${typeof cell === 'string' ? cell : JSON.stringify(cell)}`;
    const result = cache.get(cacheKey) ?? readCell(column, cell, contextForParent(context, column, parent));
    if (cache.size < MAX_CACHED_CELLS) cache.set(cacheKey, result);
    return result;
  };
}

/**
 * Returns the context with only those options of the column that match the value on which they depend, if that value is
 * known.
 */
function contextForParent(context: ReadContext, { key }: CompiledColumn, parent: unknown): ReadContext {
  const options = context.options.get(key);
  return parent === undefined || options === undefined
    ? context
    : { ...context, options: new Map(context.options).set(key, optionsUnder(options, parent)) };
}

/** Sorts columns so that each follows the column on which its options depend. */
const sortByDependency = <T extends { column: CompiledColumn }>(positions: readonly T[]): readonly T[] => {
  const byKey = new Map(positions.map(({ column }) => [column.key, column]));
  // `limit` ends the recursion if columns depend on each other in a circle
  const depthOf = (column: CompiledColumn | undefined, limit: number): number =>
    column === undefined || limit === 0 ? 0 : 1 + depthOf(byKey.get(dependKeyOf(column.node) ?? ''), limit - 1);
  const depths = new Map(positions.map(({ column }) => [column.key, depthOf(column, positions.length)]));
  return positions.toSorted((a, b) => (depths.get(a.column.key) ?? 0) - (depths.get(b.column.key) ?? 0));
};

/** Returns why an import cannot fill the column (Chinese text); null if it can. */
export const notImportableReason = ({ compute, definition }: CompiledColumn): string | null =>
  compute ? '由系统计算' : (definition.sheet?.refusal ?? null);

/** Returns a Chinese note for each matched column that an import cannot fill. */
export const unfilledNotes = (columns: readonly (CompiledColumn | undefined)[]): string[] =>
  columns.flatMap((column) =>
    column && notImportableReason(column) !== null
      ? [`“${column.node.label ?? column.key}”${notImportableReason(column)}，未导入`]
      : [],
  );

/**
 * Reads the rows below the headings as values for the table. A cell that its column cannot read is reported and stays
 * empty.
 */
export async function rowsOfSheet(
  db: Db,
  { sheet, rowIndex: headingRow, columns, unmatchedHeadings }: Headings,
  findRecords?: FindRecords,
): Promise<ImportedRows> {
  const body = sheet.rows.slice(headingRow + 1);
  const notes = [
    ...(unmatchedHeadings.length > 0 ? [`表格中没有这些列，未导入：${unmatchedHeadings.join('、')}`] : []),
    ...unfilledNotes(columns),
  ];
  const columnPositions = columns.flatMap((column, position) => (column ? [{ column, position }] : []));
  const filledColumns = sortByDependency(columnPositions.filter(({ column }) => notImportableReason(column) === null));
  const readNames = await loadNameReader(
    db,
    filledColumns.map(({ column }) => column),
    function* (column) {
      const position = columns.indexOf(column);
      for (const row of body) {
        const text = cellText(row[position] ?? null);
        if (text !== '' && textProblem(text) === null) yield text;
      }
    },
    findRecords,
  );
  const readColumn = createReader({
    options: await loadOptions(
      db,
      filledColumns.map(({ column }) => column),
    ),
    readNames,
  });
  const rows: Record<string, unknown>[] = [];
  const badCells: UnreadableCell[] = [];
  let charactersThisTurn = 0;
  for (const [index, cells] of body.entries()) {
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await yieldToEventLoop();
    const rowNumber = sheet.firstRowNumber + headingRow + 1 + index;
    if (isEmptyRow(cells)) continue;
    if (isTotalRow(cells)) {
      notes.push(`第 ${rowNumber} 行是合计行，未导入`);
      continue;
    }
    const values: Record<string, unknown> = {};
    for (const { column, position } of filledColumns) {
      const cell = cells[position] ?? null;
      if (cell === null) continue;
      if (typeof cell === 'string') charactersThisTurn += cell.length;
      if (charactersThisTurn > CHARACTERS_PER_TURN) {
        charactersThisTurn = 0;
        await yieldToEventLoop();
      }
      const result = readColumn(column, cell, values);
      if (!result.ok) {
        badCells.push({
          row: rowNumber,
          cell: `${columnName(position)}${rowNumber}`,
          index: rows.length,
          key: column.key,
          label: column.node.label ?? column.key,
          message: shortenText(result.message),
        });
        // an empty value, so that the column's default does not replace the unreadable value
        values[column.key] = column.definition.emptyValue ?? null;
        if (column.hasCompanion) values[companionKey(column.key)] = '';
        continue;
      }
      values[column.key] = result.value;
      if (column.hasCompanion && result.label !== undefined) values[companionKey(column.key)] = result.label;
    }
    rows.push(values);
  }
  return { rows, badCells, notes };
}

/**
 * Returns the columns whose headings are looked up in a sheet: all that the definition does not hide. An import cannot
 * fill each of them (`notImportableReason`).
 */
export const columnsForHeadings = ({ columns }: CompiledTable): CompiledColumn[] =>
  columns.filter(({ node }) => node.flowVisible !== '0' && node.isHideField !== '1');
