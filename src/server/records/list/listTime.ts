import { Refusal } from '../../http/refusal.ts';

/** Returns the IANA time zone of the dates in requests and answers, as in `timeText`. */
export const timeZone = (): string => process.env['TZ'] || 'Asia/Shanghai';

const DATE_TIME_PATTERN = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/**
 * Converts a queried date or time (`YYYY-MM-DD` with or without `HH:mm[:ss]`) to a timestamp text that PostgreSQL
 * accepts; null if there is no such day or time. Missing hours, minutes and seconds become zero; with `isUpperBound`
 * the result is the last moment of the day, minute or second.
 */
export function pointInTime(text: string, isUpperBound: boolean): string | null {
  const [, year = '', month = '', day = '', hour, minute, second] = DATE_TIME_PATTERN.exec(text.trim()) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (year === '' || year < '0001' || date.getUTCMonth() + 1 !== Number(month) || date.getUTCDate() !== Number(day))
    return null;
  if (Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59 || Number(second ?? 0) > 59) return null;
  const defaultParts = isUpperBound ? ['23', '59', '59.999999'] : ['00', '00', '00'];
  const seconds = second === undefined ? defaultParts[2] : isUpperBound ? `${second}.999999` : second;
  return `${year}-${month}-${day} ${hour ?? defaultParts[0]}:${minute ?? defaultParts[1]}:${seconds}`;
}

/**
 * Returns a day of a request unchanged, or null if it is absent. Refuses with REQUEST_INVALID a day that does not
 * exist in the calendar.
 */
export function requireValidDay(text: string | null | undefined): string | null {
  if (text && pointInTime(text, false) === null)
    throw new Refusal('REQUEST_INVALID', { detail: `没有 ${text} 这一天` });
  return text || null;
}
