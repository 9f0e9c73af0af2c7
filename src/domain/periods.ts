import dayjs from 'dayjs';
import { DATE_FORMAT } from './dates.ts';

/** The first and the last day as `YYYY-MM-DD`, both included; '': no first or no last day. */
export type Period = readonly [from: string, to: string];

type Unit = 'week' | 'month' | 'quarter' | 'year';

const MONTHS_PER_UNIT: Readonly<Record<Exclude<Unit, 'week'>, number>> = { month: 1, quarter: 3, year: 12 };

/**
 * Returns the calendar week (Monday to Sunday), month, quarter or year around a day, moved by whole units.
 * `periodOf('2026-11-23', 'month', -1)` is `['2026-10-01', '2026-10-31']`.
 */
export function periodOf(today: string, unit: Unit, offset = 0): Period {
  const day = dayjs(today);
  if (unit === 'week') {
    const monday = day.subtract((day.day() + 6) % 7, 'day').add(offset * 7, 'day');
    return [monday.format(DATE_FORMAT), monday.add(6, 'day').format(DATE_FORMAT)];
  }
  const months = MONTHS_PER_UNIT[unit];
  const start = day
    .startOf('month')
    .subtract(day.month() % months, 'month')
    .add(offset * months, 'month');
  return [start.format(DATE_FORMAT), start.add(months, 'month').subtract(1, 'day').format(DATE_FORMAT)];
}

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}/.test(text) && dayjs(text.slice(0, 10)).isValid();

/** Returns the day `days` days later (earlier for a negative number); '' for an invalid date. */
export const addDays = (date: string, days: number): string =>
  isDate(date) ? dayjs(date.slice(0, 10)).add(Math.trunc(days), 'day').format(DATE_FORMAT) : '';

/**
 * Returns the same day of the month `months` months later, or the last day of a shorter month; '' for an invalid date.
 */
export const addMonths = (date: string, months: number): string =>
  isDate(date) ? dayjs(date.slice(0, 10)).add(Math.trunc(months), 'month').format(DATE_FORMAT) : '';

/**
 * Returns the period of the last `months` months, of which the current month is the last: from the first day of the
 * first month to today. If `months` is less than 1, it begins on the first day of the current month.
 */
export const lastMonths = (today: string, months: number): Period => [
  periodOf(today, 'month', 1 - Math.max(1, Math.trunc(months)))[0],
  today,
];

/** Returns true if a date (or the day of a time) lies in a period; false for an empty date. */
export function isWithin(date: string, [from = '', to = '']: readonly string[]): boolean {
  const day = date.slice(0, 10);
  return day !== '' && (from === '' || day >= from.slice(0, 10)) && (to === '' || day <= to.slice(0, 10));
}

const PERIODS_BY_NAME: Readonly<Record<string, (today: string) => Period>> = {
  today: (today) => [today, today],
  yesterday: (today) => [addDays(today, -1), addDays(today, -1)],
  tomorrow: (today) => [addDays(today, 1), addDays(today, 1)],
  thisWeek: (today) => periodOf(today, 'week'),
  lastWeek: (today) => periodOf(today, 'week', -1),
  nextWeek: (today) => periodOf(today, 'week', 1),
  thisMonth: (today) => periodOf(today, 'month'),
  lastMonth: (today) => periodOf(today, 'month', -1),
  nextMonth: (today) => periodOf(today, 'month', 1),
  thisQuarter: (today) => periodOf(today, 'quarter'),
  lastQuarter: (today) => periodOf(today, 'quarter', -1),
  thisYear: (today) => periodOf(today, 'year'),
  lastYear: (today) => periodOf(today, 'year', -1),
  overdue: (today) => ['', addDays(today, -1)],
};

/** Names of relative periods in a date filter. Besides them, `next:30d` and `last:30d` are allowed. */
export const PERIOD_NAMES: readonly string[] = Object.keys(PERIODS_BY_NAME);

/** Maximum number of days in `next:` and `last:`, about ten years. */
const MAX_DAYS = 3_660;

/**
 * Returns the period of a relative date filter, seen from the day `today` (`YYYY-MM-DD`): `thisMonth`, `overdue`
 * (before today), `next:30d` (today and the next 30 days), `last:7d` (the last 7 days, today is one of them). Null for
 * an unknown name.
 */
export function namedPeriod(name: string, today: string): Period | null {
  const [, direction = '', digits = ''] = /^(next|last):(\d{1,4})d$/.exec(name) ?? [];
  const days = Number(digits);
  if (direction !== '' && days > 0 && days <= MAX_DAYS)
    return direction === 'next' ? [today, addDays(today, days)] : [addDays(today, 1 - days), today];
  return Object.hasOwn(PERIODS_BY_NAME, name) ? (PERIODS_BY_NAME[name]?.(today) ?? null) : null;
}

/** Used where only the name of a period is checked, which does not depend on the day. */
const ANY_DAY = '2026-01-01';

/** Returns true if a text names a relative period (`namedPeriod`). */
export const isPeriodName = (name: unknown): name is string =>
  typeof name === 'string' && namedPeriod(name, ANY_DAY) !== null;
