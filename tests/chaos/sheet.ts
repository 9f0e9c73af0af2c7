import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { xlsxFile } from '../../src/server/archive/xlsxFile.ts';

/** A workbook of one column. */
export const sheetOf = async (title: string, cells: readonly string[]): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await buffer(
      Readable.from(
        xlsxFile(
          '台账',
          [{ title }],
          cells.map((cell) => [cell]),
        ),
      ),
    ),
  );
