/** Characters for the last position, where a real code has a check character. They are not computed as such. */
const LAST_CHARACTERS = ['A', 'H', 'P', 'X', '3', '7'] as const;

/**
 * Returns the credit code (统一社会信用代码) of a demo customer, which is also its tax number: 18 characters that begin
 * like the code of an enterprise. The large numbers only make the digits look arbitrary. The same id always yields the
 * same code.
 */
export function creditCodeOf(customerId: string): string {
  const number = Number(customerId.replace(/\D/g, ''));
  const digits = String((number * 7_919_317 + 1_204_567) % 10_000_000).padStart(7, '0');
  return `9132010${number % 10}MA${digits}${LAST_CHARACTERS[number % LAST_CHARACTERS.length]}`;
}
