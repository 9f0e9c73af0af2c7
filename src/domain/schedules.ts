/** When something is due again and again: at an hour of every day, of a day of every week or month, of one day of the year. */
export interface TimeSchedule {
  unit: 'day' | 'week' | 'month' | 'year';
  /** Day of the week (1 is Monday) or of the month; beyond its end, its last day. */
  day?: number;
  month?: number;
  hour?: number;
}

const HOUR = 8;

/** The moment of the schedule in the period that a time lies in, by the clock of this machine. */
function momentIn({ unit, day = 1, month = 1, hour = HOUR }: TimeSchedule, time: Date): Date {
  const at = new Date(time);
  at.setHours(hour, 0, 0, 0);
  if (unit === 'day') return at;
  if (unit === 'week') {
    at.setDate(at.getDate() - ((at.getDay() + 6) % 7) + Math.min(day, 7) - 1);
    return at;
  }
  at.setDate(1);
  if (unit === 'year') at.setMonth(month - 1);
  const last = new Date(at.getFullYear(), at.getMonth() + 1, 0).getDate();
  at.setDate(Math.min(day, last));
  return at;
}

/** A time in the period before or after. */
function neighbour({ unit }: TimeSchedule, time: Date, by: 1 | -1): Date {
  const at = new Date(time);
  if (unit === 'day' || unit === 'week') at.setDate(at.getDate() + (unit === 'week' ? 7 : 1) * by);
  // from the first of a month, so that no short month is jumped over
  else at.setFullYear(at.getFullYear() + (unit === 'year' ? by : 0), at.getMonth() + (unit === 'month' ? by : 0), 1);
  return at;
}

/** The first moment of the schedule after a time. */
export function nextOccurrence(schedule: TimeSchedule, now: Date): Date {
  const here = momentIn(schedule, now);
  return here > now ? here : momentIn(schedule, neighbour(schedule, here, 1));
}

/** The last moment of the schedule that has come by then. */
export function lastOccurrence(schedule: TimeSchedule, now: Date): Date {
  const here = momentIn(schedule, now);
  return here <= now ? here : momentIn(schedule, neighbour(schedule, here, -1));
}

const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日'];

/** The schedule in Chinese: 每月 25 日 8:00. */
export function scheduleWords({ unit, day = 1, month = 1, hour = HOUR }: TimeSchedule): string {
  const time = `${hour}:00`;
  if (unit === 'day') return `每天 ${time}`;
  if (unit === 'week') return `每周${WEEKDAYS[Math.min(day, 7) - 1]} ${time}`;
  return unit === 'month' ? `每月 ${day} 日 ${time}` : `每年 ${month} 月 ${day} 日 ${time}`;
}
