import { nextOccurrence, timeScheduleText, type TimeSchedule } from '../../domain/schedules.ts';
import { registrationList } from '../registration.ts';

/**
 * When a job is due: a number of minutes after its last run, at a time of day (`HH:MM`, in the server's zone), or by a
 * calendar.
 */
export type Schedule = { everyMinutes: number } | { dailyAt: string } | { calendar: TimeSchedule };

/**
 * A kind of periodic work, which one of several servers runs. If that server stops, another server runs the work again,
 * so running it twice must be harmless.
 */
export interface JobKind {
  kind: string;
  /** Name and purpose, for administrators. */
  title: string;
  note: string;
  schedule: Schedule;
  /** Runs the work and may return a result text in Chinese. `signal` aborts when another server has taken over. */
  run(signal: AbortSignal): Promise<string | void>;
}

/** Every kind of job of a server: `jobKinds.add(context, { kind, title, note, schedule, run })`. */
export const jobKinds = registrationList<JobKind>();

/**
 * Functions that load the jobs defined by published documents. They are called repeatedly, since documents change while
 * a server runs.
 */
export const jobSources = registrationList<() => Promise<readonly JobKind[]>>();

/** Returns all current jobs of a server: the registered kinds, then the jobs of documents. */
export async function listCurrentJobs(context: object): Promise<readonly JobKind[]> {
  const jobs = [...jobKinds.registeredFor(context)];
  for (const source of jobSources.registeredFor(context)) jobs.push(...(await source()));
  return jobs;
}

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** Returns the next time after `now` at which a job is due. */
export function nextTime(schedule: Schedule, now = new Date()): Date {
  if ('everyMinutes' in schedule) return new Date(now.getTime() + schedule.everyMinutes * MINUTE_MS);
  if ('calendar' in schedule) return nextOccurrence(schedule.calendar, now);
  const [hours = 0, minutes = 0] = schedule.dailyAt.split(':').map(Number);
  const next = new Date(now);
  next.setHours(hours, minutes, 0, 0);
  if (next <= now) next.setDate(next.getDate() + 1);
  return next;
}

/** Describes a schedule in Chinese. */
export function scheduleText(schedule: Schedule): string {
  if ('dailyAt' in schedule) return `每天 ${schedule.dailyAt}`;
  if ('calendar' in schedule) return timeScheduleText(schedule.calendar);
  const { everyMinutes: minutes } = schedule;
  if (minutes === DAY_MINUTES) return '每天一次';
  if (minutes === HOUR_MINUTES) return '每小时';
  return minutes % HOUR_MINUTES === 0 ? `每 ${minutes / HOUR_MINUTES} 小时` : `每 ${minutes} 分钟`;
}
