/** A decimal number in groups of three digits, with these decimals where they are given. It is never a double on the way. */
export function amountText(text: string, precision?: number): string {
  const [, sign = '', whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const shown =
    precision === undefined ? decimals.replace(/0+$/, '') : decimals.padEnd(precision, '0').slice(0, precision);
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return `${sign}${grouped}${shown === '' ? '' : `.${shown}`}`;
}
