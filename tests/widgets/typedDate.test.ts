import { expect, test } from 'vitest';
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
  ['2026-02-30', null],
])('%s is read as %s', (text, date) => expect(read(text)).toBe(date));
