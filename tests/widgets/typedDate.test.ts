import { expect, test } from 'vitest';
import { definition as datePicker } from '../../src/widgets/el-date-picker/definition.ts';
import { parseTypedDate } from '../../src/widgets/shared/text/dates.ts';

const read = (text: string): string | null => parseTypedDate(text)?.format('YYYY-MM-DD HH:mm') ?? null;

test.each([
  ['2026-1-2', '2026-01-02 00:00'],
  ['2026/1/2 15:05', '2026-01-02 15:05'],
  ['2026年1月2日 星期五', '2026-01-02 00:00'],
  ['20260102', '2026-01-02 00:00'],
  ['2026/1/2 下午3:05', '2026-01-02 15:05'],
  ['2026/1/2 上午12:10:00', '2026-01-02 00:10'],
  ['2026/1/2 下午 12:10', '2026-01-02 12:10'],
  ['46024', '2026-01-02 00:00'],
  ['36526', '2000-01-01 00:00'],
  ['12345', null],
  ['460240', null],
  ['２０２６／１／２　１５：０５', '2026-01-02 15:05'],
  ['2026-02-30', null],
])('%s is read as %s', (text, date) => expect(read(text)).toBe(date));

const readNumber = (number: number, node: object): unknown =>
  datePicker.sheet?.readNumber?.({ number }, { tag: 'el-date-picker', __vModel__: 'x', ...node } as never);

test.each([
  [46024, {}, { text: '2026-01-02 00:00:00' }],
  [20260305, {}, { text: '20260305' }],
  [2026, { type: 'year' }, { text: '2026' }],
  [202603, { type: 'month' }, { text: '202603' }],
  [202613, { type: 'month' }, { ok: false, message: '“202613”不是日期' }],
  [202603, {}, { ok: false, message: '“202603”不是日期' }],
  [2026, {}, { ok: false, message: '“2026”不是日期' }],
])('the number %d in a sheet, in a field %j, is read as %j', (number, node, read) =>
  expect(readNumber(number, node)).toEqual(read),
);
