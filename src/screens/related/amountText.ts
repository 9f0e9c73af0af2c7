/** Splits a decimal text into sign, integer part and decimals; converts scientific notation (5e-7, 1e+21) to digits. */
function partsOf(text: string): { isNegative: boolean; integerPart: string; decimals: string } {
  const [, sign = '', digits = '0', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(text) ?? [];
  const pointShift = Number(exponent);
  const leadingZeros = '0'.repeat(Math.max(0, -pointShift));
  const paddedDigits = `${leadingZeros}${digits}${fraction.padEnd(pointShift, '0')}`;
  const pointIndex = leadingZeros.length + digits.length + pointShift;
  return {
    isNegative: sign === '-',
    integerPart: paddedDigits.slice(0, pointIndex).replace(/^0+(?=\d)/, ''),
    decimals: paddedDigits.slice(pointIndex),
  };
}

/** Rounds to `places` decimals, half away from zero, without conversion to a double. */
function roundDecimals(
  integerPart: string,
  decimals: string,
  places: number,
): { integerPart: string; decimals: string } {
  if (decimals.length <= places) return { integerPart, decimals: decimals.padEnd(places, '0') };
  const number = BigInt(`${integerPart}${decimals.slice(0, places)}`) + ((decimals[places] ?? '0') >= '5' ? 1n : 0n);
  const digits = String(number).padStart(places + 1, '0');
  const pointIndex = digits.length - places;
  return { integerPart: digits.slice(0, pointIndex), decimals: digits.slice(pointIndex) };
}

/**
 * Formats a decimal text with thousands separators and, if given, rounded to a fixed number of decimals. A value that
 * rounds to zero has no sign.
 */
export function amountText(text: string, precision?: number): string {
  const parts = partsOf(text);
  const { integerPart, decimals } =
    precision === undefined
      ? { ...parts, decimals: parts.decimals.replace(/0+$/, '') }
      : roundDecimals(parts.integerPart, parts.decimals, precision);
  const sign = parts.isNegative && /[1-9]/.test(integerPart + decimals) ? '-' : '';
  const groupedInteger = integerPart.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return `${sign}${groupedInteger}${decimals === '' ? '' : `.${decimals}`}`;
}
