import { sql } from 'kysely';
import type { DatasetMeasure } from '../../../domain/dataset.ts';
import type { SqlValue } from '../../celSql/index.ts';

import { type DatePart } from '../datasetPart.ts';

/** Offset by which the records of a comparison are moved forward, into the period that they are compared with. */
export interface Shift {
  unit: 'months' | 'days';
  count: number;
}

export const shiftName = ({ unit, count }: Shift): string => `${unit}${count}`;

/** The offset from each kind of period to the preceding one. */
export const PERIOD_SHIFTS: Readonly<Record<DatePart, Shift>> = {
  year: { unit: 'months', count: 12 },
  quarter: { unit: 'months', count: 3 },
  month: { unit: 'months', count: 1 },
  week: { unit: 'days', count: 7 },
  day: { unit: 'days', count: 1 },
};

const DAY_MS = 86_400_000;
const parseDay = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Returns the length of a period: in months if it consists of whole months, else in days. */
function lengthOf([from, to]: readonly [string, string]): Shift {
  const [start, dayAfterEnd] = [parseDay(from), new Date(parseDay(to).getTime() + DAY_MS)];
  if (start.getUTCDate() === 1 && dayAfterEnd.getUTCDate() === 1)
    return {
      unit: 'months',
      count:
        (dayAfterEnd.getUTCFullYear() - start.getUTCFullYear()) * 12 + dayAfterEnd.getUTCMonth() - start.getUTCMonth(),
    };
  return { unit: 'days', count: Math.round((dayAfterEnd.getTime() - start.getTime()) / DAY_MS) };
}

/**
 * Returns the shift of a measure's comparison. `datePart`: the period of the groups; null if they are not periods.
 * `period`: the period to which the dataset restricts its time. Null if the measure does not compare, or if the
 * preceding period is unknown.
 */
export function shiftOf(
  { compare }: DatasetMeasure,
  datePart: DatePart | null,
  period: readonly [string, string] | null,
): Shift | null {
  if (compare === 'yearAgo') return { unit: 'months', count: 12 };
  if (compare !== 'previousPeriod') return null;
  if (datePart !== null) return PERIOD_SHIFTS[datePart];
  return period && period[0] <= period[1] ? lengthOf(period) : null;
}

/** The earliest date. PostgreSQL writes earlier dates differently (BC), and records do not contain them. */
const FIRST_DAY = parseDay('0001-01-01');
const textOf = (date: Date): string => (date < FIRST_DAY ? '-infinity' : date.toISOString().slice(0, 10));

/**
 * Adds a shift like PostgreSQL adds an interval: a day that does not exist in a month becomes the last day of the
 * month.
 */
function addShift(date: Date, { unit, count }: Shift): Date {
  const shiftedDate = new Date(date);
  if (unit === 'days') {
    shiftedDate.setUTCDate(shiftedDate.getUTCDate() + count);
    return shiftedDate;
  }
  shiftedDate.setUTCDate(1);
  shiftedDate.setUTCMonth(shiftedDate.getUTCMonth() + count);
  const lastDayOfMonth = new Date(shiftedDate);
  lastDayOfMonth.setUTCMonth(lastDayOfMonth.getUTCMonth() + 1, 0);
  shiftedDate.setUTCDate(Math.min(date.getUTCDate(), lastDayOfMonth.getUTCDate()));
  return shiftedDate;
}

const NEXT_DAY: Shift = { unit: 'days', count: 1 };
const negate = ({ unit, count }: Shift): Shift => ({ unit, count: -count });

/**
 * Returns the first stored day that the shift moves to `day` or later. The shift may move several days to one day (28
 * and 29 February to 28 February a year later), and no day to some days (31 March, by a month).
 */
export function firstStoredDay(day: string, shift: Shift): string {
  const storedDay = addShift(parseDay(day), negate(shift));
  return textOf(addShift(storedDay, shift) < parseDay(day) ? addShift(storedDay, NEXT_DAY) : storedDay);
}

/** Returns the last stored day that the shift moves to `day` or earlier. */
export function lastStoredDay(day: string, shift: Shift): string {
  let storedDay = addShift(parseDay(day), negate(shift));
  for (let nextDay = storedDay; addShift(nextDay, shift) <= parseDay(day); nextDay = addShift(nextDay, NEXT_DAY))
    storedDay = nextDay;
  return textOf(storedDay);
}

/** Returns the SQL of a date plus a shift. `storedDay` allows a condition to be evaluated on the stored day. */
export function shiftValue(value: SqlValue, shift: Shift): SqlValue {
  if (value.kind !== 'date' && value.kind !== 'time') return value;
  const { kind, isNeverNull = false } = value;
  const interval = sql.raw(`interval '${Math.trunc(shift.count)} ${shift.unit}'`);
  return {
    kind,
    isNeverNull,
    sql: kind === 'date' ? sql`(${value.sql} + ${interval})::date` : sql`(${value.sql} + ${interval})`,
    storedDay: {
      day: kind === 'date' ? value.sql : sql`(${value.sql})::date`,
      firstDay: (day) => firstStoredDay(day, shift),
      lastDay: (day) => lastStoredDay(day, shift),
    },
  };
}
