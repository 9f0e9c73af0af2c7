import type { Figure, FigureAnswer } from '../../runtime/services/datasets.ts';
import { amountText } from '../related/amountText.ts';

/** What stands where a figure has no value. */
export const NO_VALUE = '—';

/** Moves the decimal point of a decimal text: 0.1234 by 2 is 12.34. Never a double on the way. */
function shifted(text: string, places: number): string {
  const [, sign = '', whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${decimals}`;
  const at = whole.length + places;
  const padded =
    at > digits.length ? digits.padEnd(at, '0') : at < 1 ? digits.padStart(digits.length + 1 - at, '0') : digits;
  const point = Math.max(1, at < 1 ? 1 : at);
  const left = padded.slice(0, point).replace(/^0+(?=\d)/, '');
  const right = padded.slice(point);
  return `${sign}${left}${right === '' ? '' : `.${right}`}`;
}

/** Rounds a decimal text half away from zero to so many decimals. */
function rounded(text: string, places: number): string {
  const [, sign = '', whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (decimals.length <= places) return text;
  const number = BigInt(`${whole}${decimals.slice(0, places)}`) + ((decimals[places] ?? '0') >= '5' ? 1n : 0n);
  const digits = String(number).padStart(places + 1, '0');
  const left = digits.slice(0, digits.length - places);
  const right = places > 0 ? digits.slice(digits.length - places) : '';
  return `${sign}${left}${right === '' ? '' : `.${right}`}`;
}

/** A figure as people read it, without its unit. A date or text stays as it is. */
export function figureText(value: string | null | undefined, { format, precision }: Figure): string {
  if (value === null || value === undefined) return NO_VALUE;
  if (!/^-?\d+(\.\d+)?$/.test(value)) return value;
  if (format === 'percent') return `${amountText(rounded(shifted(value, 2), precision ?? 1), precision ?? 1)}%`;
  if (format === 'wan') return amountText(rounded(shifted(value, -4), precision ?? 2), precision ?? 2);
  const places = precision ?? (format === 'amount' ? 2 : undefined);
  return amountText(places === undefined ? value : rounded(value, places), places);
}

/** An answer with its amounts in one unit, whatever each figure of the dataset says: a screen shows one unit. */
export function inOneUnit(answer: FigureAnswer, format: 'amount' | 'wan' | undefined): FigureAnswer {
  if (format === undefined) return answer;
  const isAmount = (figure: Figure): boolean => figure.format === 'amount' || figure.format === 'wan';
  return { ...answer, figures: answer.figures.map((figure) => (isAmount(figure) ? { ...figure, format } : figure)) };
}

/** The unit as it stands beside the figure. */
export const unitOf = ({ unit, format }: Figure): string => (format === 'wan' ? `万${unit ?? ''}` : (unit ?? ''));

/** The name of a figure as a heading. */
export const headingOf = (figure: Figure): string =>
  unitOf(figure) === '' ? figure.label : `${figure.label}（${unitOf(figure)}）`;

/** For drawing alone: a double; null where there is no value. */
export const numberOf = (value: string | null | undefined): number | null =>
  value === null || value === undefined || !Number.isFinite(Number(value)) ? null : Number(value);

/** A number short enough for an axis: 1.2万, 3.4亿. */
export function shortNumber(value: number): string {
  const size = Math.abs(value);
  const plain = (number: number): string => String(Number(number.toFixed(2)));
  if (size >= 1e8) return `${plain(value / 1e8)}亿`;
  return size >= 1e4 ? `${plain(value / 1e4)}万` : plain(value);
}
