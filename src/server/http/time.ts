/**
 * The zone in which the server counts days: `today()` in expressions, relative periods, dates of the wire. China's unless TZ
 * says otherwise; set for the whole process, so that no function of the language counts days in the machine's zone instead.
 */
process.env['TZ'] ||= 'Asia/Shanghai';

const format = new Intl.DateTimeFormat('sv-SE', {
  timeZone: process.env['TZ'],
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** No zone changes its clocks within a quarter of an hour of the world's time. */
const STEP_MS = 15 * 60 * 1000;
const MAX_STEPS = 4_000;
const offsets = new Map<number, number>();

/** By how much the zone is ahead at this time, in milliseconds. Asked once for each quarter of an hour: a page of a list names dozens of times. */
function offsetAt(ms: number): number {
  const step = Math.floor(ms / STEP_MS);
  const known = offsets.get(step);
  if (known !== undefined) return known;
  const offset = Date.parse(`${format.format(step * STEP_MS).replace(' ', 'T')}Z`) - step * STEP_MS;
  if (offsets.size >= MAX_STEPS) offsets.clear();
  offsets.set(step, offset);
  return offset;
}

/** A point in time as the wire writes it: `YYYY-MM-DD HH:mm:ss`, in China's time unless TZ says otherwise. */
export function timeText(time: Date): string {
  const year = time.getUTCFullYear();
  // before the 20th century zones were ahead by odd seconds, and beyond 9999 the other text has more digits
  if (!(year > 1900 && year < 9999)) return format.format(time);
  return new Date(time.getTime() + offsetAt(time.getTime())).toISOString().slice(0, 19).replace('T', ' ');
}
