/** Exact fractions, so that the plain evaluation rounds once and at the end, as the database does. */
export interface Rational {
  n: bigint;
  d: bigint;
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value);
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? abs(a) : gcd(b, a % b));
export const of = (n: bigint, d = 1n): Rational => {
  const common = gcd(n, d) || 1n;
  const sign = d < 0n ? -1n : 1n;
  return { n: (sign * n) / common, d: abs(d) / common };
};
export const ZERO = of(0n);

/** A decimal number as it is stored: 12.34. */
export function parse(value: number | string): Rational {
  const [whole = '0', decimals = ''] = String(value).split('.');
  return of(BigInt(`${whole}${decimals}`), 10n ** BigInt(decimals.length));
}
export const add = (a: Rational, b: Rational): Rational => of(a.n * b.d + b.n * a.d, a.d * b.d);
export const minus = (a: Rational, b: Rational): Rational => add(a, { n: -b.n, d: b.d });
export const times = (a: Rational, b: Rational): Rational => of(a.n * b.n, a.d * b.d);
/** Null where it is divided by nothing. */
export const over = (a: Rational | null, b: Rational | null): Rational | null =>
  a === null || b === null || b.n === 0n ? null : of(a.n * b.d, a.d * b.n);
export const compare = (a: Rational, b: Rational): number => {
  const difference = a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

/** Rounded half away from zero. */
export function rounded(value: Rational, places: number): Rational {
  const scale = 10n ** BigInt(places);
  const scaled = abs(value.n) * scale;
  const half = (2n * scaled + value.d) / (2n * value.d);
  return of(value.n < 0n ? -half : half, scale);
}

/** As the answer writes it: without zeros behind the point. The value must be a decimal number. */
export function text({ n, d }: Rational): string {
  let scale = 0;
  let power = 1n;
  while (power % d !== 0n) {
    scale += 1;
    power *= 10n;
    if (scale > 40) throw new Error('not a decimal number');
  }
  const digits = String(abs(n) * (power / d)).padStart(scale + 1, '0');
  const shown = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return `${n < 0n ? '-' : ''}${shown}`;
}
