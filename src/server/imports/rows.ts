import { setImmediate as breathe } from 'node:timers/promises';
import { sql } from 'kysely';
import { type CompiledColumn, type CompiledTable, companionKey, type Option } from '../../kernel/index.ts';
import { timeText } from '../http/time.ts';
import type { Db } from '../store/database.ts';
import { sourceOf } from '../records/index.ts';
import { cellText, columnName, type Headings } from './headings.ts';
import type { Cell } from './messages.ts';
import { loadNames, type FindRecords } from './names.ts';
import { readCell, type Read, type ReadContext } from './readCell.ts';
import { brief, faultOf } from './texts.ts';

/** A cell that could not be read: `row` as people count them in the sheet, `index` among the rows that are answered. */
export interface BadCell {
  row: number;
  cell: string;
  index: number;
  key: string;
  label: string;
  message: string;
}

export interface ImportedRows {
  rows: Record<string, unknown>[];
  bad: BadCell[];
  /** What else was left out, in words. */
  notes: string[];
}

/** Rows are read in groups of this many, so that the server answers others meanwhile. */
const GROUP = 200;
/** And after texts of this many characters. */
const BREATH = 500_000;
const REMEMBERED = 5000;

export const isEmpty = (row: readonly Cell[]): boolean => row.every((cell) => cell === null);
/** A line of sums is no row. */
export const isTotal = (row: readonly Cell[]): boolean =>
  /^(?:合计|总计|小计)[:：]?$/.test(cellText(row.find((cell) => cell !== null) ?? null).replace(/\s/g, ''));

/** The options of columns that the server knows: fixed ones and those of dictionaries in force. */
export async function optionsOf(
  db: Db,
  columns: readonly CompiledColumn[],
): Promise<ReadonlyMap<string, readonly Option[]>> {
  const options = new Map<string, readonly Option[]>();
  for (const column of columns) {
    const source = sourceOf(column);
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

/** Columns whose options only a call of the page knows: their cells go to it as they are written. */
export const isLeftToPage = ({ node }: CompiledColumn): boolean => 'isRemote' in node && node.isRemote === '1';

function createReader(context: ReadContext): (column: CompiledColumn, cell: Exclude<Cell, null>) => Read {
  const seen = new Map<string, Read>();
  return (column, cell) => {
    if (isLeftToPage(column)) {
      const fault = faultOf(cellText(cell));
      return fault === null ? { ok: true, value: cellText(cell) } : { ok: false, message: fault };
    }
    const place = `${column.key} ${typeof cell === 'string' ? cell : JSON.stringify(cell)}`;
    const read = seen.get(place) ?? readCell(column, cell, context);
    if (seen.size < REMEMBERED) seen.set(place, read);
    return read;
  };
}

/** What a heading names and an import cannot fill. */
export const whyNot = ({ compute, definition }: CompiledColumn): string | null =>
  compute ? '由系统计算' : (definition.sheet?.refusal ?? null);

/** Columns that a heading names and an import leaves out, in words. */
export const unfilled = (columns: readonly (CompiledColumn | undefined)[]): string[] =>
  columns.flatMap((column) =>
    column && whyNot(column) !== null ? [`“${column.node.label ?? column.key}”${whyNot(column)}，未导入`] : [],
  );

/** The rows below a heading as the table stores them, every cell read by its column. What cannot be read is named, never guessed. */
export async function rowsOfSheet(
  db: Db,
  { sheet, row: head, columns, unknown }: Headings,
  findRecords?: FindRecords,
): Promise<ImportedRows> {
  const body = sheet.rows.slice(head + 1);
  const notes = [
    ...(unknown.length > 0 ? [`表格中没有这些列，未导入：${unknown.join('、')}`] : []),
    ...unfilled(columns),
  ];
  const places = columns.flatMap((column, at) => (column ? [{ column, at }] : []));
  const filled = places.filter(({ column }) => whyNot(column) === null);
  const names = await loadNames(
    db,
    filled.map(({ column }) => column),
    function* (column) {
      const at = columns.indexOf(column);
      for (const row of body) {
        const text = cellText(row[at] ?? null);
        if (text !== '' && faultOf(text) === null) yield text;
      }
    },
    findRecords,
  );
  const read = createReader({
    options: await optionsOf(
      db,
      filled.map(({ column }) => column),
    ),
    names,
  });
  const rows: Record<string, unknown>[] = [];
  const bad: BadCell[] = [];
  let length = 0;
  for (const [index, cells] of body.entries()) {
    if (index % GROUP === GROUP - 1) await breathe();
    const number = sheet.from + head + 1 + index;
    if (isEmpty(cells)) continue;
    if (isTotal(cells)) {
      notes.push(`第 ${number} 行是合计行，未导入`);
      continue;
    }
    const values: Record<string, unknown> = {};
    for (const { column, at } of filled) {
      const cell = cells[at] ?? null;
      if (cell === null) continue;
      if (typeof cell === 'string') length += cell.length;
      if (length > BREATH) {
        length = 0;
        await breathe();
      }
      const answer = read(column, cell);
      if (!answer.ok) {
        bad.push({
          row: number,
          cell: `${columnName(at)}${number}`,
          index: rows.length,
          key: column.key,
          label: column.node.label ?? column.key,
          message: brief(answer.message),
        });
        // empty, so that the column's default does not take the place of what was written
        values[column.key] = column.definition.emptyValue ?? null;
        if (column.hasCompanion) values[companionKey(column.key)] = '';
        continue;
      }
      values[column.key] = answer.value;
      if (column.hasCompanion && answer.label !== undefined) values[companionKey(column.key)] = answer.label;
    }
    rows.push(values);
  }
  return { rows, bad, notes };
}

/** Columns an import may fill: those that are shown. */
export const importable = ({ columns }: CompiledTable): CompiledColumn[] =>
  columns.filter(({ node }) => node.flowVisible !== '0' && node.isHideField !== '1');
