/** When a subscription is due: each hour, day, week or month at a time of day (`HH:MM`, in the server's zone). */
export interface SubscriptionSchedule {
  every: 'hour' | 'day' | 'week' | 'month';
  at: string;
  /** For `week`: 1 Monday to 7 Sunday. */
  weekday?: number;
  /** For `month`: the day; in a shorter month its last day. */
  monthDay?: number;
}

const lastDayOf = (date: Date): number => new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate();

/** Returns the next due time after `now`. Times that were missed while no server ran are skipped. */
export function nextTimeOf({ every, at, weekday = 1, monthDay = 1 }: SubscriptionSchedule, now: Date): Date {
  const [hours = 8, minutes = 0] = at.split(':').map(Number);
  const next = new Date(now);
  if (every === 'hour') {
    next.setMinutes(minutes, 0, 0);
    if (next <= now) next.setHours(next.getHours() + 1);
    return next;
  }
  next.setHours(hours, minutes, 0, 0);
  if (every === 'day') {
    if (next <= now) next.setDate(next.getDate() + 1);
    return next;
  }
  if (every === 'week') {
    next.setDate(next.getDate() + ((weekday - (next.getDay() || 7) + 7) % 7));
    if (next <= now) next.setDate(next.getDate() + 7);
    return next;
  }
  next.setDate(Math.min(monthDay, lastDayOf(next)));
  if (next <= now) {
    next.setMonth(next.getMonth() + 1, 1);
    next.setDate(Math.min(monthDay, lastDayOf(next)));
  }
  return next;
}

const WEEKDAYS = '一二三四五六日';

/** Describes a schedule in Chinese. */
export function scheduleText({ every, at, weekday = 1, monthDay = 1 }: SubscriptionSchedule): string {
  if (every === 'hour') return `每小时第 ${Number(at.slice(3))} 分`;
  if (every === 'day') return `每天 ${at}`;
  return every === 'week' ? `每周${WEEKDAYS[weekday - 1] ?? ''} ${at}` : `每月 ${monthDay} 日 ${at}`;
}
