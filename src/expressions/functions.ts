import type { Environment } from '@marcbachmann/cel-js';
import { toChineseNumerals } from '../domain/chineseNumerals.ts';
import { daysBetween, today } from '../domain/dates.ts';
import { createExactSum } from '../domain/exactSum.ts';
import { addDays, addMonths, isWithin, lastMonths, periodOf } from '../domain/periods.ts';
import { roundTo, roundTo15Digits } from '../domain/numbers.ts';
import { coerce, isEmptyValue } from './coerce.ts';

/** Functions whose result depends on the current date. */
export const DATE_FUNCTIONS: ReadonlySet<string> = new Set([
  'today',
  'daysUntil',
  'thisWeek',
  'thisMonth',
  'thisQuarter',
  'thisYear',
  'yearToDate',
  'lastMonth',
  'lastYear',
  'nextDays',
  'lastMonths',
]);

/** The day that counts as the current date; null: the real date. */
let fixedDay: string | null = null;
const currentDay = (): string => fixedDay ?? today();

/** Runs `evaluate` with `day` as the current date of `today()` and the other functions in `DATE_FUNCTIONS`. */
export function evaluateForDay<T>(day: string, evaluate: () => T): T {
  const outerDay = fixedDay;
  fixedDay = day;
  try {
    return evaluate();
  } finally {
    fixedDay = outerDay;
  }
}

/** Functions that an author may call; `checkExpression` reports any others. */
export const FUNCTIONS: ReadonlySet<string> = new Set([
  'sum',
  'avg',
  'min',
  'max',
  'round',
  'abs',
  'floor',
  'ceil',
  'size',
  'isEmpty',
  ...DATE_FUNCTIONS,
  'daysBetween',
  'addDays',
  'addMonths',
  'monthOf',
  'yearOf',
  'within',
  'capital',
  'concat',
  'number',
  'text',
  'int',
  'double',
  'string',
  'has',
  'dyn',
]);
/** Methods and macros that an author may call. */
export const METHODS: ReadonlySet<string> = new Set([
  'size',
  'contains',
  'startsWith',
  'endsWith',
  'trim',
  'indexOf',
  'substring',
  'split',
  'join',
  'all',
  'exists',
  'exists_one',
  'map',
  'filter',
  'cel.bind',
]);

const asNumber = (value: unknown): number =>
  coerce(typeof value === 'bigint' ? Number(value) : value, 'double') as number;
const asText = (value: unknown): string =>
  coerce(typeof value === 'bigint' ? Number(value) : value, 'string') as string;
const nonEmptyNumbers = (list: Iterable<unknown>): number[] =>
  [...list].filter((item) => !isEmptyValue(item)).map(asNumber);
/** Returns the exact decimal sum, as in the totals row of a table: ten times 0.1 is 1. */
function total(list: Iterable<unknown>): number {
  const sum = createExactSum();
  for (const number of nonEmptyNumbers(list)) sum.add(number);
  return sum.value();
}
const MAX_CONCAT_ARGUMENTS = 8;
/** Maximum number of decimals that `text` writes. */
const MAX_TEXT_DECIMALS = 15;
const sizeOf = (value: unknown): number => {
  if (typeof value === 'string' || Array.isArray(value)) return [...value].length;
  return value instanceof Map ? value.size : Object.keys(value as object).length;
};

/** Returns the average of the non-empty items; 0 without any. */
function average(list: Iterable<unknown>): number {
  const numbers = nonEmptyNumbers(list);
  return numbers.length === 0 ? 0 : roundTo15Digits(total(numbers) / numbers.length);
}

const extremeOf = (list: Iterable<unknown>, chooseExtreme: (a: number, b: number) => number): number => {
  const numbers = nonEmptyNumbers(list);
  return numbers.length === 0 ? 0 : numbers.reduce(chooseExtreme);
};
const smallerOf = (a: number, b: number): number => (b < a ? b : a);
const largerOf = (a: number, b: number): number => (b > a ? b : a);

/**
 * Registers the functions for authors. Numbers are doubles, dates are texts YYYY-MM-DD. `adaptTree` replaces the names
 * `size`, `indexOf` and `substring` in an expression by `sizeOf`, `indexIn` and `sliceOf`.
 */
