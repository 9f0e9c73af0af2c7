import type { Figure, FigureAnswer } from '../../runtime/services/datasets.ts';
import { amountText } from '../related/amountText.ts';

/** Text for a figure without a value. */
export const NO_VALUE = '—';

/** Moves the decimal point of a decimal text, e.g. 0.1234 by 2 to 12.34, without conversion to a double. */
function shiftDecimalPoint(text: string, places: number): string {
  const [, sign = '', integerPart = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const digits = `${integerPart}${decimals}`;
  const pointIndex = integerPart.length + places;
  const paddedDigits =
    pointIndex < 1 ? digits.padStart(digits.length + 1 - pointIndex, '0') : digits.padEnd(pointIndex, '0');
  const paddedPointIndex = Math.max(1, pointIndex);
  const left = paddedDigits.slice(0, paddedPointIndex).replace(/^0+(?=\d)/, '');
  const right = paddedDigits.slice(paddedPointIndex);
  return `${sign}${left}${right === '' ? '' : `.${right}`}`;
}

/** Formats a figure for display, without its unit. A date or text is returned unchanged. */
export function figureText(value: string | null | undefined, { format, precision }: Figure): string {
  if (value === null || value === undefined) return NO_VALUE;
  if (!/^-?\d+(\.\d+)?$/.test(value)) return value;
  if (format === 'percent') return `${amountText(shiftDecimalPoint(value, 2), precision ?? 1)}%`;
  if (format === 'wan') return amountText(shiftDecimalPoint(value, -4), precision ?? 2);
  return amountText(value, precision ?? (format === 'amount' ? 2 : undefined));
}

/**
 * Returns the answer with this format for all of its figures that are amounts, so that a screen shows all amounts in
 * the same unit (元 or 万元). If `format` is undefined, returns the unchanged answer.
 */
export function withAmountFormat(answer: FigureAnswer, format: 'amount' | 'wan' | undefined): FigureAnswer {
  if (format === undefined) return answer;
  const isAmount = (figure: Figure): boolean => figure.format === 'amount' || figure.format === 'wan';
  const withFormat = (figure: Figure): Figure => ({
    ...figure,
    ...(isAmount(figure) ? { format } : {}),
    ...(figure.behind ? { behind: figure.behind.map(withFormat) } : {}),
  });
  return { ...answer, figures: answer.figures.map(withFormat) };
}

/** Returns the unit shown next to a figure; '' for none. */
export const unitOf = ({ unit, format }: Figure): string => (format === 'wan' ? `万${unit ?? ''}` : (unit ?? ''));

/**
 * Returns the measures whose records a click on the figure lists: the figure itself, or the measures from which it is
 * calculated.
 */
export const listedMeasures = (figure: Figure): readonly Figure[] =>
  figure.isMeasure ? [figure] : (figure.behind ?? []);

/** Returns true if a click on the figure can list records. */
export const canListRecords = (figure: Figure): boolean => listedMeasures(figure).length > 0;

/** Returns the heading of a figure: its label with the unit. */
export const headingOf = (figure: Figure): string =>
  unitOf(figure) === '' ? figure.label : `${figure.label}（${unitOf(figure)}）`;

/** Returns the value as a double, for charts only; null without a value. */
export const numberOf = (value: string | null | undefined): number | null =>
  value === null || value === undefined || !Number.isFinite(Number(value)) ? null : Number(value);

/** Formats a number in short form for an axis, e.g. 1.2万 or 3.4亿. */
export function shortNumberText(value: number): string {
  const magnitude = Math.abs(value);
  const toText = (number: number): string => String(Number(number.toFixed(2)));
  if (magnitude >= 1e8) return `${toText(value / 1e8)}亿`;
  return magnitude >= 1e4 ? `${toText(value / 1e4)}万` : toText(value);
}
