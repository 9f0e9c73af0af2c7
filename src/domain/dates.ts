import dayjs from 'dayjs';

/** VL-006. */
export const DATE_FORMAT = 'YYYY-MM-DD';

/** `yyyy-MM-dd` of older documents -> `YYYY-MM-DD`. */
export const toDateFormat = (format: string): string => format.replace(/y/g, 'Y').replace(/d/g, 'D');

/** The zone that the product counts days in: China's; on a server another one by TZ. Never the zone of a browser. */
const ZONE = globalThis.process?.env?.['TZ'] || 'Asia/Shanghai';
const CLOCK = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'medium' });

/** A moment as `YYYY-MM-DD HH:mm:ss` of China's clock, in which the server writes its times, wherever the browser stands. */
export const chinaTime = (moment: Date | number = new Date()): string => CLOCK.format(moment);

/** The day that it is where the office is: the same in browser and server, wherever the browser stands. */
export const today = (): string => chinaTime().slice(0, DATE_FORMAT.length);

/** The day a week field stores: the Monday of its week. */
export const mondayOf = (date: dayjs.Dayjs): dayjs.Dayjs => date.subtract((date.day() + 6) % 7, 'day');

/** VL-008. '' for what is no date. */
export function formatDate(value: unknown, format: string = DATE_FORMAT): string {
  if (typeof value !== 'string' && typeof value !== 'number' && !(value instanceof Date)) return '';
  if (value === '') return '';
  const date = dayjs(value);
  return date.isValid() ? date.format(format) : '';
}

/** VL-007: the stored text cut to 10 characters, or to 7 when the format is YYYY-MM. */
export function cutDate(text: string, format: string = DATE_FORMAT): string {
  return text.slice(0, toDateFormat(format) === 'YYYY-MM' ? 7 : 10);
}

/** Whole days from one date text to another; negative when `to` comes first, 0 when one is no date. */
export function daysBetween(from: string, to: string): number {
  const start = dayjs(from.slice(0, 10));
  const end = dayjs(to.slice(0, 10));
  return from !== '' && to !== '' && start.isValid() && end.isValid() ? Math.round(end.diff(start, 'day', true)) : 0;
}
