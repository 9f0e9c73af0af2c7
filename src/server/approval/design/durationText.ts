import type { Duration } from '../../flow/index.ts';

const MINUTE_MS = 60_000;
const MINUTES_PER_DAY = 24 * 60;

/**
 * Returns a duration of calendar or working time as Chinese text, rounded to minutes; null is shown as 0 minutes. The
 * text ends with a space, because other Chinese text follows it.
 */
export function durationText(duration: Duration | null): string {
  const { ms, work } = duration ?? { ms: 0, work: null };
  // round before dividing: 23:59:59 is a day, not 24 hours
  const allMinutes = Math.round((work?.ms ?? ms) / MINUTE_MS);
  const [days, minutes] = work
    ? [work.days, allMinutes]
    : [Math.floor(allMinutes / MINUTES_PER_DAY), allMinutes % MINUTES_PER_DAY];
  const parts = [
    days > 0 ? `${days} ${work ? '个工作日' : '天'}` : '',
    minutes >= 60 ? `${Math.floor(minutes / 60)} ${work ? '个工作小时' : '小时'}` : '',
    minutes % 60 > 0 ? `${minutes % 60} 分钟` : '',
  ].filter(Boolean);
  return `${parts.join(' ') || '0 分钟'} `;
}
