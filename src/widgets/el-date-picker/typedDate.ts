import dayjs, { type Dayjs } from 'dayjs';
import { parseTypedDate, parseWeek } from '../shared/text/dates.ts';
import { toHalfWidth } from '../../domain/halfWidth.ts';
import type { DateKind } from './kinds.ts';

/** A month without separators: 202603. */
export const COMPACT_MONTH = /^((?:19|20|21)\d\d)(0[1-9]|1[0-2])$/;

/** Parses a date in exactly the displayed format; null if invalid. */
export function parseInDisplayFormat(text: string, { picker, format }: DateKind): Dayjs | null {
  const date = picker === 'week' ? parseWeek(text, format) : dayjs(text, format, true);
  return date?.isValid() ? date : null;
}

/** Parses a date in the displayed format, otherwise in any of the usual forms; null if invalid. */
export function parseAnyDate(text: string, kind: DateKind): Dayjs | null {
  const trimmed = text.trim();
  return (
    parseInDisplayFormat(trimmed, kind) ??
    parseTypedDate(kind.picker === 'month' ? trimmed.replace(COMPACT_MONTH, '$1-$2') : trimmed)
  );
}

/** Patterns of a complete date for each picker: 2026-1-2, 20260102, 1月2日; 2026-1, 202601; 2026. */
const COMPLETE_DATE_PATTERNS: Readonly<Record<DateKind['picker'], RegExp>> = {
  date: /\d\D+\d+\D+\d|^\d{8}$|^\d+月\d+日$/,
  week: /\d\D+\d+\D+\d|^\d{8}$|^\d+月\d+日$/,
  month: /^\d{4}\D+\d{1,2}\D*$|^\d{6}$/,
  year: /^\d{4}年?$/,
};

/** Like `parseAnyDate`, for a text that is still being typed: also null while the date is incomplete. */
export function parseWhileTyping(text: string, kind: DateKind): Dayjs | null {
  const trimmed = toHalfWidth(text).trim();
  const date = parseInDisplayFormat(trimmed, kind);
  return date ?? (COMPLETE_DATE_PATTERNS[kind.picker].test(trimmed) ? parseAnyDate(trimmed, kind) : null);
}
