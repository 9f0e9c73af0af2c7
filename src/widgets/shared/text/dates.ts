import dayjs, { type Dayjs } from 'dayjs';
import advancedFormat from 'dayjs/plugin/advancedFormat.js';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import isoWeek from 'dayjs/plugin/isoWeek.js';
import { toHalfWidth } from '../../../domain/halfWidth.ts';

dayjs.extend(customParseFormat);
// format tokens GGGG and WW: year and number of the ISO week
dayjs.extend(isoWeek);
dayjs.extend(advancedFormat);

/** Parses a date strictly by `format`, else as another system's ISO date ("2026-01-02T00:00:00"); null if invalid. */
export function parseDate(text: unknown, format: string): Dayjs | null {
  if (typeof text !== 'string' || text === '') return null;
  const strictDate = dayjs(text, format, true);
  if (strictDate.isValid()) return strictDate;
  const iso = /^\d{4}-\d{2}(?:-\d{2})?(?:[T ]\d{2}:\d{2}(?::\d{2})?)?/.exec(text)?.[0].replace('T', ' ');
  if (iso === undefined) return null;
  const isoFormat = 'YYYY-MM-DD HH:mm:ss'.slice(0, iso.length);
  const isoDate = dayjs(iso, isoFormat, true);
  return isoDate.isValid() ? isoDate : null;
}

/**
 * Parses the serial number of a date in spreadsheets (days since 1899-12-30), for the years 2000 to 2049; else null.
 */
function parseSerialDate(text: string): Dayjs | null {
  const days = /^\d{5}$/.test(text) ? Number(text) : 0;
  return days >= 36_526 && days <= 54_788 ? dayjs('1899-12-30').add(days, 'day') : null;
}

/** Converts 12-hour times to 24-hour times: 下午3:05 -> 15:05, 上午12:10 -> 0:10. */
const to24Hours = (text: string): string =>
  text.replace(
    /(上午|下午|AM|PM)\s*(\d{1,2}):/i,
    (_all, half: string, hour: string) => `${(Number(hour) % 12) + (/下午|PM/i.test(half) ? 12 : 0)}:`,
  );

/** Returns the Monday of an ISO week. January 4 is always in week 1. */
const mondayOfWeek = (year: number, week: number): Dayjs =>
  dayjs(`${year}-01-04`)
    .isoWeekday(1)
    .add(week - 1, 'week');

/** Parses the text of a week in this format: 2026年第05周 -> its Monday; null if invalid. */
export function parseWeek(text: string, format: string): Dayjs | null {
  const pattern = format
    .replace(/[[\]]/g, '')
    .replace(/[$()*+.?\\^{|}]/g, '\\$&')
    .replace(/GGGG|YYYY/, '(?<year>\\d{4})')
    .replace(/WW|W/, '(?<week>\\d{1,2})');
  const groups = new RegExp(`^${pattern}$`).exec(text.trim())?.groups;
  if (!groups?.year || !groups.week) return null;
  const [year, week] = [Number(groups.year), Number(groups.week)];
  // in the format GGGG, the year is that of the week's Thursday, otherwise that of its Monday
  const yearFormat = format.includes('GGGG') ? 'GGGG' : 'YYYY';
  const monday = [year, year + 1]
    .map((isoYear) => mondayOfWeek(isoYear, week))
    .find((candidate) => candidate.isoWeek() === week && candidate.format(yearFormat) === groups.year);
  return monday ?? null;
}

/** Returns each way to split a text into start and end of a range. `separator`: the one in the field's own texts. */
export const rangeSplits = (text: string, separator = '至'): (readonly string[])[] =>
  [text.split(` ${separator} `), text.split(/\s*(?:至|~|～|〜|到|—|–|→|\s[-－]\s)\s*/), text.split('－')].filter(
    (parts) => parts.length === 2,
  );

/**
 * Parses a date that was typed or pasted from Excel: 2026-1-2, 2026/1/2, 2026.1.2, 2026年1月2日, 20260102, with or without
 * a time (also 下午3:05) or weekday; 2026-1 and 2026 (the first day); 1月2日 (current year); 46024 (serial number of a
 * spreadsheet). Accepts full-width digits and signs. Null if invalid.
 */
export function parseTypedDate(text: string): Dayjs | null {
  const normalised = to24Hours(
    toHalfWidth(text)
      .trim()
      .replace(/\s*(?:星期|周)[一二三四五六日天]\s*/, ' ')
      .trim(),
  );
  const serialDate = parseSerialDate(normalised);
  if (serialDate) return serialDate;
  const textWithYear = /^\d{1,2}月\d{1,2}日$/.test(normalised) ? `${dayjs().year()}年${normalised}` : normalised;
  const compactMatch = /^(\d{4})(\d{2})(\d{2})$/.exec(textWithYear);
  const parts =
    compactMatch ??
    /^(\d{4})(?:[-/.年](\d{1,2}))?(?:[-/.月](\d{1,2}))?[日月年]?(?:[T\s]+(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?$/.exec(
      textWithYear,
    );
  if (!parts) return null;
  const [year, month = '1', day = '1', hour = '0', minute = '0', second = '0'] = parts.slice(1) as (
    | string
    | undefined
  )[];
  const pad = (part: string): string => part.padStart(2, '0');
  const date = dayjs(
    `${year}-${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}:${pad(second)}`,
    'YYYY-MM-DD HH:mm:ss',
    true,
  );
  return date.isValid() ? date : null;
}
