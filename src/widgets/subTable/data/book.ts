import { saveBlob } from '../../../api/saveBlob.ts';
import { MAX_CELL_LENGTH, escapeCellText } from '../../../domain/sheetText.ts';

/** One cell: empty, a text, or a number with its format. A text is not interpreted as a formula. */
export type BookCell = string | null | { number: number; format: string };

export interface BookSheet {
  /** Any text; characters that a sheet's name may not contain are replaced. */
  name: string;
  /** The first row is the heading. */
  rows: readonly (readonly BookCell[])[];
  /** Column widths in characters. */
  widths: readonly number[];
}

/** Maximum length of a sheet's name. */
const MAX_SHEET_NAME = 31;
const sheetName = (name: string): string => name.replace(/[\\/?*[\]:]/g, ' ').slice(0, MAX_SHEET_NAME) || '数据';

/** Writes the sheets as an .xlsx file; loads the spreadsheet library on demand. */
export async function writeBook(sheets: readonly BookSheet[]): Promise<Blob> {
  const { utils, write } = await import('@e965/xlsx');
  const book = utils.book_new();
  for (const { name, rows, widths } of sheets) {
    const data = rows.map((row) =>
      row.map((cell) => {
        if (cell === null || cell === '') return undefined;
        return typeof cell === 'string'
          ? { t: 's', v: escapeCellText(cell.slice(0, MAX_CELL_LENGTH)) }
          : { t: 'n', v: cell.number, z: cell.format };
      }),
    );
    const sheet = {
      '!data': data,
      '!ref': utils.encode_range({
        s: { r: 0, c: 0 },
        e: { r: Math.max(0, rows.length - 1), c: Math.max(0, widths.length - 1) },
      }),
      '!cols': widths.map((wch) => ({ wch })),
    };
    utils.book_append_sheet(book, sheet as unknown as Parameters<typeof utils.book_append_sheet>[1], sheetName(name));
  }
  // bookSST: texts are stored in a shared string table, because the table's own import (导入数据) would decode the
  // `_x0041_` codes of inline texts twice when it reads this file
  const bytes = write(book, { type: 'array', bookType: 'xlsx', compression: true, bookSST: true }) as ArrayBuffer;
  return new Blob([bytes], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' });
}

/** Downloads the sheets as an .xlsx file. */
export async function saveBook(fileName: string, sheets: readonly BookSheet[]): Promise<void> {
  saveBlob(`${fileName}.xlsx`, await writeBook(sheets));
}
