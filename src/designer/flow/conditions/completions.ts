import { FUNCTIONS } from '../../../expressions/index.ts';
import type { FieldInfo, ElementScope } from '../panel/design.ts';

/** A completion: the text to insert, and its name in the user interface. */
export interface Completion {
  text: string;
  label: string;
}

const MAX_COMPLETIONS = 8;
const FUNCTION_NAMES: Readonly<Record<string, string>> = {
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
const SITUATION_COMPLETIONS: readonly Completion[] = [
  { text: 'user.id', label: '办理人编号' },
  { text: 'user.name', label: '办理人姓名' },
  { text: 'user.roles', label: '办理人角色' },
  { text: 'flowState', label: '流程状态' },
];

/** Returns the completions for the current item of a repeated element; none if the element is not repeated. */
function itemCompletions({ isRepeated, table }: Pick<ElementScope, 'isRepeated' | 'table'>): Completion[] {
  if (!isRepeated) return [];
  if (!table) return [{ text: 'item', label: '当前的一项' }];
  return (table.columns ?? []).map(({ key, label }) => ({ text: `item.${key}`, label: `当前行的“${label}”` }));
}

/** Returns completions for all names in a condition of an element: current item, fields, situation, then functions. */
export function completionsFor(
  fields: readonly FieldInfo[],
  scope: Pick<ElementScope, 'isRepeated' | 'table'>,
): Completion[] {
  return [
    ...itemCompletions(scope),
    ...fields.map(({ key, label, columns }) => ({ text: key, label: columns ? `${label}（表格）` : label })),
    ...SITUATION_COMPLETIONS,
    ...[...FUNCTIONS].flatMap((name) =>
      FUNCTION_NAMES[name] === undefined ? [] : [{ text: `${name}(`, label: FUNCTION_NAMES[name] }],
    ),
  ];
}

/** Returns true if a string literal is still open at the end of the text. */
const isInsideQuotes = (text: string): boolean =>
  /["']/.test(text.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/gs, ''));

/**
 * Returns the completions for the identifier before the caret: first those whose text starts with the identifier, then
 * those whose text or label contains it. Returns none inside a string literal. `from`: start of the identifier.
 */
export function completionsAt(
  expression: string,
  caret: number,
  allCompletions: readonly Completion[],
): { from: number; completions: Completion[] } {
  const textBefore = expression.slice(0, caret);
  const identifier = /[\p{L}_$][\p{L}\p{N}_$.]*$/u.exec(textBefore)?.[0] ?? '';
  const from = caret - identifier.length;
  if (identifier === '' || isInsideQuotes(textBefore)) return { from, completions: [] };
  const prefix = identifier.toLowerCase();
  const startMatches = allCompletions.filter(
    ({ text }) => text.toLowerCase().startsWith(prefix) && text !== identifier,
  );
  const otherMatches = allCompletions.filter(
    (completion) =>
      !startMatches.includes(completion) &&
      completion.text !== identifier &&
      (completion.label.toLowerCase().includes(prefix) ||
        (prefix.length > 1 && completion.text.toLowerCase().includes(prefix))),
  );
  return { from, completions: [...startMatches, ...otherMatches].slice(0, MAX_COMPLETIONS) };
}
