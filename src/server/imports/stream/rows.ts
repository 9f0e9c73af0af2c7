import { SSF } from '@e965/xlsx';
import type { Cell } from '../messages.ts';
import { shortenText, normalizeText, textLengthOf } from '../texts.ts';
import { attribute, decodeContent, elements, richTextOf } from './elements.ts';
import { openParts, type ZipParts } from './parts.ts';
import { withoutRootPrefix } from './withoutRootPrefix.ts';
import { findElement, elementsIn, startTags } from './scan.ts';
import { UnreadableBook } from './unreadableBook.ts';

/** Maximum numbers for reading a sheet. */
export interface StreamLimits {
  /**
   * Unpacked bytes of all parts together, and also characters of all cells (a shared text is counted for every cell).
   */
  unpacked: number;
  columns: number;
  /** Characters of the XML of one row or of one shared text. */
  elementLength: number;
  /** Characters of all shared texts together. */
  sharedTextsLength: number;
}

export interface StreamedRow {
  number: number;
  cells: Cell[];
}
export interface RowStream {
  /** Name of the sheet. */
  sheet: string;
  rows: AsyncGenerator<StreamedRow>;
  /** Returns the share of the sheet that was read so far, 0 to 1. */
  share(): number;
  close(): Promise<void>;
}

const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** Converts the number by which a sheet stores a date to `YYYY-MM-DD HH:mm:ss`; null if it is not a date. */
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

const readPart = (parts: ZipParts, ...args: Parameters<ZipParts['text']>): AsyncIterable<string> =>
  withoutRootPrefix(parts.text(...args));

const readCompletely = async (pieces: AsyncIterable<string>, maxLength: number): Promise<string> => {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length > maxLength) throw new UnreadableBook('文件已损坏或过大');
  }
  return text;
};

/** Maximum row number of a sheet. */
const MAX_ROW_NUMBER = 1_048_576;
const MAX_SMALL_PART_LENGTH = 4 * 1024 * 1024;
/** Maximum length of a number format that Excel accepts. */
const MAX_FORMAT_LENGTH = 255;

/** Returns the name of the first visible sheet, the path of its XML, and whether its dates are counted from 1904. */
async function findFirstSheet(parts: ZipParts): Promise<{ name: string; path: string; is1904: boolean }> {
  const workbookXml = await readCompletely(readPart(parts, 'xl/workbook.xml'), MAX_SMALL_PART_LENGTH);
  const relationshipsXml = await readCompletely(readPart(parts, 'xl/_rels/workbook.xml.rels'), MAX_SMALL_PART_LENGTH);
  const visibleSheet = [...startTags(workbookXml, 'sheet')].find((tag) => !/hidden/i.test(attribute(tag, 'state')));
  const id = visibleSheet ? attribute(visibleSheet, 'r:id') || attribute(visibleSheet, 'id') : '';
  const relationship = [...startTags(relationshipsXml, 'Relationship')].find((tag) => attribute(tag, 'Id') === id);
  if (!visibleSheet || !relationship) throw new UnreadableBook('没有可读的工作表');
  const target = attribute(relationship, 'Target');
  return {
    name: attribute(visibleSheet, 'name'),
    path: target.startsWith('/') ? target.slice(1) : `xl/${target}`,
    is1904: [...startTags(workbookXml, 'workbookPr')].some((tag) => ['1', 'true'].includes(attribute(tag, 'date1904'))),
  };
}

/** Returns the indexes of the cell styles that display a date or a time. */
async function loadDateStyles(parts: ZipParts): Promise<ReadonlySet<number>> {
  if (!parts.has('xl/styles.xml')) return new Set();
  const stylesXml = await readCompletely(readPart(parts, 'xl/styles.xml'), MAX_SMALL_PART_LENGTH);
  const formats = new Map(
    [...startTags(stylesXml, 'numFmt')].map((tag) => [
      Number(attribute(tag, 'numFmtId')),
      attribute(tag, 'formatCode').slice(0, MAX_FORMAT_LENGTH),
    ]),
  );
  const cellFormats = findElement(stylesXml, 'cellXfs', 0)?.inside ?? '';
  // the table of SSF lacks the East Asian date formats, whose ids are between 27 and 58
  const isDateFormat = (id: number): boolean =>
    SSF.is_date(
      formats.get(id) ??
        String((SSF.get_table() as Record<number, string>)[id] ?? (id >= 27 && id <= 58 ? 'yyyy-mm-dd' : 'General')),
    );
  const cache = new Map<number, boolean>();
  return new Set(
    [...startTags(cellFormats, 'xf')].flatMap((tag, index) => {
      const id = Number(attribute(tag, 'numFmtId'));
      const isDate = cache.get(id) ?? isDateFormat(id);
      cache.set(id, isDate);
      return isDate ? [index] : [];
    }),
  );
}

