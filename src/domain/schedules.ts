/** A recurring schedule: an hour of every day, of a day of every week or month, or of one day of the year. */
export interface TimeSchedule {
  unit: 'day' | 'week' | 'month' | 'year';
  /** Day of the week (1 is Monday) or of the month; a day beyond the end of the month means its last day. */
  day?: number;
  /** Of a yearly schedule; 1 is January. */
  month?: number;
  /** 8 if absent. */
  hour?: number;
}

const DEFAULT_HOUR = 8;

/**
 * Returns the scheduled moment in the period (day, week, month or year) that contains `time`, in the local time of this
 * machine.
 */
function momentIn({ unit, day = 1, month = 1, hour = DEFAULT_HOUR }: TimeSchedule, time: Date): Date {
  const moment = new Date(time);
  moment.setHours(hour, 0, 0, 0);
  if (unit === 'day') return moment;
  if (unit === 'week') {
    moment.setDate(moment.getDate() - ((moment.getDay() + 6) % 7) + Math.min(day, 7) - 1);
    return moment;
  }
  moment.setDate(1);
  if (unit === 'year') moment.setMonth(month - 1);
  const lastDay = new Date(moment.getFullYear(), moment.getMonth() + 1, 0).getDate();
  moment.setDate(Math.min(day, lastDay));
  return moment;
}

/** Returns a time in the previous (-1) or next (1) period. */
function timeInAdjacentPeriod({ unit }: TimeSchedule, time: Date, direction: 1 | -1): Date {
  const moment = new Date(time);
  if (unit === 'day' || unit === 'week') moment.setDate(moment.getDate() + (unit === 'week' ? 7 : 1) * direction);
  // uses the first of the month, so that a short month is not skipped
  else
    moment.setFullYear(
      moment.getFullYear() + (unit === 'year' ? direction : 0),
      moment.getMonth() + (unit === 'month' ? direction : 0),
      1,
    );
  return moment;
}

/** Returns the first scheduled moment after `now`. */
export function nextOccurrence(schedule: TimeSchedule, now: Date): Date {
  const currentMoment = momentIn(schedule, now);
  return currentMoment > now ? currentMoment : momentIn(schedule, timeInAdjacentPeriod(schedule, currentMoment, 1));
}

/** Returns the last scheduled moment that is not after `now`. */
export function lastOccurrence(schedule: TimeSchedule, now: Date): Date {
  const currentMoment = momentIn(schedule, now);
  return currentMoment <= now ? currentMoment : momentIn(schedule, timeInAdjacentPeriod(schedule, currentMoment, -1));
}

const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日'];

/** Returns the schedule in Chinese: 每月 25 日 8:00. */
export function timeScheduleText({ unit, day = 1, month = 1, hour = DEFAULT_HOUR }: TimeSchedule): string {
  const time = `${hour}:00`;
  if (unit === 'day') return `每天 ${time}`;
  if (unit === 'week') return `每周${WEEKDAYS[Math.min(day, 7) - 1]} ${time}`;
  return unit === 'month'
    ? `每月 ${day} 日${day > 30 ? '（月末）' : ''} ${time}`
    : `每年 ${month} 月 ${day} 日 ${time}`;
}
