import { costOf } from './patternCost.ts';
import { matches } from './regex/match.ts';
import { compileRegex, sizeOf } from './regex/program.ts';
import { readRegex } from './regex/tree.ts';

/**
 * Patterns of documents (`regList`) are JavaScript regular expressions written by other people, run on what users
 * type. One that a backtracking engine surely answers in a moment runs natively; any other runs on an automaton whose
 * work is at most steps × characters. So none can hang a page, and none is refused for its cost alone.
 */
export type Pattern = { ok: true; test(text: string): boolean } | { ok: false; detail: string };

const MAX_PATTERN = 2000;
const MAX_TEXT = 20_000;

/** Steps × characters that one test may take: some tens of milliseconds. */
const MAX_WORK = 10_000_000;

/** `/x/i` or `x`. `g`, `y` and `d` would only carry state from one test to the next. */
function split(text: string): { source: string; flags: string } {
  const literal = /^\/([\s\S]+)\/([a-z]*)$/.exec(text.trim());
  return literal ? { source: literal[1] ?? '', flags: (literal[2] ?? '').replace(/[gyd]/g, '') } : { source: text, flags: '' };
}

/** Patterns read before: a form of thousands of fields has few of them. */
const known = new Map<string, Pattern>();
const KNOWN = 500;

/** Reads a pattern as documents write it: `/^\d+$/`, `/x/i` or a bare source. Never throws; a text that is too long does not match. */
export function readPattern(text: string): Pattern {
  const before = known.get(text);
  if (before) return before;
  const pattern = read(text);
  if (known.size >= KNOWN) known.clear();
  known.set(text, pattern);
  return pattern;
}

function read(text: string): Pattern {
  if (text.length > MAX_PATTERN) return { ok: false, detail: `超过 ${MAX_PATTERN} 个字符` };
  const { source, flags } = split(text);
  let expression: RegExp;
  try {
    expression = new RegExp(source, flags);
  } catch {
    return { ok: false, detail: '不是有效的正则表达式' };
  }
  const tree = flags.includes('v') ? null : readRegex(source, flags);
  if (!tree) return { ok: false, detail: '不支持反向引用等写法' };
  const cost = costOf(source, flags);
  if (cost === 0 || cost === 1) return { ok: true, test: (value) => value.length <= MAX_TEXT && expression.test(value) };
  const program = compileRegex(tree);
  if (!program) return { ok: false, detail: '重复次数过多，请改写' };
  const limit = Math.min(MAX_TEXT, Math.floor(MAX_WORK / sizeOf(program)));
  return { ok: true, test: (value) => value.length <= limit && matches(program, value, flags.includes('u')) };
}
