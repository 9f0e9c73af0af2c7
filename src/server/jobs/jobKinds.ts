import { nextOccurrence, scheduleWords, type TimeSchedule } from '../../domain/schedules.ts';
import { registrationList } from '../registration.ts';

/** When a job is due: so many minutes after its last run, at a time of the day (`HH:MM`, the zone of the server), or by a calendar. */
export type Schedule = { everyMinutes: number } | { dailyAt: string } | { calendar: TimeSchedule };

/**
 * A kind of periodic work. Of several servers one runs it; when that server dies another one runs it again, so the work
 * must do no harm when it is done twice.
 */
export interface JobKind {
  kind: string;
  /** Name and purpose, for administrators. */
  title: string;
  note: string;
  schedule: Schedule;
  /** Does the work; answers in Chinese what was done, or nothing. `signal` aborts when another server has taken over. */
  run(signal: AbortSignal): Promise<string | void>;
}

/** Every kind of job of a server: `jobKinds.add(context, { kind, title, note, schedule, run })`. */
export const jobKinds = registrationList<JobKind>();

/** Jobs that published documents name: asked for again and again, since documents come and go while a server runs. */
export const jobSources = registrationList<() => Promise<readonly JobKind[]>>();

/** Every job of a server as it stands now: the registered kinds, then those of documents. */
export async function jobsNow(context: object): Promise<readonly JobKind[]> {
  const jobs = [...jobKinds.of(context)];
  for (const source of jobSources.of(context)) jobs.push(...(await source()));
  return jobs;
}

const MINUTE = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;

/** When a job is due again after `now`. */
export function nextTime(schedule: Schedule, now = new Date()): Date {
  if ('everyMinutes' in schedule) return new Date(now.getTime() + schedule.everyMinutes * MINUTE);
  if ('calendar' in schedule) return nextOccurrence(schedule.calendar, now);
  const [hours = 0, minutes = 0] = schedule.dailyAt.split(':').map(Number);
  const next = new Date(now);
  next.setHours(hours, minutes, 0, 0);
  if (next <= now) next.setDate(next.getDate() + 1);
  return next;
}

/** A schedule in Chinese words. */
export function scheduleText(schedule: Schedule): string {
  if ('dailyAt' in schedule) return `每天 ${schedule.dailyAt}`;
  if ('calendar' in schedule) return scheduleWords(schedule.calendar);
  const { everyMinutes: minutes } = schedule;
  if (minutes === DAY) return '每天一次';
  if (minutes === HOUR) return '每小时';
  return minutes % HOUR === 0 ? `每 ${minutes / HOUR} 小时` : `每 ${minutes} 分钟`;
}
