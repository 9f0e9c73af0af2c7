import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import { roundTo } from '../../../domain/numbers.ts';
import { decimalPlacesOf } from '../../../domain/exactSum.ts';
import { continueWords } from './continueWords.ts';

dayjs.extend(customParseFormat);

/** Content of a filled cell: a copy of the source cell with index `from`, or a value that continues the source. */
export type FilledCell = { from: number } | { value: unknown };

const DATE = /^\d{4}-\d{2}(-\d{2})?$/;
/** A text that ends with a number. */
const TRAILING_NUMBER = /^(.*?)(\d{1,15})$/s;
/** A text that begins with a number: `3号楼`, `2026年度`, but not `3.5米` or `2026-01 批`. */
const LEADING_NUMBER = /^(\d{1,15})([^\d.,:/-].*)$/s;

/** Returns YYYY-MM-DD if all texts are dates of this format, YYYY-MM if all are months of this format, else null. */
function commonDateFormat(source: readonly unknown[]): string | null {
  const [first] = source;
  const isSameFormat = source.every(
    (value) => typeof value === 'string' && DATE.test(value) && value.length === (first as string).length,
  );
  return isSameFormat ? 'YYYY-MM-DD'.slice(0, (first as string).length) : null;
}

/** Returns the constant difference between neighbours, with as many decimals as the numbers; null if not constant. */
function stepOf(numbers: readonly number[]): number | null {
  const decimals = Math.max(...numbers.map(decimalPlacesOf));
  const step = roundTo(numbers[1] - numbers[0], decimals);
  return numbers.every((number, i) => i === 0 || roundTo(number - numbers[i - 1], decimals) === step) ? step : null;
}

/** Returns the `k`-th value after the source, `k` from 1. */
type NthValue = (k: number) => unknown;

/** Continues at least two numbers with a constant difference; null for any other values. */
function continueNumbers(source: readonly unknown[]): NthValue | null {
  if (source.length < 2 || !source.every((value) => typeof value === 'number' && Number.isFinite(value))) return null;
  const numbers = source as number[];
  const step = stepOf(numbers);
  const lastNumber = numbers[numbers.length - 1];
  return step === null ? null : (k) => roundTo(lastNumber + step * k, Math.max(...numbers.map(decimalPlacesOf)));
}

/**
 * Continues dates: by whole months if all have the same day of the month, otherwise by days. `singleStep`: the step
 * after a single date (in days) or a single month (in months). `format`: format of the texts; default: YYYY-MM-DD or
 * YYYY-MM, as found by `commonDateFormat`.
 */
function continueDates(
  source: readonly unknown[],
  singleStep: 1 | -1,
  format = commonDateFormat(source),
): NthValue | null {
  if (format === null) return null;
  const dates = source.map((text) => dayjs(typeof text === 'string' ? text : '', format, true));
  if (dates.some((date) => !date.isValid())) return null;
  const lastDate = dates[dates.length - 1];
  const isMonth = !format.includes('D');
  const addSteps =
    (step: number, unit: 'month' | 'day'): NthValue =>
    (k) =>
      lastDate.add(step * k, unit).format(format);
  if (source.length === 1) return addSteps(singleStep, isMonth ? 'month' : 'day');
  const months = stepOf(dates.map((date) => date.year() * 12 + date.month()));
  if (months !== null && months !== 0 && dates.every((date) => date.date() === dates[0].date()))
    return addSteps(months, 'month');
  // every date is the last day of its month, so the following dates are too
  if (months !== null && months !== 0 && !isMonth && dates.every((date) => date.date() === date.daysInMonth()))
    return (k) => {
      const firstOfMonth = lastDate.date(1).add(months * k, 'month');
      return firstOfMonth.date(firstOfMonth.daysInMonth()).format(format);
    };
  const days = isMonth ? null : stepOf(dates.map((date) => Math.round(date.valueOf() / 86_400_000)));
  return days === null ? null : addSteps(days, 'day');
}

/** A text with a number, split into the text before it, its digits, and the text after it. */
interface NumberedText {
  before: string;
  digits: string;
  after: string;
}

/** Splits a text at the number at its end, otherwise at the number at its start; null without a number. */
function splitNumber(value: unknown): NumberedText | null {
  if (typeof value !== 'string') return null;
  const trailingMatch = TRAILING_NUMBER.exec(value);
  if (trailingMatch) return { before: trailingMatch[1], digits: trailingMatch[2], after: '' };
  const leadingMatch = LEADING_NUMBER.exec(value);
  return leadingMatch && { before: '', digits: leadingMatch[1], after: leadingMatch[2] };
}

/**
 * Continues texts with a number: `A-01`, `A-02` -> `A-03`. Leading zeros are kept. `singleStep`: the step after a
 * single text.
 */
function continueNumberedTexts(source: readonly unknown[], singleStep: 1 | -1): NthValue | null {
  const numberedTexts = source.map(splitNumber);
  const [first] = numberedTexts;
  // a single text of digits (such as a code) is copied; several such texts define a step
  if (
    !first ||
    numberedTexts.some((numberedText) => numberedText?.before !== first.before || numberedText.after !== first.after) ||
    (source.length === 1 && /^\d+$/.test(source[0] as string))
  )
    return null;
  const numbers = numberedTexts.map((numberedText) => Number(numberedText?.digits));
  const step = numbers.length === 1 ? singleStep : stepOf(numbers);
  if (step === null) return null;
  const width = first.digits.length;
  const lastNumber = numbers[numbers.length - 1];
  return (k) =>
    lastNumber + step * k < 0
      ? source[source.length - 1]
      : `${first.before}${String(lastNumber + step * k).padStart(width, '0')}${first.after}`;
}

interface SeriesOptions {
  isBackward?: boolean;
  isInverted?: boolean;
  /** Format of the stored texts of a date column. */
  dateFormat?: string | undefined;
}

/**
 * Returns the `count` cells that continue the source, like the fill handle of a spreadsheet. Numbers and dates with a
 * constant difference continue by this difference, a single date by one day, a text with a number by one. Names of
 * weekdays, months and quarters continue with the next name. Anything else repeats. `isBackward`: the cells to fill are
 * above or to the left of the source, and `source` is in reverse order; the step after a single value is then -1.
 * `isInverted` (Ctrl is pressed): a single number continues by one step, and anything else repeats.
 */
export function continueSeries(
  source: readonly unknown[],
  count: number,
  { isBackward = false, isInverted = false, dateFormat }: SeriesOptions = {},
): FilledCell[] {
  const singleStep = isBackward ? -1 : 1;
  // in a column of dates or months, only dates and months are continued: in other texts the last number may be the day
  // or the minutes
  const nthOfSeries =
    dateFormat?.includes('M') === true
      ? continueDates(source, singleStep, dateFormat)
      : (continueNumbers(source) ??
        continueDates(source, singleStep) ??
        continueWords(source, singleStep) ??
        continueNumberedTexts(source, singleStep));
  const [first] = source;
  const nthInverted =
    source.length === 1 && typeof first === 'number' && Number.isFinite(first)
      ? (k: number) => roundTo(first + singleStep * k, decimalPlacesOf(first))
      : null;
  const nthValue = isInverted ? nthInverted : nthOfSeries;
  return Array.from({ length: count }, (_v, k): FilledCell =>
    nthValue ? { value: nthValue(k + 1) } : { from: k % source.length },
  );
}
