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
