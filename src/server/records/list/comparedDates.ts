import type { CompiledField } from '../../../kernel/index.ts';
import { pointInTime } from './listTime.ts';

const TOKENS = ['YYYY', 'MM', 'DD', 'HH', 'mm', 'ss'] as const;
const ANY_TOKEN = new RegExp(TOKENS.join('|'), 'g');
const ISO = 'YYYY-MM-DD HH:mm:ss';
/** An ISO date or time. Month, day, the whole time, or only the seconds may be missing at the end. */
const ISO_PATTERN = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?)?)?$/;
/** Length of an ISO text with one, two … six parts. */
const ISO_LENGTHS = [4, 7, 10, 13, 16, 19];
/** Month, day, hour, minute and second of the first moment of a year. The year itself is never missing. */
const FIRST_PARTS = ['', '01', '01', '00', '00', '00'];
const EXAMPLE_PARTS = ['2026', '01', '31', '09', '00', '00'];

/**
 * Returns the date format of a field if texts in this format sort in the order of time. Returns null for any other
 * format and for a field without a date format.
 */
export function sortableDateFormat({ node, definition }: CompiledField): string | null {
  const format = definition.dateFormat?.(node as never);
  if (format === undefined) return null;
  const tokens = format.match(ANY_TOKEN) ?? [];
  const isInOrder = tokens.length > 0 && tokens.every((token, index) => token === TOKENS[index]);
  return isInOrder && !/[A-Za-z[\]]/.test(format.replace(ANY_TOKEN, '').replace('T', '')) ? format : null;
}

/** Writes date parts (year, month … in this order) in a format. */
const formatParts = (format: string, parts: readonly string[]): string =>
  format.replace(ANY_TOKEN, (token) => parts[TOKENS.indexOf(token as (typeof TOKENS)[number])] ?? '');

/** Returns an example date in this format, for error messages. */
export const dateExample = (format: string): string => formatParts(format, EXAMPLE_PARTS);

/**
 * Returns year, month … as far as the text has them. Reads an ISO date or the field's format; null if neither matches.
 */
function partsOf(text: string, format: string): string[] | null {
  const formatPattern = new RegExp(
    `^${format.replace(/[^A-Za-z0-9]/g, '\\$&').replace(ANY_TOKEN, (token) => `(\\d{${token.length}})`)}$`,
  );
  return (ISO_PATTERN.exec(text) ?? formatPattern.exec(text))?.slice(1).filter((part) => part !== undefined) ?? null;
}

/** Returns the number of the last day of a month, with two digits. */
const lastDay = (year: string, month: string): string =>
  String(new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()).padStart(2, '0');

/**
 * Returns the first and the last moment of a queried date, as `YYYY-MM-DD HH:mm:ss`, and the number of parts (year,
 * month …) in the text; null if there is no such date.
 */
export function dateLimits(text: string, format: string): { from: string; to: string; partCount: number } | null {
  const parts = partsOf(text.trim(), format);
  if (!parts) return null;
  const [year = '', month] = parts;
  const first = [...parts, ...FIRST_PARTS.slice(parts.length)];
  const last = [...parts, ...['', '12', lastDay(year, month ?? '12'), '23', '59', '59'].slice(parts.length)];
  const [from, to] = [formatParts(ISO, first), formatParts(ISO, last)];
  return pointInTime(from, false) === null ? null : { from, to, partCount: parts.length };
}

/**
 * Returns the first and the last text that a field of this format may hold for a queried date; null if there is no
 * such date. `to` ends with `~`, which sorts after every digit. So the span includes stored texts from other systems
 * with more parts than the format. `isSingleText`: the span contains a single text, apart from such longer texts.
 */
export function dateSpan(text: string, format: string): { from: string; to: string; isSingleText: boolean } | null {
  const limits = dateLimits(text, format);
  if (!limits) return null;
  const [from, to] = [limits.from, limits.to].map((moment) => formatParts(format, moment.split(/[- :]/))) as [
    string,
    string,
  ];
  // if `ISO` begins with the format, compare only the parts of the queried date, so that the span also includes stored
  // texts that are shorter than the format
  const length = ISO.startsWith(format) ? (ISO_LENGTHS[limits.partCount - 1] ?? 0) : format.length;
  return { from: from.slice(0, length), to: `${to.slice(0, length)}~`, isSingleText: from === to };
}
