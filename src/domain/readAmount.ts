import { toHalfWidth } from './halfWidth.ts';
import { filterFloat } from './numbers.ts';

/** Digits in groups of three, separated by commas or spaces, with optional decimals. */
const GROUPED = /^\d{1,3}(?:[,\s]\d{3})+(?:\.\d*)?$/;
/** Digits without groups, with optional decimals. */
const PLAIN = /^(?:\d+\.?\d*|\.\d+)$/;

/**
 * VL-001, VL-002: reads a whole text, such as a pasted one, as an amount of at most two decimals. `filterFloat` removes
 * invalid characters while a person types. This function refuses a text whose meaning that would change: `1,5` is not
 * 15, and `-500` is not 500. The empty text is an empty amount.
 */
export function readAmount(text: string): { ok: true; value: string } | { ok: false; message: string } {
  const amount = toHalfWidth(text)
    .trim()
    .replace(/^[¥￥$]\s*/, '');
  if (amount === '') return { ok: true, value: '' };
  if (/^-\s*[\d.]/.test(amount)) return { ok: false, message: '不能为负数' };
  const digits = GROUPED.test(amount) ? amount.replace(/[,\s]/g, '') : amount;
  if (!PLAIN.test(digits) || (digits.split('.')[1] ?? '').length > 2)
    return { ok: false, message: '请输入数字，最多两位小数' };
  return { ok: true, value: filterFloat(digits) };
}
