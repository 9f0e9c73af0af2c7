import dayjs from 'dayjs';
import { DATE_FORMAT } from './dates.ts';

/** First and last day, both inclusive, as `YYYY-MM-DD`; '' leaves that end open. */
export type Period = readonly [from: string, to: string];

type Unit = 'week' | 'month' | 'quarter' | 'year';

const MONTHS: Readonly<Record<Exclude<Unit, 'week'>, number>> = { month: 1, quarter: 3, year: 12 };

/**
 * The calendar week (Monday to Sunday), month, quarter or year around a day, moved by whole units.
 * `periodOf('2026-11-23', 'month', -1)` is `['2026-10-01', '2026-10-31']`.
 */
export function periodOf(today: string, unit: Unit, offset = 0): Period {
  const day = dayjs(today);
  if (unit === 'week') {
    const monday = day.subtract((day.day() + 6) % 7, 'day').add(offset * 7, 'day');
    return [monday.format(DATE_FORMAT), monday.add(6, 'day').format(DATE_FORMAT)];
  }
  const months = MONTHS[unit];
  const start = day
    .startOf('month')
    .subtract(day.month() % months, 'month')
    .add(offset * months, 'month');
  return [start.format(DATE_FORMAT), start.add(months, 'month').subtract(1, 'day').format(DATE_FORMAT)];
}

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}/.test(text) && dayjs(text.slice(0, 10)).isValid();

/** The day so many days later (earlier for a negative number); '' for what is no date. */
export const addDays = (date: string, days: number): string =>
  isDate(date) ? dayjs(date.slice(0, 10)).add(Math.trunc(days), 'day').format(DATE_FORMAT) : '';

/** The day so many months later; the last day of a shorter month; '' for what is no date. */
export const addMonths = (date: string, months: number): string =>
  isDate(date) ? dayjs(date.slice(0, 10)).add(Math.trunc(months), 'month').format(DATE_FORMAT) : '';

/** Whether a date (or the day of a time) lies in a period; false for an empty date. */
export function isWithin(date: string, [from = '', to = '']: readonly string[]): boolean {
  const day = date.slice(0, 10);
  return day !== '' && (from === '' || day >= from.slice(0, 10)) && (to === '' || day <= to.slice(0, 10));
}
