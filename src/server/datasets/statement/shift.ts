import { sql } from 'kysely';
import type { DatasetMeasure } from '../../../kernel/index.ts';
import type { SqlValue } from '../../celSql/index.ts';

import { type DatePart } from '../plan.ts';

/** How far the records of a comparison are moved forward, so that they fall into the period they are compared with. */
export interface Shift {
  unit: 'months' | 'days';
  count: number;
}

export const shiftName = ({ unit, count }: Shift): string => `${unit}${count}`;

/** From a period to the one before it. */
export const STEPS: Readonly<Record<DatePart, Shift>> = {
  year: { unit: 'months', count: 12 },
  quarter: { unit: 'months', count: 3 },
  month: { unit: 'months', count: 1 },
  week: { unit: 'days', count: 7 },
  day: { unit: 'days', count: 1 },
};

const DAY = 86_400_000;
const at = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** The length of a period: in months where it is made of whole ones. */
function lengthOf([from, to]: readonly [string, string]): Shift {
  const [start, next] = [at(from), new Date(at(to).getTime() + DAY)];
  if (start.getUTCDate() === 1 && next.getUTCDate() === 1)
    return {
      unit: 'months',
      count: (next.getUTCFullYear() - start.getUTCFullYear()) * 12 + next.getUTCMonth() - start.getUTCMonth(),
    };
  return { unit: 'days', count: Math.round((next.getTime() - start.getTime()) / DAY) };
}

/**
 * How far a measure's records are moved. `datePart`: by which the groups are periods, null where they are none; `period`:
 * to which the dataset limits its time. Null: it compares with nothing, or there is no telling with what.
 */
export function shiftOf(
  { compare }: DatasetMeasure,
  datePart: DatePart | null,
  period: readonly [string, string] | null,
): Shift | null {
  if (compare === 'yearAgo') return { unit: 'months', count: 12 };
  if (compare !== 'previousPeriod') return null;
  if (datePart !== null) return STEPS[datePart];
  return period && period[0] <= period[1] ? lengthOf(period) : null;
}

/** PostgreSQL writes earlier days in another way (BC), and no record holds one. */
const FIRST = at('0001-01-01');
const textOf = (date: Date): string => (date < FIRST ? '-infinity' : date.toISOString().slice(0, 10));

/** A date moved as PostgreSQL adds an interval: a day that a month does not have becomes its last. */
function later(date: Date, { unit, count }: Shift): Date {
  const found = new Date(date);
  if (unit === 'days') {
    found.setUTCDate(found.getUTCDate() + count);
    return found;
  }
  found.setUTCDate(1);
  found.setUTCMonth(found.getUTCMonth() + count);
  const next = new Date(found);
  next.setUTCMonth(next.getUTCMonth() + 1, 0);
  found.setUTCDate(Math.min(date.getUTCDate(), next.getUTCDate()));
  return found;
}

const NEXT_DAY: Shift = { unit: 'days', count: 1 };
const back = ({ unit, count }: Shift): Shift => ({ unit, count: -count });

/**
 * The first stored day that is moved to `day` or behind it. Several days may be moved to one (29 February to the 28th a
 * year later), and to some days none (to 31 March, by a month).
 */
export function firstStored(day: string, shift: Shift): string {
  const found = later(at(day), back(shift));
  return textOf(later(found, shift) < at(day) ? later(found, NEXT_DAY) : found);
}

/** The last stored day that is moved to `day` or before it. */
export function lastStored(day: string, shift: Shift): string {
  let found = later(at(day), back(shift));
  for (let next = found; later(next, shift) <= at(day); next = later(next, NEXT_DAY)) found = next;
  return textOf(found);
}

/** A date so much later; its periods are found by the day that is stored. */
export function moved(value: SqlValue, shift: Shift): SqlValue {
  if (value.kind !== 'date' && value.kind !== 'time') return value;
  const { kind, isFilled = false } = value;
  const by = sql.raw(`interval '${Math.trunc(shift.count)} ${shift.unit}'`);
  return {
    kind,
    isFilled,
    sql: kind === 'date' ? sql`(${value.sql} + ${by})::date` : sql`(${value.sql} + ${by})`,
    unshifted: {
      day: kind === 'date' ? value.sql : sql`(${value.sql})::date`,
      first: (day) => firstStored(day, shift),
      last: (day) => lastStored(day, shift),
    },
  };
}