/** Returns the texts that several cells may share, by index; null for an empty text. */
async function loadSharedTexts(
  parts: ZipParts,
  { elementLength, sharedTextsLength }: StreamLimits,
): Promise<(string | null)[]> {
  const sharedTexts: (string | null)[] = [];
  if (!parts.has('xl/sharedStrings.xml')) return sharedTexts;
  let length = 0;
  for await (const item of elements(readPart(parts, 'xl/sharedStrings.xml'), 'si', elementLength)) {
    const text = richTextOf(item);
    // 16 is added so that the number of empty and short texts is limited too
    length += text.length + 16;
    if (length > sharedTextsLength) throw new UnreadableBook('文字内容过多');
    // normalize once here instead of in each cell, because many cells may share a text
    sharedTexts.push(normalizeText(text));
  }
  return sharedTexts;
}

/** Returns the column index of a cell reference: A is 0, AA is 26; -1 without letters. */
const columnIndexOf = (reference: string): number =>
  [...(/^[A-Z]{1,4}/.exec(reference)?.[0] ?? '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

interface BookContext {
  sharedTexts: readonly (string | null)[];
  dateStyles: ReadonlySet<number>;
  is1904: boolean;
}

/** Converts a cell. `tag`, `inside`: its start tag and its content as XML. */
function cellOf(tag: string, inside: string, { sharedTexts, dateStyles, is1904 }: BookContext): Cell {
  const type = attribute(tag, 't');
  if (type === 'inlineStr') return normalizeText(richTextOf(inside));
  const value = decodeContent(findElement(inside, 'v', 0)?.inside ?? '');
  if (value === '') return null;
  if (type === 's') return sharedTexts[Number(value)] ?? null;
  if (type === 'str') return normalizeText(value);
  if (type === 'b') return value === '1';
  if (type === 'e') return { error: shortenText(value) };
  if (type === 'd') return { at: value.replace('T', ' ').slice(0, 19) };
  const number = Number(value);
  // not a number: returned as text, which the field of the column later accepts or refuses
  if (!Number.isFinite(number)) return normalizeText(value);
  const dateTime = dateStyles.has(Number(attribute(tag, 's') || -1)) ? dateTimeOf(number, is1904) : null;
  return dateTime === null ? { number } : { at: dateTime };
}

/** Returns the cells of a row by position, from the row's XML; null for a missing cell. */
function cellsOf(row: string, book: BookContext, columns: number): Cell[] {
  const cells: Cell[] = [];
  let nextPosition = 0;
  for (const { startTag, inside } of elementsIn(row, 'c')) {
    const reference = attribute(startTag, 'r');
    const position = reference ? columnIndexOf(reference) : nextPosition;
    nextPosition = position + 1;
    if (position < 0 || position >= columns) continue;
    while (cells.length < position) cells.push(null);
    cells[position] = cellOf(startTag, inside, book);
  }
  return cells;
}

/**
 * Opens the first visible sheet of an .xlsx file. Rows are read from disk on demand; only shared texts are held in
 * memory. Throws UnreadableBook.
 */
export async function openRows(path: string, limits: StreamLimits): Promise<RowStream> {
  const parts = await openParts(path, limits.unpacked);
  try {
    const { name, path: sheetPath, is1904 } = await findFirstSheet(parts);
    const book: BookContext = {
      sharedTexts: await loadSharedTexts(parts, limits),
      dateStyles: await loadDateStyles(parts),
      is1904,
    };
    let share = 0;
    let remainingLength = limits.unpacked;
    const rows = async function* (): AsyncGenerator<StreamedRow> {
      let lastNumber = 0;
      for await (const row of elements(
        readPart(parts, sheetPath, (bytesRead, totalBytes) => {
          share = bytesRead / totalBytes;
        }),
        'row',
        limits.elementLength,
      )) {
        const tag = row.slice(0, row.indexOf('>') + 1);
        const writtenNumber = Number(attribute(tag, 'r'));
        lastNumber =
          Number.isInteger(writtenNumber) && writtenNumber > lastNumber && writtenNumber <= MAX_ROW_NUMBER
            ? writtenNumber
            : lastNumber + 1;
        const cells = cellsOf(row, book, limits.columns);
        remainingLength -= textLengthOf(cells);
        if (remainingLength < 0) throw new UnreadableBook('文字内容过多');
        yield { number: lastNumber, cells };
      }
    };
    return { sheet: name, rows: rows(), share: () => share, close: () => parts.close() };
  } catch (error) {
    await parts.close();
    throw error;
  }
}
