/** When a subscription is due: each hour, day, week or month at a time of the day (`HH:MM`, the zone of the server). */
export interface SubscriptionSchedule {
  every: 'hour' | 'day' | 'week' | 'month';
  at: string;
  /** Of a week: 1 Monday to 7 Sunday. */
  weekday?: number;
  /** Of a month; its last day where it has fewer. */
  monthDay?: number;
}

const lastDayOf = (date: Date): number => new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate();

/** When it is due again after `now`. What was missed while no server ran is not made up for. */
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

/** A schedule in Chinese words. */
export function scheduleWords({ every, at, weekday = 1, monthDay = 1 }: SubscriptionSchedule): string {
  if (every === 'hour') return `每小时第 ${Number(at.slice(3))} 分`;
  if (every === 'day') return `每天 ${at}`;
  return every === 'week' ? `每周${WEEKDAYS[weekday - 1] ?? ''} ${at}` : `每月 ${monthDay} 日 ${at}`;
}
