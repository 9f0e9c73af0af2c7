import dayjs, { type Dayjs } from 'dayjs';
import advancedFormat from 'dayjs/plugin/advancedFormat.js';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import isoWeek from 'dayjs/plugin/isoWeek.js';

dayjs.extend(customParseFormat);
// GGGG and WW: the year and number of a week that begins on Monday
dayjs.extend(isoWeek);
dayjs.extend(advancedFormat);

/** Strictly by `format`, else by the ISO prefix that other systems add ("2026-01-02T00:00:00"); null when it is no date. */
export function parseDate(text: unknown, format: string): Dayjs | null {
  if (typeof text !== 'string' || text === '') return null;
  const strict = dayjs(text, format, true);
  if (strict.isValid()) return strict;
  const iso = /^\d{4}-\d{2}(?:-\d{2})?(?:[T ]\d{2}:\d{2}(?::\d{2})?)?/.exec(text)?.[0].replace('T', ' ');
  if (iso === undefined) return null;
  const shape = 'YYYY-MM-DD HH:mm:ss'.slice(0, iso.length);
  const loose = dayjs(iso, shape, true);
  return loose.isValid() ? loose : null;
}

/** Days since the end of 1899: what a spreadsheet hands over for a date that it shows as a number; of the years 2000 to 2049. */
function ofDayNumber(text: string): Dayjs | null {
  const days = /^\d{5}$/.test(text) ? Number(text) : 0;
  return days >= 36_526 && days <= 54_788 ? dayjs('1899-12-30').add(days, 'day') : null;
}

/** 下午3:05 -> 15:05, 上午12:10 -> 0:10. */
const withoutNoon = (text: string): string =>
  text.replace(
    /(上午|下午|AM|PM)\s*(\d{1,2}):/i,
    (_all, half: string, hour: string) => `${(Number(hour) % 12) + (/下午|PM/i.test(half) ? 12 : 0)}:`,
  );

/** Typed by people or pasted from Excel: 2026-1-2, 2026/1/2, 2026.1.2, 2026年1月2日, 20260102, with or without a time (下午3:05 too) or a weekday; 1月2日 is this year's, 46024 a spreadsheet's number of the day. */
export function parseTypedDate(text: string): Dayjs | null {
  const written = withoutNoon(
    text
      .trim()
      .replace(/\s*(?:星期|周)[一二三四五六日天]\s*/, ' ')
      .trim(),
  );
  const numbered = ofDayNumber(written);
  if (numbered) return numbered;
  const plain = /^\d{1,2}月\d{1,2}日$/.test(written) ? `${dayjs().year()}年${written}` : written;
  const packed = /^(\d{4})(\d{2})(\d{2})$/.exec(plain);
  const parts =
    packed ??
    /^(\d{4})(?:[-/.年](\d{1,2}))?(?:[-/.月](\d{1,2}))?[日月年]?(?:[T\s]+(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?$/.exec(
      plain,
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
