/*
 * Durations in working time: time outside of working hours, weekends and holidays do not count. Times are ms since
 * 1970; days and hours are those of China's time zone, which has no summer time.
 */

/** When people work. */
export interface WorkCalendar {
  /** Working days of the week, 1 (Monday) to 7. */
  days: readonly number[];
  /** Working hours of a day in ms since midnight, sorted and not overlapping. */
  hours: readonly { from: number; to: number }[];
  /** Days without work (`2026-10-01`). */
  holidays: ReadonlySet<string>;
  /** Working days whose weekday is not in `days`. They take precedence over `holidays`. */
  workdays: ReadonlySet<string>;
}

/** A duration: whole working days plus working hours in ms. */
export interface WorkDuration {
  days: number;
  ms: number;
}

/** Item of the dictionary that stores the calendar; `listClass` specifies which part of the calendar it defines. */
export interface CalendarItem {
  dictLabel: string;
  dictValue: string;
  listClass?: string | null | undefined;
}

/** Code of the dictionary that stores the calendar. */
export const CALENDAR_DICTIONARY = 'workCalendar';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const CHINA_OFFSET_MS = 8 * HOUR_MS;
/** Maximum number of days that are searched for working time. */
const MAX_DAYS = 20 * 366;

/** Default calendar: Monday to Friday, nine to six. */
export const DEFAULT_CALENDAR: WorkCalendar = {
  days: [1, 2, 3, 4, 5],
  hours: [{ from: 9 * HOUR_MS, to: 18 * HOUR_MS }],
  holidays: new Set(),
  workdays: new Set(),
};

const WORK_DURATION_PATTERN = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/;

/**
 * Parses `P2D`, `PT4H` or `P1DT30M` as a duration in working time; null for any other text, also for weeks and months,
 * because the number of their working days is not defined.
 */
export function parseWorkDuration(text: string): WorkDuration | null {
  const parts = WORK_DURATION_PATTERN.exec(text.trim());
  if (!parts || !/\d/.test(text)) return null;
  return { days: Number(parts[1] ?? 0), ms: Number(parts[2] ?? 0) * HOUR_MS + Number(parts[3] ?? 0) * MINUTE_MS };
}

/** Returns the date (`YYYY-MM-DD`) of a time to which `CHINA_OFFSET_MS` was added. */
const dateOf = (chinaMs: number): string => new Date(chinaMs).toISOString().slice(0, 10);

/** Returns true if a day, given as its midnight in China's time zone, is a working day. */
function isWorkdayAtMidnight({ days, holidays, workdays }: WorkCalendar, midnight: number): boolean {
  const date = dateOf(midnight);
  return workdays.has(date) || (!holidays.has(date) && days.includes(new Date(midnight).getUTCDay() || 7));
}

/** Returns true if a day (`YYYY-MM-DD`) is a working day. */
export const isWorkday = (calendar: WorkCalendar, day: string): boolean =>
  isWorkdayAtMidnight(calendar, Date.parse(`${day}T00:00:00Z`));

/** Returns the working time of a full day, in ms. */
export const workTimePerDay = ({ hours }: Pick<WorkCalendar, 'hours'>): number =>
  hours.reduce((sum, { from, to }) => sum + to - from, 0);

const neverWorks = (calendar: WorkCalendar): boolean =>
  workTimePerDay(calendar) === 0 || (calendar.days.length === 0 && calendar.workdays.size === 0);

/**
 * Returns the time at which `start` plus a duration of working time is reached. A duration that ends with the last
 * working minute of a day ends on that day, not on the next morning. If the calendar has no working time, all time
 * counts.
 */
export function addWorkTime(start: number, { days, ms }: WorkDuration, calendar: WorkCalendar): number {
  if (neverWorks(calendar)) return start + days * DAY_MS + ms;
  let remainingMs = days * workTimePerDay(calendar) + ms;
  if (remainingMs <= 0) return start;
  const chinaStart = start + CHINA_OFFSET_MS;
  const firstMidnight = Math.floor(chinaStart / DAY_MS) * DAY_MS;
  for (let day = 0; day < MAX_DAYS; day += 1) {
    const midnight = firstMidnight + day * DAY_MS;
    if (!isWorkdayAtMidnight(calendar, midnight)) continue;
    for (const { from, to } of calendar.hours) {
      const begin = Math.max(midnight + from, chinaStart);
      const end = midnight + to;
      if (begin >= end) continue;
      if (remainingMs <= end - begin) return begin + remainingMs - CHINA_OFFSET_MS;
      remainingMs -= end - begin;
    }
  }
  return start + days * DAY_MS + ms;
}

