import { checkZip } from '../../screens/preview/zipBounds.ts';
import { tableOf, type Cell, type SheetTable } from './sheetTable.ts';

/** A workbook read in the page: so many bytes, rows and columns at the most. */
export const MOST_BYTES = 20 * 1024 * 1024;
const MOST_ROWS = 20_001;
const MOST_COLUMNS = 200;

interface SheetCell {
  t: string;
  v?: unknown;
  w?: string;
  z?: string | number;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** A day or moment as the sheet shows it: dates of sheets have no zone. */
function dateText(date: Date): string {
  const day = `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  return time === '00:00:00' ? day : `${day} ${time}`;
}

function cellOf(cell: SheetCell | undefined): Cell {
  if (!cell || cell.v === undefined || cell.v === null) return null;
  if (cell.v instanceof Date) return Number.isNaN(cell.v.getTime()) ? null : { date: dateText(cell.v) };
  if (cell.t === 'n' && typeof cell.v === 'number') return cell.v;
  if (cell.t === 'b') return cell.v === true ? '是' : '否';
  if (cell.t === 'e') return null;
  const text = String(cell.v).trim();
  return text === '' ? null : text;
}

/**
 * The tables of a workbook (.xlsx, .xls), a sheet each; sheets without a heading are left out.
 * Throws FILE_UNREADABLE for what is broken or unpacks to too much, RangeError with a sentence for what is too large.
 */
export async function readTables(file: File): Promise<SheetTable[]> {
  if (file.size > MOST_BYTES) throw new RangeError('文件超过 20 MB，请拆分后再试');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) await checkZip(bytes);
  const { read, utils } = await import('@e965/xlsx');
  const book = read(bytes, { dense: true, cellDates: true, UTC: true, sheetRows: MOST_ROWS });
  return book.SheetNames.flatMap((name) => {
    const sheet = book.Sheets[name];
    const data = (sheet as { '!data'?: (SheetCell | undefined)[][] } | undefined)?.['!data'] ?? [];
    const range = sheet?.['!fullref'] ?? sheet?.['!ref'];
    if (range && utils.decode_range(range).e.r >= MOST_ROWS)
      throw new RangeError(`工作表“${name}”超过 ${MOST_ROWS - 1} 行，请先建表单，再用列表的“导入”分批导入`);
    const grid = Array.from(data, (row) => Array.from((row ?? []).slice(0, MOST_COLUMNS), cellOf));
    const table = tableOf(name, grid);
    return table ? [table] : [];
  });
}
