import { read, SSF, type CellObject, type WorkBook, type WorkSheet } from '@e965/xlsx';
import type { BookAnswer, BookLimits, Cell, Sheet } from './messages.ts';
import { shortenText, normalizeText, textLengthOf } from './texts.ts';
import { findZipProblem } from './zipProblem.ts';

export const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004';
const isOle = (bytes: Buffer): boolean => bytes.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1';

/** Minimum length of a text for the cache. Normalizing shorter texts again for every cell is cheaper than caching. */
const MIN_CACHED_LENGTH = 1000;

const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** Converts the date number of a sheet to `YYYY-MM-DD HH:mm:ss`; null if it is not a date. */
function dateTimeOf(serial: number, is1904: boolean): string | null {
  const date = SSF.parse_date_code(serial, { date1904: is1904 }) as {
    y: number;
    m: number;
    d: number;
    H: number;
    M: number;
    S: number;
  } | null;
  return date
    ? `${String(date.y).padStart(4, '0')}-${twoDigits(date.m)}-${twoDigits(date.d)} ${twoDigits(date.H)}:${twoDigits(date.M)}:${twoDigits(Math.floor(date.S))}`
    : null;
}

/**
 * Creates a `normalizeText` that caches the results for long texts. A workbook stores a repeated text only once, so
 * even in a small file very many cells can have the same long text.
 */
function createTextCache(): (text: string) => string | null {
  const cache = new Map<string, string | null>();
  return (text) => {
    if (text.length < MIN_CACHED_LENGTH) return normalizeText(text);
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    const normalized = normalizeText(text);
    cache.set(text, normalized);
    return normalized;
  };
}

/** Converts a cell that the library has read. `normalize`: `normalizeText` with a cache. */
function cellOf(cell: CellObject | undefined, is1904: boolean, normalize: (text: string) => string | null): Cell {
  if (cell === undefined || cell.v === undefined || cell.v === null) return null;
  if (cell.t === 'e') return { error: shortenText(String(cell.w ?? '#ERR')) };
  if (typeof cell.v === 'boolean') return cell.v;
  if (typeof cell.v === 'number' && !Number.isFinite(cell.v)) return normalize(cell.w ?? String(cell.v));
  if (typeof cell.v === 'number') {
    const dateTime = cell.z !== undefined && SSF.is_date(String(cell.z)) ? dateTimeOf(cell.v, is1904) : null;
    if (dateTime !== null) return { at: dateTime };
    const text = normalize(cell.w ?? '');
    return text === null || text === String(cell.v) ? { number: cell.v } : { number: cell.v, text };
  }
  return normalize(String(cell.v));
}

const isBlank = (row: readonly Cell[]): boolean => row.every((cell) => cell === null);

/** Totals of all sheets that were read so far, and the function that normalizes their texts. */
interface ReadTotals {
  cells: number;
  characters: number;
  normalize: (text: string) => string | null;
}

/**
 * Reads the cells of one sheet and adds them to the totals. Throws RangeError with a Chinese text if a limit is
 * exceeded.
 */
function readSheet(name: string, sheet: WorkSheet, is1904: boolean, limits: BookLimits, totals: ReadTotals): Sheet {
  const data = (sheet as { '!data'?: (CellObject[] | undefined)[] })['!data'] ?? [];
  const rows: Cell[][] = [];
  for (const cells of Array.from(data)) {
    const row: Cell[] = [];
    const width = Math.min(cells?.length ?? 0, limits.columns);
    for (let column = 0; column < width; column += 1) {
      const cell = cellOf(cells?.[column], is1904, totals.normalize);
      row.push(cell);
      if (cell !== null) totals.cells += 1;
    }
    totals.characters += textLengthOf(row);
    if (totals.cells > limits.cells) throw new RangeError(`内容过多，最多 ${limits.cells} 个单元格`);
    if (totals.characters > limits.characters)
      throw new RangeError(`内容过多，所有单元格合计最多 ${limits.characters} 个字符`);
    rows.push(row);
  }
  while (rows.length > 0 && isBlank(rows[rows.length - 1] as Cell[])) rows.pop();
  return { name: shortenText(name), firstRowNumber: 1, rows };
}

/** Reads the visible sheets of an .xlsx or .xls file within `limits`. A formula cell yields its last computed value. */
export function readBook(bytes: Buffer, limits: BookLimits): BookAnswer {
  if (!isZip(bytes) && !isOle(bytes)) return { reason: '文件内容不是 Excel 表格' };
  const zipProblem = isZip(bytes) ? findZipProblem(bytes, limits.unpacked) : null;
  if (zipProblem === 'tooLarge') return { reason: '解压后的内容过大' };
  if (zipProblem === 'broken') return { reason: '文件已损坏' };
  try {
    const book: WorkBook = read(bytes, {
      type: 'buffer',
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellNF: true,
      sheetRows: limits.rows,
    });
    const is1904 = book.Workbook?.WBProps?.date1904 === true;
    const totals: ReadTotals = { cells: 0, characters: 0, normalize: createTextCache() };
    const hiddenNames = new Set(
      (book.Workbook?.Sheets ?? []).filter(({ Hidden }) => (Hidden ?? 0) !== 0).map(({ name }) => name),
    );
    const names = book.SheetNames.filter((name) => !hiddenNames.has(name) && book.Sheets[name] !== undefined);
    if (names.length === 0) return { reason: '没有可读的工作表' };
    return { sheets: names.map((name) => readSheet(name, book.Sheets[name] as WorkSheet, is1904, limits, totals)) };
  } catch (error) {
    if (error instanceof RangeError && error.message.startsWith('内容过多')) return { reason: error.message };
    return {
      reason: /password|encrypt/i.test(String(error))
        ? '文件有密码保护，请取消密码后再导入'
        : '文件已损坏或不是 Excel 表格',
    };
  }
}
