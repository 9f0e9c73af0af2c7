import { utils, write } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { readTables } from '../../../src/designer/excel/readTables.ts';
import { definition as number } from '../../../src/widgets/el-input-number/definition.ts';
import type { Cell } from '../../../src/designer/excel/sheetTable.ts';

/** The cells of a column whose numbers have a format, as a workbook stores them. */
async function cellsOf(numbers: readonly number[], format: string): Promise<Cell[]> {
  const sheet = utils.aoa_to_sheet([['时刻'], ...numbers.map((number) => [{ t: 'n', v: number, z: format }])]);
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, '班次');
  const bytes = write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer;
  const [table] = await readTables(new File([bytes], '班次.xlsx'));
  return (table?.rows ?? []).map(([cell = null]) => cell);
}

const MINUTES = Array.from({ length: 1440 }, (_value, minute) => minute);
const clock = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

it('every minute of a day is read as it stands in the sheet', async () => {
  const cells = await cellsOf(
    MINUTES.map((minute) => 46_027 + minute / 1440),
    'yyyy-mm-dd hh:mm',
  );
  expect(cells).toEqual(
    MINUTES.map((minute) => ({ date: minute === 0 ? '2026-01-05' : `2026-01-05 ${clock(minute)}:00` })),
  );
});

it('a computed number is read as the sheet shows it', async () => {
  expect(await cellsOf([12.3 * 3, 1200, 0.1 + 0.2], 'General')).toEqual([36.9, 1200, 0.3]);
  const cell = { number: 12.3 * 3, text: null } as never;
  expect(number.sheet?.readNumber?.(cell, { precision: 2 } as never)).toEqual({ ok: true, value: 36.9 });
});

it('a time without a date is a time, not a day of 1899', async () => {
  const cells = await cellsOf(
    MINUTES.map((minute) => minute / 1440),
    'h:mm',
  );
  expect(cells).toEqual(MINUTES.map(clock));
  expect(await cellsOf([0.5 + 15 / 86_400], 'h:mm:ss')).toEqual(['12:00:15']);
  // rounded to the next day, it is a time all the same
  expect(await cellsOf([0.999999], 'h:mm:ss')).toEqual(['00:00']);
});
