/**
 * Sets the time zone in which the server computes days (`today()` in expressions, relative periods, dates on the wire)
 * to China's, unless TZ is set. It is set for the whole process, so that no date function uses the zone of the machine.
 */
process.env['TZ'] ||= 'Asia/Shanghai';

const zoneFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: process.env['TZ'],
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** Zones change their offset from UTC only at multiples of 15 minutes. */
const OFFSET_STEP_MS = 15 * 60 * 1000;
const MAX_CACHED_STEPS = 4_000;
const offsets = new Map<number, number>();

/**
 * Returns the offset of the zone from UTC at a time, in milliseconds. Cached per quarter of an hour, because a page
 * of a list contains dozens of dates to format.
 */
function offsetAt(ms: number): number {
  const step = Math.floor(ms / OFFSET_STEP_MS);
  const cached = offsets.get(step);
  if (cached !== undefined) return cached;
  const offset = Date.parse(`${zoneFormat.format(step * OFFSET_STEP_MS).replace(' ', 'T')}Z`) - step * OFFSET_STEP_MS;
  if (offsets.size >= MAX_CACHED_STEPS) offsets.clear();
  offsets.set(step, offset);
  return offset;
}

/** Formats a time as on the wire, `YYYY-MM-DD HH:mm:ss`, in China's time zone unless TZ is set. */
export function timeText(time: Date): string {
  const year = time.getUTCFullYear();
  // before 1900 offsets had odd seconds; from the year 9999 ISO texts may have more digits
  if (!(year > 1900 && year < 9999)) return zoneFormat.format(time);
  return new Date(time.getTime() + offsetAt(time.getTime())).toISOString().slice(0, 19).replace('T', ' ');
}
