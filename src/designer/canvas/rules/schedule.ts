import { timeScheduleText, type TimeSchedule } from '../../../domain/schedules.ts';
import { isObject } from '../model/nodes.ts';
import type { Choice } from './controlLines.tsx';

/** The schedule of an effect that runs by time, as in the document. */
export type Schedule = Readonly<Record<string, unknown>>;

export const UNITS: readonly Choice[] = [
  { value: 'day', label: '每天' },
  { value: 'week', label: '每周' },
  { value: 'month', label: '每月' },
  { value: 'year', label: '每年' },
];
export const WEEKDAYS: readonly Choice[] = [...'一二三四五六日'].map((name, index) => ({
  value: String(index + 1),
  label: `周${name}`,
}));
/** The day that means the last day of every month: in a shorter month, the server uses the last day instead. */
const LAST_DAY = 31;
export const MONTH_DAYS: readonly Choice[] = Array.from({ length: LAST_DAY }, (_none, index) => ({
  value: String(index + 1),
  label: index + 1 === LAST_DAY ? '31 日（月末）' : `${index + 1} 日`,
}));
export const MONTHS: readonly Choice[] = Array.from({ length: 12 }, (_none, index) => ({
  value: String(index + 1),
  label: `${index + 1} 月`,
}));

/**
 * Returns a copy with another unit. Removes the day if the new unit has no day, or if the day would get another meaning
 * (day of the week instead of the month, or the reverse). Removes the month unless the new unit is `year`.
 */
export function withUnit({ day, month, unit: before, ...rest }: Schedule, unit: string): Schedule {
  const keepsDayMeaning = unit === before || (unit !== 'week' && before !== 'week');
  return {
    ...rest,
    unit,
    ...(day !== undefined && unit !== 'day' && keepsDayMeaning ? { day } : {}),
    ...(month !== undefined && unit === 'year' ? { month } : {}),
  };
}

const numberIn = (schedule: Schedule, key: string): number | undefined =>
  typeof schedule[key] === 'number' ? schedule[key] : undefined;

/** Describes a schedule in Chinese: 每月 25 日 8:00. */
export function scheduleText(value: unknown): string {
  if (!isObject(value) || !UNITS.some((unit) => unit.value === value.unit)) return '定时';
  const [day, month, hour] = ['day', 'month', 'hour'].map((key) => numberIn(value, key));
  return timeScheduleText({
    unit: value.unit as TimeSchedule['unit'],
    ...(day === undefined ? {} : { day }),
    ...(month === undefined ? {} : { month }),
    ...(hour === undefined ? {} : { hour }),
  });
}
