import { describe, expect, it } from 'vitest';
import { lastOccurrence, nextOccurrence, timeScheduleText, type TimeSchedule } from '../../src/domain/schedules.ts';

const local = (time: Date): string => {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}`;
};
const next = (schedule: TimeSchedule, now: string): string => local(nextOccurrence(schedule, new Date(now)));
const last = (schedule: TimeSchedule, now: string): string => local(lastOccurrence(schedule, new Date(now)));

describe('a schedule', () => {
  it('is due each day at its hour', () => {
    expect(next({ unit: 'day', hour: 8 }, '2026-11-24T07:59:59')).toBe('2026-11-24 08:00');
    expect(next({ unit: 'day', hour: 8 }, '2026-11-24T08:00:00')).toBe('2026-11-25 08:00');
    expect(last({ unit: 'day', hour: 8 }, '2026-11-24T08:00:00')).toBe('2026-11-24 08:00');
    expect(last({ unit: 'day', hour: 8 }, '2026-01-01T07:00:00')).toBe('2025-12-31 08:00');
  });

  it('is due on a day of the week, which begins on Monday', () => {
    expect(next({ unit: 'week', day: 5, hour: 18 }, '2026-11-24T10:00:00')).toBe('2026-11-27 18:00');
    expect(next({ unit: 'week', day: 1 }, '2026-11-24T10:00:00')).toBe('2026-11-30 08:00');
    expect(last({ unit: 'week', day: 7 }, '2026-11-24T10:00:00')).toBe('2026-11-22 08:00');
  });

  it('is due on a day of the month, on the last one of a shorter month', () => {
    expect(next({ unit: 'month', day: 25 }, '2026-11-24T10:00:00')).toBe('2026-11-25 08:00');
    expect(next({ unit: 'month', day: 31 }, '2026-01-31T08:00:00')).toBe('2026-02-28 08:00');
    expect(last({ unit: 'month', day: 31 }, '2026-03-30T10:00:00')).toBe('2026-02-28 08:00');
    expect(last({ unit: 'month', day: 25 }, '2026-01-24T10:00:00')).toBe('2025-12-25 08:00');
  });

  it('is due on one day of the year', () => {
    expect(next({ unit: 'year', month: 2, day: 29 }, '2027-01-01T00:00:00')).toBe('2027-02-28 08:00');
    expect(next({ unit: 'year', month: 1, day: 1, hour: 0 }, '2026-11-24T00:00:00')).toBe('2027-01-01 00:00');
    expect(last({ unit: 'year', month: 12, day: 1 }, '2026-11-24T00:00:00')).toBe('2025-12-01 08:00');
  });

  it('is read as people say it', () => {
    expect(timeScheduleText({ unit: 'month', day: 25, hour: 9 })).toBe('每月 25 日 9:00');
    expect(timeScheduleText({ unit: 'month', day: 31 })).toBe('每月 31 日（月末） 8:00');
    expect(timeScheduleText({ unit: 'week', day: 7 })).toBe('每周日 8:00');
    expect(timeScheduleText({ unit: 'day' })).toBe('每天 8:00');
    expect(timeScheduleText({ unit: 'year', month: 3 })).toBe('每年 3 月 1 日 8:00');
  });
});
