/**
 * Conversion of the serial numbers that spreadsheets use for dates: the integer part counts days (1 is 1900-01-01; 1900
 * counts as a leap year), the fraction is the time of day.
 */

/** The first serial number after the last spreadsheet date (9999-12-31). */
export const SERIAL_LIMIT = 2_958_466;
/**
 * Returns true if the number is the serial number of a date from 1950 to 2100. Other plain numbers in a sheet are
 * probably not dates but e.g. years or numbers of days.
 */
export const isPlausibleSerial = (number: number): boolean => number >= 18_264 && number < 73_416;
export const isYear = (number: number): boolean => Number.isInteger(number) && number >= 1900 && number <= 2200;

/** Number formats of a spreadsheet cell, by the length of the text that was converted to a serial number. */
export const DATE_FORMATS_BY_LENGTH: Readonly<Record<number, string>> = {
  10: 'yyyy-mm-dd',
  16: 'yyyy-mm-dd hh:mm',
  19: 'yyyy-mm-dd hh:mm:ss',
};

const padTwo = (part: number): string => String(part).padStart(2, '0');

/** Converts a serial number to text: 46024.5 -> 2026-01-02 12:00:00. */
export function textOfSerial(serial: number): string {
  // 60 is the serial number of 1900-02-29, which did not exist: smaller serial numbers need another offset
  const date = new Date(Date.UTC(1899, 11, serial < 61 ? 31 : 30) + Math.round(serial * 86_400) * 1000);
  const day = `${date.getUTCFullYear()}-${padTwo(date.getUTCMonth() + 1)}-${padTwo(date.getUTCDate())}`;
  return `${day} ${padTwo(date.getUTCHours())}:${padTwo(date.getUTCMinutes())}:${padTwo(date.getUTCSeconds())}`;
}

/** Converts a fraction of a day to text: 0.5 -> 12:00:00. */
export function textOfDayFraction(fraction: number): string {
  const seconds = Math.round((fraction % 1) * 86_400);
  return `${padTwo(Math.floor(seconds / 3600) % 24)}:${padTwo(Math.floor(seconds / 60) % 60)}:${padTwo(seconds % 60)}`;
}

/**
 * Converts YYYY-MM-DD[ HH:mm[:ss]] to a serial number. Returns null for other texts, and for dates before 1901, because
 * spreadsheets wrongly count 1900 as a leap year.
 */
export function serialOfText(text: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(text);
  if (!match) return null;
  const [year, month, day, hour = 0, minute = 0, second = 0] = match.slice(1).map((part) => Number(part ?? 0));
  const milliseconds = Date.UTC(year, month - 1, day, hour, minute, second);
  return year < 1901 ? null : (milliseconds - Date.UTC(1899, 11, 30)) / 86_400_000;
}