export function registerFunctions(env: Environment): void {
  const add = (signature: string, handler: (...args: never[]) => unknown): void => {
    env.registerFunction(signature, handler as never, { async: false } as never);
  };
  add('sum(list): double', (list: unknown[]) => total(list));
  add('avg(list): double', (list: unknown[]) => average(list));
  add('min(list): double', (list: unknown[]) => extremeOf(list, smallerOf));
  add('max(list): double', (list: unknown[]) => extremeOf(list, largerOf));
  add('min(double, double): double', smallerOf);
  add('max(double, double): double', largerOf);
  add('round(double): double', (value: number) => roundTo(value, 0));
  add('round(double, double): double', (value: number, decimals: number) => roundTo(value, decimals));
  add('abs(double): double', (value: number) => Math.abs(value));
  add('floor(double): double', (value: number) => Math.floor(value));
  add('ceil(double): double', (value: number) => Math.ceil(value));
  // `adaptTree` renames calls of `size`, `indexOf` and `substring` to `sizeOf`, `indexIn` and `sliceOf`
  for (const type of ['string', 'list', 'map']) {
    add(`sizeOf(${type}): double`, sizeOf);
    add(`${type}.sizeOf(): double`, sizeOf);
  }
  for (const type of ['string', 'double', 'list', 'map', 'null']) add(`isEmpty(${type}): bool`, isEmptyValue);
  // `adaptTree` has replaced an argument `x` by the flag `x__empty`, which is true if x is empty
  add('isEmpty(bool): bool', (value: boolean) => value);
  add('today(): string', currentDay);
  add('daysBetween(string, string): double', (from: string, to: string) => daysBetween(from, to));
  add('daysUntil(string): double', (date: string) => daysBetween(currentDay(), date));
  add('addDays(string, double): string', addDays);
  add('addMonths(string, double): string', addMonths);
  add('monthOf(string): string', (date: string) => date.slice(0, 7));
  add('yearOf(string): string', (date: string) => date.slice(0, 4));
  add('thisWeek(): list<string>', () => [...periodOf(currentDay(), 'week')]);
  add('thisMonth(): list<string>', () => [...periodOf(currentDay(), 'month')]);
  add('thisQuarter(): list<string>', () => [...periodOf(currentDay(), 'quarter')]);
  add('thisYear(): list<string>', () => [...periodOf(currentDay(), 'year')]);
  add('yearToDate(): list<string>', () => [periodOf(currentDay(), 'year')[0], currentDay()]);
  add('lastMonth(): list<string>', () => [...periodOf(currentDay(), 'month', -1)]);
  add('lastYear(): list<string>', () => [...periodOf(currentDay(), 'year', -1)]);
  add('nextDays(double): list<string>', (days: number) => [currentDay(), addDays(currentDay(), days)]);
  add('lastMonths(double): list<string>', (months: number) => [...lastMonths(currentDay(), months)]);
  add('within(string, list): bool', (date: string, period: readonly string[]) => isWithin(date, period));
  add('capital(double): string', (value: number) => toChineseNumerals(value));
  for (const type of ['double', 'string', 'bool']) {
    add(`number(${type}): double`, asNumber);
    add(`text(${type}): string`, asText);
  }
  add('text(double, double): string', (value: number, decimals: number) => {
    const limitedDecimals = Math.min(MAX_TEXT_DECIMALS, Math.max(0, Math.trunc(decimals)));
    return roundTo(value, limitedDecimals).toFixed(limitedDecimals);
  });
  for (let count = 1; count <= MAX_CONCAT_ARGUMENTS; count += 1) {
    add(`concat(${Array.from({ length: count }, () => 'dyn').join(', ')}): string`, (...parts: unknown[]) =>
      parts.map(asText).join(''),
    );
  }
  // CEL has `contains` for texts only; `list.contains(x)` is common in other systems
  add('list.contains(dyn): bool', (list: readonly unknown[], value: unknown) =>
    list.includes(typeof value === 'bigint' ? Number(value) : value),
  );
  add('string.indexIn(string): double', (whole: string, part: string) => whole.indexOf(part));
  add('string.sliceOf(double): string', (whole: string, start: number) => whole.slice(Math.max(0, start)));
  add('string.sliceOf(double, double): string', (whole: string, start: number, end: number) =>
    whole.slice(Math.max(0, start), Math.max(0, end)),
  );
  env.registerOperator('double % double', (a: number, b: number) => a % b);
}
