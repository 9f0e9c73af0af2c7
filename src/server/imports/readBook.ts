import { read, SSF, type CellObject, type WorkBook, type WorkSheet } from '@e965/xlsx';
import type { BookAnswer, BookLimits, Cell, Sheet } from './messages.ts';
import { brief, keptText, lengthOf } from './texts.ts';
import { unpackedProblem } from './unpacked.ts';

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004';
const isOle = (bytes: Buffer): boolean => bytes.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1';

/** A text that is looked at again for every cell at no cost worth a word. */
const SHORT = 1000;

const two = (part: number): string => String(part).padStart(2, '0');

function momentOf(serial: number, is1904: boolean): string | null {
  const date = SSF.parse_date_code(serial, { date1904: is1904 }) as {
    y: number;
    m: number;
    d: number;
    H: number;
    M: number;
    S: number;
  } | null;
  return date
    ? `${String(date.y).padStart(4, '0')}-${two(date.m)}-${two(date.d)} ${two(date.H)}:${two(date.M)}:${two(Math.floor(date.S))}`
    : null;
}

/** Keeps texts, and each long one once: the reader hands the same one out for every cell that shares it. */
function createKeeper(): (text: string) => string | null {
  const seen = new Map<string, string | null>();
  return (text) => {
    if (text.length < SHORT) return keptText(text);
    const known = seen.get(text);
    if (known !== undefined) return known;
    const kept = keptText(text);
    seen.set(text, kept);
    return kept;
  };
}

function cellOf(cell: CellObject | undefined, is1904: boolean, kept: (text: string) => string | null): Cell {
  if (cell === undefined || cell.v === undefined || cell.v === null) return null;
  if (cell.t === 'e') return { error: brief(String(cell.w ?? '#ERR')) };
  if (typeof cell.v === 'boolean') return cell.v;
  if (typeof cell.v === 'number' && !Number.isFinite(cell.v)) return kept(cell.w ?? String(cell.v));
  if (typeof cell.v === 'number') {
    const moment = cell.z !== undefined && SSF.is_date(String(cell.z)) ? momentOf(cell.v, is1904) : null;
    if (moment !== null) return { at: moment };
    const text = kept(cell.w ?? '');
    return text === null || text === String(cell.v) ? { number: cell.v } : { number: cell.v, text };
  }
  return kept(String(cell.v));
}

const isBlank = (row: readonly Cell[]): boolean => row.every((cell) => cell === null);

interface Count {
  cells: number;
  characters: number;
  kept: (text: string) => string | null;
}

/** Counts what it reads; throws RangeError with a text for people when it is too much. */
function sheetOf(name: string, sheet: WorkSheet, is1904: boolean, limits: BookLimits, count: Count): Sheet {
  const data = (sheet as { '!data'?: (CellObject[] | undefined)[] })['!data'] ?? [];
  const rows: Cell[][] = [];
  for (const line of Array.from(data)) {
    const row: Cell[] = [];
    const width = Math.min(line?.length ?? 0, limits.columns);
    for (let column = 0; column < width; column += 1) {
      const cell = cellOf(line?.[column], is1904, count.kept);
      row.push(cell);
      if (cell !== null) count.cells += 1;
    }
    count.characters += lengthOf(row);
    if (count.cells > limits.cells) throw new RangeError(`内容过多，最多 ${limits.cells} 个单元格`);
    if (count.characters > limits.characters)
      throw new RangeError(`内容过多，所有单元格合计最多 ${limits.characters} 个字符`);
    rows.push(row);
  }
  while (rows.length > 0 && isBlank(rows[rows.length - 1] as Cell[])) rows.pop();
  return { name: brief(name), from: 1, rows };
}

/** The visible sheets of an .xlsx or .xls file as plain cells; formulas count as what they last came to. Bounded by `limits`. */
export function readBook(bytes: Buffer, limits: BookLimits): BookAnswer {
  if (!isZip(bytes) && !isOle(bytes)) return { reason: '文件内容不是 Excel 表格' };
  const packed = isZip(bytes) ? unpackedProblem(bytes, limits.unpacked) : null;
  if (packed === 'tooLarge') return { reason: '解压后的内容过大' };
  if (packed === 'broken') return { reason: '文件已损坏' };
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
    const count: Count = { cells: 0, characters: 0, kept: createKeeper() };
    const hidden = new Set(
      (book.Workbook?.Sheets ?? []).filter(({ Hidden }) => (Hidden ?? 0) !== 0).map(({ name }) => name),
    );
    const names = book.SheetNames.filter((name) => !hidden.has(name) && book.Sheets[name] !== undefined);
    if (names.length === 0) return { reason: '没有可读的工作表' };
    return { sheets: names.map((name) => sheetOf(name, book.Sheets[name] as WorkSheet, is1904, limits, count)) };
  } catch (error) {
    if (error instanceof RangeError && error.message.startsWith('内容过多')) return { reason: error.message };
    return {
      reason: /password|encrypt/i.test(String(error))
        ? '文件有密码保护，请取消密码后再导入'
        : '文件已损坏或不是 Excel 表格',
    };
  }
}
