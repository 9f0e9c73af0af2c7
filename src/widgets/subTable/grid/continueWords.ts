const DAYS = [...'一二三四五六日'];
const MONTHS = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二'];
const QUARTERS = [...'一二三四'];
/** Word lists that Chinese spreadsheets continue cyclically. */
const LISTS: readonly (readonly string[])[] = [
  DAYS.map((day) => `星期${day}`),
  DAYS.map((day) => `周${day}`),
  MONTHS.map((month) => `${month}月`),
  QUARTERS.map((quarter) => `第${quarter}季度`),
  QUARTERS.map((quarter) => `第${quarter}季`),
  QUARTERS.map((quarter) => `${quarter}季度`),
];

/**
 * Continues words of one list: returns a function that returns the `k`-th word after the source, `k` from 1. Null if
 * the values are not words of one list or their distance is not constant. `singleStep`: the step if the source is a
 * single word (1: forwards, -1: backwards).
 */
export function continueWords(source: readonly unknown[], singleStep: 1 | -1): ((k: number) => unknown) | null {
  const list = LISTS.find((words) => source.every((value) => words.includes(value as string)));
  if (!list) return null;
  const positions = source.map((value) => list.indexOf(value as string));
  const distance = (from: number, to: number): number => (to - from + list.length) % list.length;
  const step = positions.length === 1 ? singleStep : distance(positions[0], positions[1]);
  if (step === 0 || positions.some((position, i) => i > 0 && distance(positions[i - 1], position) !== step))
    return null;
  const lastPosition = positions[positions.length - 1];
  return (k) => list[(((lastPosition + step * k) % list.length) + list.length) % list.length];
}
