import { FUNCTIONS } from '../../../kernel/index.ts';
import type { FieldInfo, Place } from '../panel/design.ts';

/** One word that may stand at the caret: what is written, and how people call it. */
export interface Offer {
  word: string;
  label: string;
}

const MOST = 8;
const FUNCTION_WORDS: Readonly<Record<string, string>> = {
  sum: '合计',
  avg: '平均',
  min: '最小',
  max: '最大',
  round: '四舍五入',
  abs: '绝对值',
  floor: '向下取整',
  ceil: '向上取整',
  size: '个数或长度',
  isEmpty: '是否为空',
  today: '今天',
  daysBetween: '相差天数',
  capital: '大写金额',
  concat: '连接文字',
  number: '转为数字',
  text: '转为文字',
};
const SITUATION: readonly Offer[] = [
  { word: 'user.id', label: '办理人编号' },
  { word: 'user.name', label: '办理人姓名' },
  { word: 'user.roles', label: '办理人角色' },
  { word: 'flowState', label: '流程状态' },
];

/** Every word a condition may use at this place, fields first. */
export function wordsFor(
  fields: readonly FieldInfo[],
  { isRepeated, table }: Pick<Place, 'isRepeated' | 'table'>,
): Offer[] {
  return [
    ...(isRepeated
      ? table
        ? (table.columns ?? []).map(({ key, label }) => ({ word: `item.${key}`, label: `当前行的“${label}”` }))
        : [{ word: 'item', label: '当前的一项' }]
      : []),
    ...fields.map(({ key, label, columns }) => ({ word: key, label: columns ? `${label}（表格）` : label })),
    ...SITUATION,
    ...[...FUNCTIONS].flatMap((name) =>
      FUNCTION_WORDS[name] === undefined ? [] : [{ word: `${name}(`, label: FUNCTION_WORDS[name] }],
    ),
  ];
}

const inQuotes = (text: string): boolean =>
  (text.match(/(?<!\\)"/g)?.length ?? 0) % 2 === 1 || (text.match(/(?<!\\)'/g)?.length ?? 0) % 2 === 1;

/** What may complete the word before the caret: by its beginning, or by how people call it. Nothing inside of a text. */
export function offersAt(text: string, caret: number, words: readonly Offer[]): { from: number; offers: Offer[] } {
  const before = text.slice(0, caret);
  const typed = /[\p{L}_$][\p{L}\p{N}_$.]*$/u.exec(before)?.[0] ?? '';
  const from = caret - typed.length;
  if (typed === '' || inQuotes(before)) return { from, offers: [] };
  const wanted = typed.toLowerCase();
  const starts = words.filter(({ word }) => word.toLowerCase().startsWith(wanted) && word !== typed);
  const others = words.filter(
    (one) =>
      !starts.includes(one) &&
      one.word !== typed &&
      (one.label.toLowerCase().includes(wanted) || (wanted.length > 1 && one.word.toLowerCase().includes(wanted))),
  );
  return { from, offers: [...starts, ...others].slice(0, MOST) };
}
