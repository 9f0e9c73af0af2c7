import { toHalfWidth } from './halfWidth.ts';

/**
 * Rounds half away from zero, based on the decimal text of the value, so that 1.005 with two decimals gives 1.01.
 * Negative `decimals` round to tens, hundreds and so on. NaN and infinities are returned unchanged.
 */
export function roundTo(value: number, decimals: number): number {
  if (!Number.isFinite(value)) return value;
  const clampedDecimals = Math.min(Math.max(Math.trunc(decimals), -15), 15);
  const [mantissa = '0', exponent = '0'] = Math.abs(value).toExponential().split('e');
  // the decimal place is beyond the precision of a double: nothing to round
  if (Number(exponent) + clampedDecimals > 15) return value;
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + clampedDecimals}`));
  return Math.sign(value) * Number(`${shifted}e${-clampedDecimals}`) || 0;
}

/** VL-005: rounds to two decimals. */
export const round2 = (value: number): number => roundTo(value, 2);
/** VL-005: rounds to four decimals. */
export const round4 = (value: number): number => roundTo(value, 4);

/** Removes binary rounding errors (0.1 + 0.2 gives 0.3) by rounding to the 15 significant digits of a double. */
export const roundTo15Digits = (value: number): number =>
  Number.isFinite(value) ? Number(value.toPrecision(15)) : value;

/** VL-001: returns true if the value is a number, or the text of a number, that is not negative. */
export function isNonNegative(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0;
  return typeof value === 'string' && value.trim() !== '' && Number(value) >= 0 && Number.isFinite(Number(value));
}

/**
 * VL-002: reduces typed text to a number text: digits and one dot, two decimals, no leading zeros. `.5` becomes `0.5`.
 */
export function filterFloat(text: string): string {
  const asciiText = toHalfWidth(text).replace(/[^\d.]/g, '');
  const [whole = '', ...rest] = asciiText.split('.');
  const integer = whole.replace(/^0+(?=\d)/, '');
  if (!asciiText.includes('.')) return integer;
  return `${integer === '' ? '0' : integer}.${rest.join('').slice(0, 2)}`;
}
