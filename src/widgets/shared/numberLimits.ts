/** Counts the decimals of a number, including those from a negative exponent. */
export function countDecimals(value: number): number {
  const [digits, exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
}

/**
 * FK-040: returns true if the difference of `value` and `from` is a multiple of `step`. Computes with integers to avoid
 * rounding.
 */
export function isOnStep(value: number, step: number, from: number): boolean {
  const scale = 10 ** Math.max(countDecimals(value), countDecimals(step), countDecimals(from));
  return (Math.round(value * scale) - Math.round(from * scale)) % Math.round(step * scale) === 0;
}

/** Number of significant decimal digits that a double always preserves. */
const SAFE_DIGITS = 15;

/**
 * Checks that a double can represent the number exactly with `precision` decimals (9007199254740993 would become …992,
 * 999999999999999.99 would become 1e15). Returns null if it can, otherwise a Chinese message.
 */
export function precisionProblem(value: number, precision = 0): string | null {
  if (precision <= 0)
    return Math.abs(value) > Number.MAX_SAFE_INTEGER
      ? `数值过大，不能准确保存（最大 ${Number.MAX_SAFE_INTEGER}）`
      : null;
  const maxIntegerDigits = SAFE_DIGITS - precision;
  return Math.abs(value) >= 10 ** maxIntegerDigits
    ? `数值过大，不能准确保存（${precision} 位小数时，小数点前最多 ${maxIntegerDigits} 位）`
    : null;
}
