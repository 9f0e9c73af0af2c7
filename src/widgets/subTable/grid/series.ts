import dayjs from 'dayjs';
import { roundTo } from '../../../domain/numbers.ts';
import { placesOf } from '../../../domain/exactSum.ts';
import { byWords } from './wordSeries.ts';

/** What stands in a filled cell: a copy of the source at this place, or a value that continues the source. */
export type Filled = { from: number } | { value: unknown };

const DATE = /^\d{4}-\d{2}(-\d{2})?$/;
const NUMBERED = /^(.*?)(\d{1,15})$/s;
/** `3号楼`, `2026年度`: not `3.5米`, `2026-01 批`. */
const NUMBER_FIRST = /^(\d{1,15})([^\d.,:/-].*)$/s;

const isDates = (source: readonly unknown[]): source is string[] =>
  source.every(
    (value) => typeof value === 'string' && DATE.test(value) && value.length === (source[0] as string).length,
  );

/** The one difference between neighbours, or null; in as many decimals as the numbers have. */
function stepOf(numbers: readonly number[]): number | null {
  const places = Math.max(...numbers.map(placesOf));
  const step = roundTo(numbers[1] - numbers[0], places);
  return numbers.every((number, i) => i === 0 || roundTo(number - numbers[i - 1], places) === step) ? step : null;
}

type Continue = (k: number) => unknown;

function byNumber(source: readonly unknown[]): Continue | null {
  if (source.length < 2 || !source.every((value) => typeof value === 'number' && Number.isFinite(value))) return null;
  const numbers = source as number[];
  const step = stepOf(numbers);
  const last = numbers[numbers.length - 1];
  return step === null ? null : (k) => roundTo(last + step * k, Math.max(...numbers.map(placesOf)));
}

/** Whole months where the day stays the same, else days. One date alone goes on day by day (or month by month). */
function byDate(source: readonly unknown[], alone: 1 | -1): Continue | null {
  if (!isDates(source)) return null;
  const last = dayjs(source[source.length - 1]);
  const isMonth = source[0].length === 7;
  const format = isMonth ? 'YYYY-MM' : 'YYYY-MM-DD';
  const go =
    (step: number, unit: 'month' | 'day'): Continue =>
    (k) =>
      last.add(step * k, unit).format(format);
  if (source.length === 1) return go(alone, isMonth ? 'month' : 'day');
  const dates = source.map((text) => dayjs(text));
  const months = stepOf(dates.map((date) => date.year() * 12 + date.month()));
  if (months !== null && months !== 0 && dates.every((date) => date.date() === dates[0].date()))
    return go(months, 'month');
  // the last day of each month, however long it is
  if (months !== null && months !== 0 && !isMonth && dates.every((date) => date.date() === date.daysInMonth()))
    return (k) =>
      last
        .startOf('month')
        .add(months * k, 'month')
        .endOf('month')
        .format(format);
  const days = isMonth ? null : stepOf(dates.map((date) => Math.round(date.valueOf() / 86_400_000)));
  return days === null ? null : go(days, 'day');
}

interface Counted {
  before: string;
  digits: string;
  after: string;
}

/** The number at the end of a text, else the one at its beginning. */
function countedOf(value: unknown): Counted | null {
  if (typeof value !== 'string') return null;
  const last = NUMBERED.exec(value);
  if (last) return { before: last[1], digits: last[2], after: '' };
  const first = NUMBER_FIRST.exec(value);
  return first && { before: '', digits: first[1], after: first[2] };
}

/** `A-01`, `A-02` -> `A-03`, `1号楼` -> `2号楼`: the number counts on, with its leading zeros. */
function byNumberedText(source: readonly unknown[], alone: 1 | -1): Continue | null {
  const parts = source.map(countedOf);
  const [first] = parts;
  // a text that is digits all through is a number of something: copied, unless two show how it goes on
  if (
    !first ||
    parts.some((part) => part?.before !== first.before || part.after !== first.after) ||
    (first.before === '' && first.after === '' && source.length === 1)
  )
    return null;
  const numbers = parts.map((part) => Number(part?.digits));
  const step = numbers.length === 1 ? alone : stepOf(numbers);
  if (step === null) return null;
  const width = first.digits.length;
  const last = numbers[numbers.length - 1];
  return (k) =>
    last + step * k < 0
      ? source[source.length - 1]
      : `${first.before}${String(last + step * k).padStart(width, '0')}${first.after}`;
}

/**
 * The `count` cells that continue the source, like the fill handle of a spreadsheet: numbers and dates with a constant
 * difference continue by it, a single date by one day, a text with a number by one, and so do weekdays, months and
 * quarters; anything else repeats. `isBackward`: up or to the left, where a single value counts down. `isInverted`
 * (Ctrl): series repeat, and a single number is continued.
 */
export function continued(
  source: readonly unknown[],
  count: number,
  { isBackward = false, isInverted = false } = {},
): Filled[] {
  const alone = isBackward ? -1 : 1;
  const natural = byNumber(source) ?? byDate(source, alone) ?? byWords(source, alone) ?? byNumberedText(source, alone);
  const [number] = source;
  const next = !isInverted
    ? natural
    : source.length === 1 && typeof number === 'number' && Number.isFinite(number)
      ? (k: number) => roundTo(number + alone * k, placesOf(number))
      : null;
  return Array.from({ length: count }, (_v, k): Filled =>
    next ? { value: next(k + 1) } : { from: k % source.length },
  );
}
