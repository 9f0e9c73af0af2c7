/** VL-002: digits and one dot, at most two decimals, no run of leading zeros. '' is allowed: nothing typed yet. */
export const isFloatText = (text: string): boolean => /^(?:(?:0|[1-9]\d*)(?:\.\d{0,2})?)?$/.test(text);
