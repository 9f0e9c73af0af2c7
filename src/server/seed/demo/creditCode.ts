const LAST_CHARACTERS = ['A', 'H', 'P', 'X', '3', '7'] as const;

/**
 * Returns the credit code of a demo customer, which is also its tax number. The same id always yields the same code.
 */
export function creditCodeOf(customerId: string): string {
  const number = Number(customerId.replace(/\D/g, ''));
  const digits = String((number * 7_919_317 + 1_204_567) % 10_000_000).padStart(7, '0');
  return `9132010${number % 10}MA${digits}${LAST_CHARACTERS[number % LAST_CHARACTERS.length]}`;
}
