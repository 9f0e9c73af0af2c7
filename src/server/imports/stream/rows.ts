import { SSF } from '@e965/xlsx';
import type { Cell } from '../messages.ts';
import { brief, keptText, lengthOf } from '../texts.ts';
import { attribute, contentOf, elements, textOf } from './elements.ts';
import { openParts, type Parts } from './parts.ts';
import { plainNames } from './plainNames.ts';
import { elementAt, elementsIn, startTags } from './scan.ts';
import { UnreadableBook } from './unreadable.ts';

export interface StreamLimits {
  /** Bytes of everything read, unpacked, and characters of all cells, many of which may share one text. */
  unpacked: number;
  columns: number;
  /** Characters of one row, and of all shared texts together. */
  row: number;
  texts: number;
}

export interface StreamedRow {
  number: number;
  cells: Cell[];
}
export interface RowStream {
  sheet: string;
  rows: AsyncGenerator<StreamedRow>;
  /** How much of the sheet is read, 0 to 1. */ share(): number;
  close(): Promise<void>;
}

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

const textOfPart = (parts: Parts, ...from: Parameters<Parts['text']>): AsyncIterable<string> =>
  plainNames(parts.text(...from));

const whole = async (pieces: AsyncIterable<string>, longest: number): Promise<string> => {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length > longest) throw new UnreadableBook('文件已损坏或过大');
  }
  return text;
};

/** The last row that a sheet has room for. */
const LAST_ROW = 1_048_576;
const SMALL = 4 * 1024 * 1024;
/** What a program that writes workbooks takes. */
const LONGEST_FORMAT = 255;

/** The first sheet that is shown, and which calendar its days are of. */
async function firstSheet(parts: Parts): Promise<{ name: string; path: string; is1904: boolean }> {
  const book = await whole(textOfPart(parts, 'xl/workbook.xml'), SMALL);
  const relations = await whole(textOfPart(parts, 'xl/_rels/workbook.xml.rels'), SMALL);
  const shown = [...startTags(book, 'sheet')].find((tag) => !/hidden/i.test(attribute(tag, 'state')));
  const id = shown ? attribute(shown, 'r:id') || attribute(shown, 'id') : '';
  const relation = [...startTags(relations, 'Relationship')].find((tag) => attribute(tag, 'Id') === id);
  if (!shown || !relation) throw new UnreadableBook('没有可读的工作表');
  const target = attribute(relation, 'Target');
  return {
    name: attribute(shown, 'name'),
    path: target.startsWith('/') ? target.slice(1) : `xl/${target}`,
    is1904: [...startTags(book, 'workbookPr')].some((tag) => ['1', 'true'].includes(attribute(tag, 'date1904'))),
  };
}

/** Which cell styles show a day or a time. */
async function dayStyles(parts: Parts): Promise<ReadonlySet<number>> {
  if (!parts.has('xl/styles.xml')) return new Set();
  const styles = await whole(textOfPart(parts, 'xl/styles.xml'), SMALL);
  const formats = new Map(
    [...startTags(styles, 'numFmt')].map((tag) => [
      Number(attribute(tag, 'numFmtId')),
      attribute(tag, 'formatCode').slice(0, LONGEST_FORMAT),
    ]),
  );
  const cells = elementAt(styles, 'cellXfs', 0)?.inside ?? '';
  const isDay = (id: number): boolean =>
    SSF.is_date(
      formats.get(id) ??
        String((SSF.get_table() as Record<number, string>)[id] ?? (id >= 27 && id <= 58 ? 'yyyy-mm-dd' : 'General')),
    );
  const known = new Map<number, boolean>();
  return new Set(
    [...startTags(cells, 'xf')].flatMap((tag, index) => {
      const id = Number(attribute(tag, 'numFmtId'));
      const found = known.get(id) ?? isDay(id);
      known.set(id, found);
      return found ? [index] : [];
    }),
  );
}

async function sharedTexts(parts: Parts, { row, texts }: StreamLimits): Promise<(string | null)[]> {
  const found: (string | null)[] = [];
  if (!parts.has('xl/sharedStrings.xml')) return found;
  let length = 0;
  for await (const item of elements(textOfPart(parts, 'xl/sharedStrings.xml'), 'si', row)) {
    const text = textOf(item);
    length += text.length + 16;
    if (length > texts) throw new UnreadableBook('文字内容过多');
    // here and not where cells name it: those are many
    found.push(keptText(text));
  }
  return found;
}

/** A is 0, AA is 26; -1 without letters. */
const columnOf = (reference: string): number =>
  [...(/^[A-Z]{1,4}/.exec(reference)?.[0] ?? '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

interface Book {
  texts: readonly (string | null)[];
  days: ReadonlySet<number>;
  is1904: boolean;
}

function cellOf(tag: string, inside: string, { texts, days, is1904 }: Book): Cell {
  const type = attribute(tag, 't');
  if (type === 'inlineStr') return keptText(textOf(inside));
  const value = contentOf(elementAt(inside, 'v', 0)?.inside ?? '');
  if (value === '') return null;
  if (type === 's') return texts[Number(value)] ?? null;
  if (type === 'str') return keptText(value);
  if (type === 'b') return value === '1';
  if (type === 'e') return { error: brief(value) };
  if (type === 'd') return { at: value.replace('T', ' ').slice(0, 19) };
  const number = Number(value);
  // its column says what it makes of it
  if (!Number.isFinite(number)) return keptText(value);
  const moment = days.has(Number(attribute(tag, 's') || -1)) ? momentOf(number, is1904) : null;
  return moment === null ? { number } : { at: moment };
}

function cellsOf(row: string, book: Book, columns: number): Cell[] {
  const cells: Cell[] = [];
  let next = 0;
  for (const { tag, inside } of elementsIn(row, 'c')) {
    const reference = attribute(tag, 'r');
    const at = reference ? columnOf(reference) : next;
    next = at + 1;
    if (at < 0 || at >= columns) continue;
    while (cells.length < at) cells.push(null);
    cells[at] = cellOf(tag, inside, book);
  }
  return cells;
}

/** The rows of an .xlsx file's first sheet, read from disk while they are taken. Only shared texts are held. Throws UnreadableBook. */
export async function openRows(path: string, limits: StreamLimits): Promise<RowStream> {
  const parts = await openParts(path, limits.unpacked);
  try {
    const { name, path: sheet, is1904 } = await firstSheet(parts);
    const book: Book = { texts: await sharedTexts(parts, limits), days: await dayStyles(parts), is1904 };
    let share = 0;
    let left = limits.unpacked;
    const rows = async function* (): AsyncGenerator<StreamedRow> {
      let last = 0;
      for await (const row of elements(
        textOfPart(parts, sheet, (done, of) => {
          share = done / of;
        }),
        'row',
        limits.row,
      )) {
        const tag = row.slice(0, row.indexOf('>') + 1);
        const told = Number(attribute(tag, 'r'));
        last = Number.isInteger(told) && told > last && told <= LAST_ROW ? told : last + 1;
        const cells = cellsOf(row, book, limits.columns);
        left -= lengthOf(cells);
        if (left < 0) throw new UnreadableBook('文字内容过多');
        yield { number: last, cells };
      }
    };
    return { sheet: name, rows: rows(), share: () => share, close: () => parts.close() };
  } catch (error) {
    await parts.close();
    throw error;
  }
}
