/**
 * Lengths counted in working time: hours outside of it, weekends and holidays do not count. Pure; times are ms since
 * 1970, the clock is China's, which knows no summer time.
 */
export interface WorkCalendar {
  /** Days of the week that are worked, 1 (Monday) to 7. */
  days: readonly number[];
  /** Hours of such a day, in ms since midnight, in order and apart. */
  hours: readonly { from: number; to: number }[];
  /** Days that are not worked, and days that are although their weekday is not (`2026-10-01`); the latter win. */
  holidays: ReadonlySet<string>;
  workdays: ReadonlySet<string>;
}

/** A length as it is counted: whole working days and, beside them, working hours in ms. */
export interface WorkLength {
  days: number;
  ms: number;
}

/** Entry of the dictionary the calendar is kept in; `listClass` says what it is. */
export interface CalendarItem {
  dictLabel: string;
  dictValue: string;
  listClass?: string | null | undefined;
}

/** Code of that dictionary. */
export const CALENDAR = 'workCalendar';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const CHINA = 8 * HOUR;
/** Nobody waits longer than this; a calendar that never works is given up after it. */
const MOST_DAYS = 20 * 366;

/** Monday to Friday, nine to six. */
export const DEFAULT_CALENDAR: WorkCalendar = {
  days: [1, 2, 3, 4, 5],
  hours: [{ from: 9 * HOUR, to: 18 * HOUR }],
  holidays: new Set(),
  workdays: new Set(),
};

const LENGTH = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/;

/** `P2D`, `PT4H`, `P1DT30M` as working time; null for anything else: weeks and months say nothing about working days. */
export function workLengthOf(text: string): WorkLength | null {
  const parts = LENGTH.exec(text.trim());
  if (!parts || !/\d/.test(text)) return null;
  return { days: Number(parts[1] ?? 0), ms: Number(parts[2] ?? 0) * HOUR + Number(parts[3] ?? 0) * MINUTE };
}

const dateOf = (local: number): string => new Date(local).toISOString().slice(0, 10);

/** Is this day (its midnight in China's clock) worked? */
function isWorked({ days, holidays, workdays }: WorkCalendar, midnight: number): boolean {
  const date = dateOf(midnight);
  return workdays.has(date) || (!holidays.has(date) && days.includes(new Date(midnight).getUTCDay() || 7));
}

/** Is this day (`YYYY-MM-DD`) worked? */
export const isWorkday = (calendar: WorkCalendar, day: string): boolean =>
  isWorked(calendar, Date.parse(`${day}T00:00:00Z`));

/** Working time of a full day, in ms. */
export const dayLength = ({ hours }: Pick<WorkCalendar, 'hours'>): number =>
  hours.reduce((sum, { from, to }) => sum + to - from, 0);

/**
 * The time at which so much working time has passed. What ends with a day's last working minute ends there, not on the
 * next morning. With a calendar in which nobody ever works, time counts as it passes.
 */
export function afterWork(start: number, { days, ms }: WorkLength, calendar: WorkCalendar): number {
  let left = days * dayLength(calendar) + ms;
  if (left <= 0) return start;
  const local = start + CHINA;
  const first = Math.floor(local / DAY) * DAY;
  for (let day = 0; day < MOST_DAYS; day += 1) {
    const midnight = first + day * DAY;
    if (!isWorked(calendar, midnight)) continue;
    for (const { from, to } of calendar.hours) {
      const begin = Math.max(midnight + from, local);
      const end = midnight + to;
      if (begin >= end) continue;
      if (left <= end - begin) return begin + left - CHINA;
      left -= end - begin;
    }
  }
  return start + days * DAY + ms;
}

const neverWorks = (calendar: WorkCalendar): boolean =>
  dayLength(calendar) === 0 || (calendar.days.length === 0 && calendar.workdays.size === 0);

/** Working time between two times, in ms; 0 when the second is not later. With a calendar in which nobody ever works it is the time that passes. */
export function workBetween(start: number, end: number, calendar: WorkCalendar): number {
  if (neverWorks(calendar)) return Math.max(0, end - start);
  const [from, to] = [start + CHINA, Math.min(end + CHINA, start + CHINA + MOST_DAYS * DAY)];
  let sum = 0;
  for (let midnight = Math.floor(from / DAY) * DAY; midnight < to; midnight += DAY) {
    if (!isWorked(calendar, midnight)) continue;
    for (const hours of calendar.hours)
      sum += Math.max(0, Math.min(midnight + hours.to, to) - Math.max(midnight + hours.from, from));
  }
  return sum;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const SPAN = /^(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})$/;

/** Days of `2026-10-01` or `2026-10-01~2026-10-07`; null when it is neither. */
export function datesOf(text: string): string[] | null {
  const [from = '', to = from, ...rest] = text.split('~').map((part) => part.trim());
  const [first, last] = [Date.parse(from), Date.parse(to)];
  if (rest.length > 0 || !DATE.test(from) || !DATE.test(to) || !(first <= last) || last - first > 366 * DAY)
    return null;
  return Array.from({ length: (last - first) / DAY + 1 }, (_none, index) => dateOf(first + index * DAY));
}

/** `09:00-12:00` as ms since midnight; null when it is no span of a day. */
export function hoursOf(text: string): { from: number; to: number } | null {
  const parts = SPAN.exec(text.trim())?.slice(1).map(Number) as [number, number, number, number] | undefined;
  if (!parts || parts[1] > 59 || parts[3] > 59) return null;
  const [from, to] = [parts[0] * HOUR + parts[1] * MINUTE, parts[2] * HOUR + parts[3] * MINUTE];
  return from < to && to <= DAY ? { from, to } : null;
}

/** The calendar that a dictionary's items say; what they leave out, or what cannot be read, is as by default. */
export function calendarOf(items: readonly CalendarItem[]): WorkCalendar {
  const of = (kind: string): string[] =>
    items.filter(({ listClass }) => listClass === kind).map(({ dictValue }) => dictValue);
  const days = of('days')
    .flatMap((text) => text.split(','))
    .map(Number)
    .filter((day) => Number.isInteger(day) && day >= 1 && day <= 7);
  const hours = of('hours')
    .flatMap((text) => hoursOf(text) ?? [])
    .toSorted((a, b) => a.from - b.from);
  const apart = hours.filter(({ from }, index) => from >= (hours[index - 1]?.to ?? 0));
  return {
    days: days.length > 0 ? days : DEFAULT_CALENDAR.days,
    hours: apart.length > 0 ? apart : DEFAULT_CALENDAR.hours,
    holidays: new Set(of('holiday').flatMap((text) => datesOf(text) ?? [])),
    workdays: new Set(of('workday').flatMap((text) => datesOf(text) ?? [])),
  };
}
