/** The weights of the first 17 digits in the sum that determines the check digit (GB 11643). */
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/**
 * Returns a resident identity number (身份证号) with a valid check digit. Its area code 990199 does not exist, so that the
 * number belongs to nobody. `sequenceNumber`: at most three digits, which tell apart people with the same birthday;
 * even for women, odd for men.
 */
export function residentNumber(birthday: string, sequenceNumber: number): string {
  const digits = `990199${birthday.replaceAll('-', '')}${String(sequenceNumber).padStart(3, '0')}`;
  const sum = [...digits].reduce(
    (total, digit, digitIndex) => total + Number(digit) * (WEIGHTS[digitIndex] as number),
    0,
  );
  return digits + ('10X98765432'[sum % 11] as string);
}
