const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/**
 * Returns a resident number with a valid check digit and a non-existent area code, so that it belongs to nobody.
 * `order` is even for women.
 */
export function residentNumber(birthday: string, order: number): string {
  const digits = `990199${birthday.replaceAll('-', '')}${String(order).padStart(3, '0')}`;
  const sum = [...digits].reduce(
    (total, digit, itemIndex) => total + Number(digit) * (WEIGHTS[itemIndex] as number),
    0,
  );
  return digits + ('10X98765432'[sum % 11] as string);
}
