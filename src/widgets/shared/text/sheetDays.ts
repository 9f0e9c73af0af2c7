/** Days and times as spreadsheets count them: a day is a number, a time of day is its part. 1 is the first of January 1900, and 1900 is taken for a leap year. */

/** Number of the first day that is no day of a spreadsheet any more. */
export const LAST_DAY = 2_958_466;
export const isYear = (number: number): boolean => Number.isInteger(number) && number >= 1900 && number <= 2200;

/** How a spreadsheet shows a text of this many characters that `dayOfText` made a number. */
export const DAY_FORMATS: Readonly<Record<number, string>> = {
  10: 'yyyy-mm-dd',
  16: 'yyyy-mm-dd hh:mm',
  19: 'yyyy-mm-dd hh:mm:ss',
};

const two = (part: number): string => String(part).padStart(2, '0');

/** 46024.5 -> 2026-01-02 12:00:00 */
export function textOfDay(serial: number): string {
  const at = new Date(Date.UTC(1899, 11, serial < 61 ? 31 : 30) + Math.round(serial * 86_400) * 1000);
  const day = `${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`;
  return `${day} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`;
}

/** 0.5 -> 12:00:00 */
export function textOfShare(share: number): string {
  const seconds = Math.round((share % 1) * 86_400);
  return `${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** The number of a text YYYY-MM-DD[ HH:mm[:ss]]; null for any other text and for days before 1901, which spreadsheets count otherwise. */
export function dayOfText(text: string): number | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(text);
  if (!found) return null;
  const [year, month, day, hour = 0, minute = 0, second = 0] = found.slice(1).map((part) => Number(part ?? 0));
  const at = Date.UTC(year, month - 1, day, hour, minute, second);
  return year < 1901 ? null : (at - Date.UTC(1899, 11, 30)) / 86_400_000;
}