/**
 * Returns the working time between two times, in ms; 0 if `end` is not later than `start`. If the calendar has no
 * working time, all time counts.
 */
export function workTimeBetween(start: number, end: number, calendar: WorkCalendar): number {
  if (neverWorks(calendar)) return Math.max(0, end - start);
  const [from, to] = [
    start + CHINA_OFFSET_MS,
    Math.min(end + CHINA_OFFSET_MS, start + CHINA_OFFSET_MS + MAX_DAYS * DAY_MS),
  ];
  let sum = 0;
  for (let midnight = Math.floor(from / DAY_MS) * DAY_MS; midnight < to; midnight += DAY_MS) {
    if (!isWorkdayAtMidnight(calendar, midnight)) continue;
    for (const hours of calendar.hours)
      sum += Math.max(0, Math.min(midnight + hours.to, to) - Math.max(midnight + hours.from, from));
  }
  return sum;
}

const DATE_PATTERN = /^\d{4}-\d{2}-\d{2}$/;
const HOURS_PATTERN = /^(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})$/;

/** Maximum length of a range of days, about a year. */
const MAX_RANGE_DAYS = 366;

/** Parses a day `2026-10-01` or a range `2026-10-01~2026-10-07` to its days; null for anything else. */
export function parseDates(text: string): string[] | null {
  const [from = '', to = from, ...rest] = text.split('~').map((part) => part.trim());
  const [first, last] = [Date.parse(from), Date.parse(to)];
  if (
    rest.length > 0 ||
    !DATE_PATTERN.test(from) ||
    !DATE_PATTERN.test(to) ||
    !(first <= last) ||
    last - first > MAX_RANGE_DAYS * DAY_MS
  )
    return null;
  return Array.from({ length: (last - first) / DAY_MS + 1 }, (_item, index) => dateOf(first + index * DAY_MS));
}

/** Parses `09:00-12:00` to ms since midnight; null if it is not a valid range within a day. */
export function parseHours(text: string): { from: number; to: number } | null {
  const parts = HOURS_PATTERN.exec(text.trim())?.slice(1).map(Number) as [number, number, number, number] | undefined;
  if (!parts || parts[1] > 59 || parts[3] > 59) return null;
  const [from, to] = [parts[0] * HOUR_MS + parts[1] * MINUTE_MS, parts[2] * HOUR_MS + parts[3] * MINUTE_MS];
  return from < to && to <= DAY_MS ? { from, to } : null;
}

/**
 * Builds the calendar from the items of its dictionary; missing or invalid parts are taken from the default calendar.
 */
export function calendarOf(items: readonly CalendarItem[]): WorkCalendar {
  const valuesOfClass = (wantedClass: string): string[] =>
    items.filter(({ listClass }) => listClass === wantedClass).map(({ dictValue }) => dictValue);
  const days = valuesOfClass('days')
    .flatMap((text) => text.split(','))
    .map(Number)
    .filter((day) => Number.isInteger(day) && day >= 1 && day <= 7);
  const hours = valuesOfClass('hours')
    .flatMap((text) => parseHours(text) ?? [])
    .toSorted((a, b) => a.from - b.from);
  const disjointHours = hours.filter(({ from }, index) => from >= (hours[index - 1]?.to ?? 0));
  return {
    days: days.length > 0 ? days : DEFAULT_CALENDAR.days,
    hours: disjointHours.length > 0 ? disjointHours : DEFAULT_CALENDAR.hours,
    holidays: new Set(valuesOfClass('holiday').flatMap((text) => parseDates(text) ?? [])),
    workdays: new Set(valuesOfClass('workday').flatMap((text) => parseDates(text) ?? [])),
  };
}
