import { sql } from 'kysely';
import type { DatasetMeasure } from '../../kernel/index.ts';
import type { SqlValue } from '../celSql/index.ts';

import { type DatePart } from './plan.ts';

/** How far the records of a comparison are moved forward, so that they fall into the period they are compared with. */
export interface Shift {
  unit: 'months' | 'days';
  count: number;
}

export const shiftName = ({ unit, count }: Shift): string => `${unit}${count}`;

const STEPS: Readonly<Record<DatePart, Shift>> = {
  year: { unit: 'months', count: 12 },
  quarter: { unit: 'months', count: 3 },
  month: { unit: 'months', count: 1 },
  week: { unit: 'days', count: 7 },
  day: { unit: 'days', count: 1 },
};

const DAY = 86_400_000;
/** Earlier days are written in another way (BC) by the database. */
const FIRST = '0001-01-01';
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

/** A date so much later. */
export function moved(value: SqlValue, { unit, count }: Shift): SqlValue {
  const by = sql.raw(`interval '${Math.trunc(count)} ${unit}'`);
  const plain = { kind: value.kind, isFilled: value.isFilled ?? false };
  return value.kind === 'date'
    ? { ...plain, sql: sql`(${value.sql} + ${by})::date` }
    : value.kind === 'time'
      ? { ...plain, sql: sql`(${value.sql} + ${by})` }
      : value;
}

/** The day shifted back by the comparison's distance and `more` days. */
export function before(day: string, { unit, count }: Shift, more: number): string {
  const date = at(day);
  if (unit === 'months') date.setUTCMonth(date.getUTCMonth() - count);
  else date.setUTCDate(date.getUTCDate() - count);
  date.setUTCDate(date.getUTCDate() - more);
  const text = date.toISOString().slice(0, 10);
  return text < FIRST ? FIRST : text;
}
