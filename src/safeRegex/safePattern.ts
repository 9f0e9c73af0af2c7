import { spend } from '../domain/workBudget.ts';
import { costOf } from './patternCost.ts';
import { matches } from './match.ts';
import { compileRegex, sizeOf } from './program.ts';
import { readRegex } from './tree.ts';

/**
 * Patterns of documents (`regList`) are JavaScript regular expressions written by other people, run on what users
 * type. A text that a backtracking engine surely answers in a moment is given to it; any other to an automaton whose
 * work is at most steps × characters. So none can hang a page, and none is refused for its cost alone. Within a save
 * each test is charged: many long texts together cost what formulas do.
 */
export type Pattern = { ok: true; test(text: string): boolean } | { ok: false; detail: string };

const MAX_PATTERN = 2000;
const MAX_TEXT = 20_000;

/** Steps × characters that one test may take: some tenths of a second. */
const MAX_WORK = 10_000_000;

/** Steps of the engine itself on one text: a millisecond. Beyond, the automaton is the faster one. */
const MAX_NATIVE = 500_000;

/** Steps that cost as much as one item of a formula: of the engine, of the automaton. */
const NATIVE_ITEM = 64;
const STEP_ITEM = 4;

/** `/x/i` or `x`. `g`, `y` and `d` would only carry state from one test to the next. */
function split(text: string): { source: string; flags: string } {
  const literal = /^\/([\s\S]+)\/([a-z]*)$/.exec(text.trim());
  return literal
    ? { source: literal[1] ?? '', flags: (literal[2] ?? '').replace(/[gyd]/g, '') }
    : { source: text, flags: '' };
}

/** A pattern too large for the automaton must do for texts of so many characters at least. */
const FEWEST = 200;

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
  const runNative = (value: string): boolean =>
    cost !== null && spend(cost(value.length) / NATIVE_ITEM) && expression.test(value);
  const isShort = (length: number): boolean => cost !== null && cost(length) <= MAX_NATIVE;
  if (isShort(MAX_TEXT)) return { ok: true, test: (value) => value.length <= MAX_TEXT && runNative(value) };
  const program = compileRegex(tree);
  if (!program)
    return isShort(FEWEST)
      ? { ok: true, test: (value) => isShort(value.length) && runNative(value) }
      : { ok: false, detail: '重复次数过多，请改写' };
  const size = sizeOf(program);
  const limit = Math.min(MAX_TEXT, Math.floor(MAX_WORK / size));
  return {
    ok: true,
    test: (value) => {
      if (isShort(value.length)) return runNative(value);
      return (
        value.length <= limit &&
        spend((size * value.length) / STEP_ITEM) &&
        matches(program, value, flags.includes('u'))
      );
    },
  };
}
