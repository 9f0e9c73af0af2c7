import { expect, it } from 'vitest';
import { PERIOD_NAMES, namedPeriod } from '../../src/domain/periods.ts';

const TODAY = '2026-03-01';

it.each([
  ['today', '2026-03-01', '2026-03-01'],
  ['thisWeek', '2026-02-23', '2026-03-01'],
  ['lastMonth', '2026-02-01', '2026-02-28'],
  ['thisQuarter', '2026-01-01', '2026-03-31'],
  ['lastYear', '2025-01-01', '2025-12-31'],
  ['overdue', '', '2026-02-28'],
  ['next:30d', '2026-03-01', '2026-03-31'],
  ['last:7d', '2026-02-23', '2026-03-01'],
])('%s lasts from %s to %s', (name, from, to) => {
  expect(namedPeriod(name, TODAY)).toEqual([from, to]);
});

it('every name means a period; others, and spans of no or too many days, mean none', () => {
  expect(PERIOD_NAMES.filter((name) => namedPeriod(name, TODAY) === null)).toEqual([]);
  expect(
    ['constructor', 'next:0d', 'next:9999d', 'next:5', 'someday', ''].map((name) => namedPeriod(name, TODAY)),
  ).toEqual([null, null, null, null, null, null]);
});
