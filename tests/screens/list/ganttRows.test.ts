import { expect, test } from 'vitest';
import { dayOf, withDay } from '../../../src/screens/list/more/storedDays.ts';
import type { FormRecord } from '../../../src/grammar/documents.ts';
import { daysBetween, toGanttRows, shiftedDates } from '../../../src/screens/list/views/ganttRows.ts';

const FIELDS = { start: 'from', end: 'to', progress: 'done', of: 'all', parent: 'above', depends: 'after' };
const record = (id: string, fieldsMap: Record<string, unknown>): FormRecord =>
  ({ id, formKey: 'f', fieldsMap, childTables: {} }) as FormRecord;

test('records stand by their first day, those below one behind it, and what has no days is counted apart', () => {
  const { rows, undatedCount } = toGanttRows(
    [
      record('late', { from: '2026-03-01', to: '2026-03-31' }),
      record('child', { from: '2026-01-10', to: '2026-01-20', above: 'top' }),
      record('top', { from: '2026-01-01', to: '2026-02-28' }),
      record('orphan', { from: '2026-02-01', to: '2026-02-02', above: 'elsewhere' }),
      record('none', { from: '2026-02-01' }),
      record('wrong', { from: 'soon', to: '2026-02-01' }),
    ],
    FIELDS,
  );
  expect(rows.map(({ id, depth }) => [id, depth])).toEqual([
    ['top', 0],
    ['child', 1],
    ['orphan', 0],
    ['late', 0],
  ]);
  expect(undatedCount).toBe(2);
});

test('a ring of records is shown once each', () => {
  const ring = [
    record('a', { from: '2026-01-01', to: '2026-01-02', above: 'b' }),
    record('b', { from: '2026-01-03', to: '2026-01-04', above: 'a' }),
  ];
  expect(
    toGanttRows(ring, FIELDS)
      .rows.map(({ id }) => id)
      .toSorted(),
  ).toEqual(['a', 'b']);
});

test('the share done is the quotient of two fields, or a percentage, within 0 and 1', () => {
  const share = (fieldsMap: object, fields = FIELDS) =>
    toGanttRows([record('a', { from: '2026-01-01', to: '2026-01-02', ...fieldsMap })], fields).rows[0]?.progressRatio;
  expect(share({ done: 50, all: 200 })).toBe(0.25);
  expect(share({ done: 300, all: 200 })).toBe(1);
  expect(share({ done: 5, all: 0 })).toBe(0);
  expect(share({ done: 40 }, { ...FIELDS, of: undefined } as never)).toBe(0.4);
});

test('days are moved by whole days and keep their time', () => {
  const [row] = toGanttRows([record('a', { from: '2026-01-31 08:30:00', to: '2026-02-10' })], FIELDS).rows;
  expect(row && shiftedDates(row, FIELDS, { start: 1, end: -1 })).toEqual({
    from: '2026-02-01 08:30:00',
    to: '2026-02-09',
  });
  expect(daysBetween('2026-02-27', '2026-03-02')).toBe(3);
});

test.each([
  ['2026/01/31', 'YYYY/MM/DD', '2026/02/01'],
  ['2026年01月31日', 'YYYY年MM月DD日', '2026年02月01日'],
  ['2026-01-31 08:30:00', 'YYYY-MM-DD HH:mm:ss', '2026-02-01 08:30:00'],
  ['2026-01-31', undefined, '2026-02-01'],
])('a day that is stored as %s is read and written in its format', (stored, format, next) => {
  expect([dayOf(stored, format), withDay(stored, '2026-02-01', format)]).toEqual(['2026-01-31', next]);
  const fields = { ...FIELDS, ...(format ? { startFormat: format, endFormat: format } : {}) };
  const [row] = toGanttRows([record('a', { from: stored, to: stored })], fields).rows;
  expect(row && shiftedDates(row, fields, { start: 1, end: 1 })).toEqual({ from: next, to: next });
});

test('what is no day is none', () => {
  expect([undefined, '', 'soon', '2026年', 5].map((value) => dayOf(value, 'YYYY年MM月DD日'))).toEqual(
    Array.from({ length: 5 }, () => ''),
  );
});
