/** VL-002: digits and one dot, at most two decimals, no run of leading zeros. '' is allowed: nothing typed yet. */
export const isFloatText = (text: string): boolean => /^(?:(?:0|[1-9]\d*)(?:\.\d{0,2})?)?$/.test(text);

/** What remains of typed text when everything that breaks VL-002 is taken out. */
export function toFloatText(text: string): string {
  const [whole = '', ...rest] = text.replace(/[。．]/g, '.').replace(/[^\d.]/g, '').split('.');
  const digits = whole.replace(/^0+(?=\d)/, '');
  if (rest.length === 0) return digits;
  return `${digits === '' ? '0' : digits}.${rest.join('').slice(0, 2)}`;
}
