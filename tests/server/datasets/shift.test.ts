import { describe, expect, it } from 'vitest';
import { firstStoredDay, lastStoredDay, type Shift } from '../../../src/server/datasets/statement/shift.ts';
import { dayPlus, monthsPlus } from './plain/periods.ts';

const SHIFTS: readonly Shift[] = [
  { unit: 'months', count: 1 },
  { unit: 'months', count: 3 },
  { unit: 'months', count: 12 },
  { unit: 'days', count: 1 },
  { unit: 'days', count: 7 },
  { unit: 'days', count: 92 },
];
const moved = (day: string, { unit, count }: Shift): string =>
  unit === 'months' ? monthsPlus(day, count) : dayPlus(day, count);

describe('the ends of a compared period', () => {
  it('take the stored days that moving each of them takes, over leap years and months of every length', () => {
    for (const shift of SHIFTS)
      for (let day = '2023-12-01'; day < '2025-04-02'; day = dayPlus(day, 1)) {
        const [first, last] = [firstStoredDay(day, shift), lastStoredDay(day, shift)];
        // days are moved in order, so it is enough to look at both sides of an end
        const sides = [dayPlus(first, -1), first, last, dayPlus(last, 1)].map((one) => moved(one, shift));
        const ends = [(sides[0] ?? '') < day, (sides[1] ?? '') >= day, (sides[2] ?? '') <= day, (sides[3] ?? '') > day];
        expect({ shift, day, ends }).toEqual({ shift, day, ends: [true, true, true, true] });
      }
  });

  it('lie before everything where PostgreSQL has no day of this way of writing, and end after the year 9999', () => {
    const year: Shift = { unit: 'months', count: 12 };
    expect([firstStoredDay('0001-06-01', year), lastStoredDay('0001-06-01', year)]).toEqual(['-infinity', '-infinity']);
    expect(lastStoredDay('9999-12-31', year)).toBe('9998-12-31');
  });
});
