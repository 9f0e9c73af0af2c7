/** Words that a spreadsheet of a Chinese office counts on by itself, round and round. */
const DAYS = [...'一二三四五六日'];
const MONTHS = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二'];
const QUARTERS = [...'一二三四'];
const LISTS: readonly (readonly string[])[] = [
  DAYS.map((day) => `星期${day}`),
  DAYS.map((day) => `周${day}`),
  MONTHS.map((month) => `${month}月`),
  QUARTERS.map((quarter) => `第${quarter}季度`),
  QUARTERS.map((quarter) => `第${quarter}季`),
  QUARTERS.map((quarter) => `${quarter}季度`),
];

/** How a row of such words goes on, `k` from 1; null when they are no such words, or keep no one distance. */
export function byWords(source: readonly unknown[], alone: 1 | -1): ((k: number) => unknown) | null {
  const list = LISTS.find((words) => source.every((value) => words.includes(value as string)));
  if (!list) return null;
  const places = source.map((value) => list.indexOf(value as string));
  const distance = (from: number, to: number): number => (to - from + list.length) % list.length;
  const step = places.length === 1 ? alone : distance(places[0], places[1]);
  if (step === 0 || places.some((place, i) => i > 0 && distance(places[i - 1], place) !== step)) return null;
  const last = places[places.length - 1];
  return (k) => list[(((last + step * k) % list.length) + list.length) % list.length];
}
