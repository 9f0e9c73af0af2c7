/** An amount as text (VL-002): digits with at most two decimals and no leading zeros. The empty text is valid. */
export const isFloatText = (text: string): boolean => /^(?:(?:0|[1-9]\d*)(?:\.\d{0,2})?)?$/.test(text);
