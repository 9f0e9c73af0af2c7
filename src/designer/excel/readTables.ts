import { roundTo15Digits } from '../../domain/numbers.ts';
import { checkZip } from '../../screens/preview/checkZip.ts';
import { tableOf, type Cell, type SheetTable } from './sheetTable.ts';

/** Limits for files that are read in the browser. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
/** 20,000 rows and the row of headings. */
const MAX_ROWS = 20_001;
const MAX_COLUMNS = 200;

/** A cell as the xlsx library returns it: `t` is its type, `v` its value. */
interface XlsxCell {
  t: string;
  v?: unknown;
  w?: string;
  z?: string | number;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/**
 * Converts a date cell of a sheet to a date, or to a date with time if the time is not midnight. A time of day without
 * a date is stored as a date before 1900 and becomes a text (`08:30`). Dates in sheets have no time zone and are read
 * as UTC. They are stored as fractions of a day, so they are rounded to the second.
 */
function momentCell(exactDate: Date): Cell {
  const date = new Date(Math.round(exactDate.getTime() / 1000) * 1000);
  const hoursAndMinutes = `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`;
  const seconds = twoDigits(date.getUTCSeconds());
  // checks the exact date, because rounding can move a time just before midnight to the next day, possibly in 1900
  if (exactDate.getUTCFullYear() < 1900) return seconds === '00' ? hoursAndMinutes : `${hoursAndMinutes}:${seconds}`;
  const day = `${date.getUTCFullYear()}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}`;
  const isMidnight = hoursAndMinutes === '00:00' && seconds === '00';
  return { date: isMidnight ? day : `${day} ${hoursAndMinutes}:${seconds}` };
}

function cellOf(cell: XlsxCell | undefined): Cell {
  if (!cell || cell.v === undefined || cell.v === null) return null;
  if (cell.v instanceof Date) return Number.isNaN(cell.v.getTime()) ? null : momentCell(cell.v);
  if (cell.t === 'n' && typeof cell.v === 'number') return roundTo15Digits(cell.v);
  if (cell.t === 'b') return cell.v === true ? '是' : '否';
  if (cell.t === 'e') return null;
  const text = String(cell.v).trim();
  return text === '' ? null : text;
}

/**
 * Reads the tables of a workbook (.xlsx, .xls), one for each sheet with a heading. Throws FILE_UNREADABLE if the file
 * is damaged or its unpacked data is too large. Throws a RangeError with a Chinese message if the file is too large.
 */
export async function readTables(file: File): Promise<SheetTable[]> {
  if (file.size > MAX_FILE_BYTES) throw new RangeError('文件超过 20 MB，请拆分后再试');
  const bytes = new Uint8Array(await file.arrayBuffer());
  // an .xlsx file is a ZIP archive, which begins with `PK`
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) await checkZip(bytes);
  const { read, utils } = await import('@e965/xlsx');
  const book = read(bytes, { dense: true, cellDates: true, UTC: true, sheetRows: MAX_ROWS });
  return book.SheetNames.flatMap((name) => {
    const sheet = book.Sheets[name];
    const data = (sheet as { '!data'?: (XlsxCell | undefined)[][] } | undefined)?.['!data'] ?? [];
    const range = sheet?.['!fullref'] ?? sheet?.['!ref'];
    if (range && utils.decode_range(range).e.r >= MAX_ROWS)
      throw new RangeError(`工作表“${name}”超过 ${MAX_ROWS - 1} 行，请先建表单，再用列表的“导入”分批导入`);
    const grid = Array.from(data, (row) => Array.from((row ?? []).slice(0, MAX_COLUMNS), cellOf));
    const table = tableOf(name, grid);
    return table ? [table] : [];
  });
}
