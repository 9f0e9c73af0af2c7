import { roundTo15Digits } from './numbers.ts';

/**
 * A sum of decimals without binary rounding errors, independent of order and reversible: 0.1 + 0.2 is 0.3, and adding
 * and subtracting the same value gives 0.
 */
export interface ExactSum {
  add(value: number): void;
  subtract(value: number): void;
  value(): number;
}

const MAX_PLACES = 12;
/** A remainder below this limit is a rounding error. */
const NOISE = 1e-18;
const POWERS_OF_TEN = Array.from({ length: MAX_PLACES + 1 }, (_value, exponent) => 10 ** exponent);

/** Returns the number of decimal places with which the number is exact, at most 12. */
export function decimalPlacesOf(value: number): number {
  if (Number.isInteger(value)) return 0;
  for (let places = 1; places < MAX_PLACES; places += 1) {
    if (Math.round(value * POWERS_OF_TEN[places]) / POWERS_OF_TEN[places] === value) return places;
  }
  return MAX_PLACES;
}

export function createExactSum(): ExactSum {
  // element n: the sum of the values with n decimal places, multiplied by 10 to the power of n. A value is added to
  // `small` if the sum stays exact, otherwise to `large`
  const small = new Float64Array(MAX_PLACES + 1);
  const large: bigint[] = Array.from({ length: MAX_PLACES + 1 }, () => 0n);
  // the sum of the digits after the twelfth decimal place, so that three times a third gives 1
  let remainder = 0;
  const addSigned = (value: number, sign: 1 | -1): void => {
    if (!Number.isFinite(value)) return;
    const places = decimalPlacesOf(value);
    const scaled = sign * Math.round(value * POWERS_OF_TEN[places]);
    if (places === MAX_PLACES) remainder += sign * value - scaled / POWERS_OF_TEN[places];
    const sum = small[places] + scaled;
    if (Number.isSafeInteger(sum) && Number.isSafeInteger(scaled)) small[places] = sum;
    else large[places] += BigInt(scaled);
  };
  return {
    add: (value) => addSigned(value, 1),
    subtract: (value) => addSigned(value, -1),
    value() {
      let total = 0n;
      for (let places = 0; places <= MAX_PLACES; places += 1) {
        total += (BigInt(small[places]) + large[places]) * 10n ** BigInt(MAX_PLACES - places);
      }
      const digits = (total < 0n ? -total : total).toString().padStart(MAX_PLACES + 1, '0');
      const roundedSum = Number(`${total < 0n ? '-' : ''}${digits.slice(0, -MAX_PLACES)}.${digits.slice(-MAX_PLACES)}`);
      return Math.abs(remainder) < NOISE ? roundedSum : roundTo15Digits(roundedSum + remainder);
    },
  };
}
