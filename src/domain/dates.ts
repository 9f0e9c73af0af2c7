import dayjs from 'dayjs';

/** VL-006: format of stored dates. */
export const DATE_FORMAT = 'YYYY-MM-DD';

/** Converts a format of older documents (`yyyy-MM-dd`) to the current spelling (`YYYY-MM-DD`). */
export const toDateFormat = (format: string): string => format.replace(/y/g, 'Y').replace(/d/g, 'D');

/**
 * The time zone in which the product counts days: China's time zone, or on a server that of TZ. The browser's time zone
 * is never used.
 */
const TIME_ZONE = globalThis.process?.env?.['TZ'] || 'Asia/Shanghai';
const TIME_FORMAT = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' });

/**
 * Returns a moment as `YYYY-MM-DD HH:mm:ss` in the product's time zone (China's by default), independent of the
 * browser's. The server writes its times in this format.
 */
export const productTimeText = (moment: Date | number = new Date()): string => TIME_FORMAT.format(moment);

/** Returns today's date in the product's time zone: the same in browser and server. */
export const today = (): string => productTimeText().slice(0, DATE_FORMAT.length);

/** Returns the Monday of the week that contains the date; a field for a week stores this Monday. */
export const mondayOf = (date: dayjs.Dayjs): dayjs.Dayjs => date.subtract((date.day() + 6) % 7, 'day');

/** VL-008: returns a date in the given format; '' for an invalid date. */
export function formatDate(value: unknown, format: string = DATE_FORMAT): string {
  if (typeof value !== 'string' && typeof value !== 'number' && !(value instanceof Date)) return '';
  if (value === '') return '';
  const date = dayjs(value);
  return date.isValid() ? date.format(format) : '';
}

/** VL-007: returns a stored date text cut to 10 characters, or to 7 if the format is YYYY-MM. */
export function cutDate(text: string, format: string = DATE_FORMAT): string {
  return text.slice(0, toDateFormat(format) === 'YYYY-MM' ? 7 : 10);
}

/** Returns the whole days from one date text to another; negative if `to` is earlier, 0 if a text is no date. */
export function daysBetween(from: string, to: string): number {
  const start = dayjs(from.slice(0, 10));
  const end = dayjs(to.slice(0, 10));
  return from !== '' && to !== '' && start.isValid() && end.isValid() ? Math.round(end.diff(start, 'day', true)) : 0;
}
