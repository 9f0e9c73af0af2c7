import { expect, test } from 'vitest';
import type { FormRecord } from '../../../src/grammar/documents.ts';
import { daysBetween, toGanttRows, shiftedDates } from '../../../src/screens/list/views/ganttRows.ts';

const FIELDS = { start: 'from', end: 'to', progress: 'done', of: 'all', parent: 'above', depends: 'after' };
const record = (id: string, fieldsMap: Record<string, unknown>): FormRecord =>
  ({ id, formKey: 'f', fieldsMap, childTables: {} }) as FormRecord;

test('records stand by their first day, those below one behind it, and what has no days is counted apart', () => {
  const { rows, undated } = toGanttRows(
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
  expect(undated).toBe(2);
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
    toGanttRows([record('a', { from: '2026-01-01', to: '2026-01-02', ...fieldsMap })], fields).rows[0]?.share;
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
