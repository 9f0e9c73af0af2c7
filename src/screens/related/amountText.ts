/**
 * Formats a decimal text with thousands separators and, if given, a fixed number of decimals, without conversion to a
 * double.
 */
export function amountText(text: string, precision?: number): string {
  const [, sign = '', integerPart = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const shownDecimals =
    precision === undefined ? decimals.replace(/0+$/, '') : decimals.padEnd(precision, '0').slice(0, precision);
  const grouped = integerPart.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return `${sign}${grouped}${shownDecimals === '' ? '' : `.${shownDecimals}`}`;
}
