import { tryCharge } from '../domain/workBudget.ts';
import { costOf } from './patternCost.ts';
import { matches } from './match.ts';
import { compileRegex, stepCountOf } from './program.ts';
import { readRegex } from './tree.ts';

/**
 * A parsed pattern of a document (`regList`): a JavaScript regular expression that is not part of the product's code
 * and is run on user input. JavaScript's backtracking engine is used if it is certain to be fast for the text;
 * otherwise an automaton runs, whose work is at most steps × characters. So no pattern can block a page, and few
 * patterns are refused for their cost. While a record is saved, each test is charged to the work budget, as formulas
 * are.
 */
export type Pattern = { ok: true; test(text: string): boolean } | { ok: false; detail: string };

const MAX_PATTERN_LENGTH = 2000;
const MAX_TEXT_LENGTH = 20_000;

/** Maximum work of one test by the automaton, in steps × characters: some tenths of a second. */
const MAX_AUTOMATON_WORK = 10_000_000;

/** Maximum steps of the backtracking engine for one text: about a millisecond. If more, the automaton is used. */
const MAX_ENGINE_STEPS = 500_000;

/** Number of engine steps, and of automaton steps, that are charged as one item of the work budget. */
const ENGINE_STEPS_PER_ITEM = 64;
const AUTOMATON_STEPS_PER_ITEM = 4;

/**
 * Splits `/x/i` or `x` into source and flags. `g`, `y` and `d` are removed: `g` and `y` would carry a position from one
 * test to the next, and the positions that `d` records are not used.
 */
function splitFlags(text: string): { source: string; flags: string } {
  const literal = /^\/([\s\S]+)\/([a-z]*)$/.exec(text.trim());
  return literal
    ? { source: literal[1] ?? '', flags: (literal[2] ?? '').replace(/[gyd]/g, '') }
    : { source: text, flags: '' };
}

/**
 * A pattern that is too large for the automaton is refused, unless the backtracking engine is fast for texts of this
 * length, in characters.
 */
const MIN_ENGINE_TEXT_LENGTH = 200;

/** Cache of parsed patterns: a form with thousands of fields has few different ones. */
const cache = new Map<string, Pattern>();
const MAX_CACHED = 500;

/**
 * Parses a pattern of a document: `/^\d+$/`, `/x/i` or a source alone. Never throws; a text that is too long does not
 * match.
 */
export function readPattern(text: string): Pattern {
  const cached = cache.get(text);
  if (cached) return cached;
  const pattern = parse(text);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(text, pattern);
  return pattern;
}

/** Parses a pattern without the cache of `readPattern`. */
function parse(text: string): Pattern {
  if (text.length > MAX_PATTERN_LENGTH) return { ok: false, detail: `超过 ${MAX_PATTERN_LENGTH} 个字符` };
  const { source, flags } = splitFlags(text);
  let expression: RegExp;
  try {
    expression = new RegExp(source, flags);
  } catch {
    return { ok: false, detail: '不是有效的正则表达式' };
  }
  const tree = flags.includes('v') ? null : readRegex(source, flags);
  if (!tree) return { ok: false, detail: '不支持反向引用等写法' };
  const cost = costOf(source, flags);
  const runEngine = (value: string): boolean =>
    cost !== null && tryCharge(cost(value.length) / ENGINE_STEPS_PER_ITEM) && expression.test(value);
  const isFastOnEngine = (length: number): boolean => cost !== null && cost(length) <= MAX_ENGINE_STEPS;
  if (isFastOnEngine(MAX_TEXT_LENGTH))
    return { ok: true, test: (value) => value.length <= MAX_TEXT_LENGTH && runEngine(value) };
  const program = compileRegex(tree);
  if (!program)
    return isFastOnEngine(MIN_ENGINE_TEXT_LENGTH)
      ? { ok: true, test: (value) => isFastOnEngine(value.length) && runEngine(value) }
      : { ok: false, detail: '重复次数过多，请改写' };
  const stepCount = stepCountOf(program);
  const maxTextLength = Math.min(MAX_TEXT_LENGTH, Math.floor(MAX_AUTOMATON_WORK / stepCount));
  return {
    ok: true,
    test: (value) => {
      if (isFastOnEngine(value.length)) return runEngine(value);
      return (
        value.length <= maxTextLength &&
        tryCharge((stepCount * value.length) / AUTOMATON_STEPS_PER_ITEM) &&
        matches(program, value, flags.includes('u'))
      );
    },
  };
}
