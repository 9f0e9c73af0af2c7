import { withoutNoise } from './numbers.ts';

/** Sum of decimals without binary rounding, in any order, and reversible: 0.1 + 0.2 is 0.3, and adding then taking away is 0. */
export interface ExactSum {
  add(value: number): void;
  subtract(value: number): void;
  value(): number;
}

const MAX_PLACES = 12;
/** Below this the remainders have cancelled out. */
const NOISE = 1e-18;
const POWERS = Array.from({ length: MAX_PLACES + 1 }, (_v, i) => 10 ** i);

/** Fewest decimal places (at most 12) that write the number. */
export function placesOf(value: number): number {
  if (Number.isInteger(value)) return 0;
  for (let places = 1; places < MAX_PLACES; places += 1) {
    if (Math.round(value * POWERS[places]) / POWERS[places] === value) return places;
  }
  return MAX_PLACES;
}

export function createExactSum(): ExactSum {
  // per number of places a sum of whole numbers; BigInt only where a double would round
  const small = new Float64Array(MAX_PLACES + 1);
  const large: bigint[] = Array.from({ length: MAX_PLACES + 1 }, () => 0n);
  // what twelve places do not hold of a third: three of them are 1
  let rest = 0;
  const put = (value: number, sign: 1 | -1): void => {
    if (!Number.isFinite(value)) return;
    const places = placesOf(value);
    const scaled = sign * Math.round(value * POWERS[places]);
    if (places === MAX_PLACES) rest += sign * value - scaled / POWERS[places];
    const sum = small[places] + scaled;
    if (Number.isSafeInteger(sum) && Number.isSafeInteger(scaled)) small[places] = sum;
    else large[places] += BigInt(scaled);
  };
  return {
    add: (value) => put(value, 1),
    subtract: (value) => put(value, -1),
    value() {
      let total = 0n;
      for (let places = 0; places <= MAX_PLACES; places += 1) {
        total += (BigInt(small[places]) + large[places]) * 10n ** BigInt(MAX_PLACES - places);
      }
      const digits = (total < 0n ? -total : total).toString().padStart(MAX_PLACES + 1, '0');
      const whole = Number(`${total < 0n ? '-' : ''}${digits.slice(0, -MAX_PLACES)}.${digits.slice(-MAX_PLACES)}`);
      return Math.abs(rest) < NOISE ? whole : withoutNoise(whole + rest);
    },
  };
}
