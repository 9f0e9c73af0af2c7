/** Decimals of a number as written, exponents included. */
export function decimals(value: number): number {
  const [digits, exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
}

/** FK-040: true when `value` is a whole number of steps from `from`, measured in the finest of the three. */
export function isOnStep(value: number, step: number, from: number): boolean {
  const scale = 10 ** Math.max(decimals(value), decimals(step), decimals(from));
  return (Math.round(value * scale) - Math.round(from * scale)) % Math.round(step * scale) === 0;
}

/** Digits of any decimal number that a double gives back as they were. */
const KEPT_DIGITS = 15;

/**
 * What a double no longer tells from its neighbours: 9007199254740993 would be kept as …992, 999999999999999.99 as 1e15.
 * Null when a number of so many decimals can be kept, else what is wrong.
 */
export function tooLarge(value: number, precision = 0): string | null {
  if (precision <= 0)
    return Math.abs(value) > Number.MAX_SAFE_INTEGER
      ? `数值过大，不能准确保存（最大 ${Number.MAX_SAFE_INTEGER}）`
      : null;
  const whole = KEPT_DIGITS - precision;
  return Math.abs(value) >= 10 ** whole
    ? `数值过大，不能准确保存（${precision} 位小数时，小数点前最多 ${whole} 位）`
    : null;
}
