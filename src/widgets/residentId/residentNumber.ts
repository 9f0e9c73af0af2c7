import { parseDate } from '../shared/text/dates.ts';

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECK_DIGITS = '10X98765432';

/** Returns the check digit for the first 17 digits, according to GB 11643-1999. */
export function checkDigit(first17: string): string {
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(first17[index]), 0);
  return CHECK_DIGITS[sum % 11];
}

const birthdayOf = (id: string): string => `${id.slice(6, 10)}-${id.slice(10, 12)}-${id.slice(12, 14)}`;

/** Validates a number. Returns a Chinese message, or null if valid. */
export function residentIdProblem(id: string): string | null {
  if (!/^\d{17}[\dX]$/i.test(id)) return '应为 18 位身份证号';
  if (!parseDate(birthdayOf(id), 'YYYY-MM-DD')) return '出生日期段不正确';
  if (checkDigit(id.slice(0, 17)) !== id[17].toUpperCase()) return '校验位不正确，请核对号码';
  return null;
}

/** Returns the birthday (YYYY-MM-DD) and sex encoded in a valid number; null for any other value. */
export function readResidentId(id: unknown): { birthday: string; sex: '男' | '女' } | null {
  if (typeof id !== 'string' || residentIdProblem(id) !== null) return null;
  return { birthday: birthdayOf(id), sex: Number(id[16]) % 2 === 1 ? '男' : '女' };
}
