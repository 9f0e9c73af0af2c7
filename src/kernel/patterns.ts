import { costOf } from './patternCost.ts';

/**
 * Patterns of documents (`regList`) are JavaScript regular expressions written by other people, run on what users
 * type. A pattern whose cost can explode is refused when the document is read; the text is bounded when it runs.
 */
export type Pattern = { ok: true; test(text: string): boolean } | { ok: false; detail: string };

const MAX_PATTERN = 500;

/** Longest text by the pattern's degree; keeps the worst case within some tens of milliseconds. */
const TEXT_BY_DEGREE = [20_000, 10_000, 2000, 300];

/** `/x/i` or `x`. `g`, `y` and `d` would only carry state from one test to the next. */
function split(text: string): { source: string; flags: string } {
  const literal = /^\/([\s\S]+)\/([a-z]*)$/.exec(text.trim());
  return literal ? { source: literal[1] ?? '', flags: (literal[2] ?? '').replace(/[gyd]/g, '') } : { source: text, flags: '' };
}

/** Reads a pattern as documents write it: `/^\d+$/`, `/x/i` or a bare source. Never throws; a text that is too long does not match. */
export function readPattern(text: string): Pattern {
  if (text.length > MAX_PATTERN) return { ok: false, detail: `超过 ${MAX_PATTERN} 个字符` };
  const { source, flags } = split(text);
  let expression: RegExp;
  try {
    expression = new RegExp(source, flags);
  } catch {
    return { ok: false, detail: '不是有效的正则表达式' };
  }
  if (/\\(?:[1-9]|k<)/.test(source.replace(/\\\\/g, ''))) return { ok: false, detail: '不支持反向引用' };
  const cost = costOf(source, flags);
  const limit = cost === 'exponential' ? undefined : TEXT_BY_DEGREE[cost];
  if (limit === undefined) return { ok: false, detail: '重复套重复或连续的重复过多，校验可能停顿，请改写' };
  return { ok: true, test: (value) => value.length <= limit && expression.test(value) };
}
