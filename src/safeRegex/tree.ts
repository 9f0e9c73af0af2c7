/** Syntax tree of a regular expression, without backreferences. */
export type RegexNode =
  | { kind: 'char'; accepts(char: string): boolean }
  | { kind: 'sequence'; parts: RegexNode[] }
  | { kind: 'choice'; branches: RegexNode[] }
  | { kind: 'repeat'; of: RegexNode; min: number; max: number }
  /** An assertion `^ $ \b \B`: tests the characters before and after a position ('' at the ends of the text). */
  | { kind: 'edge'; holds(before: string, after: string): boolean }
  /** A lookaround assertion; `isAhead`: lookahead, otherwise lookbehind. */
  | { kind: 'look'; isAhead: boolean; isNegative: boolean; of: RegexNode };

/**
 * Matches one token of a pattern: an escape sequence, a character class, the beginning or end of a group, a quantifier,
 * `|`, or one other character.
 */
const TOKEN =
  /\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|c[A-Za-z]|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?::|=|!|<=|<!|<[A-Za-z_$][\w$]*>))?|\)|[*+?]\??|\{\d+(?:,\d*)?\}\??|\||[\s\S]/gu;
/** `TOKEN` for sources without the flags `u` and `v`, which consist of UTF-16 units. */
const UNIT_TOKEN = new RegExp(TOKEN.source, 'g');

const isLineBreak = (char: string): boolean => char === '\n' || char === '\r' || char === '\u2028' || char === '\u2029';
const isWordChar = (char: string): boolean => /^\w$/.test(char);

/** Returns the limits of a quantifier; null for any other token. */
function quantifierLimits(token: string): { min: number; max: number } | null {
  const [, symbol, from, comma, to] = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??$/.exec(token) ?? [];
  if (symbol !== undefined) return { min: symbol === '+' ? 1 : 0, max: symbol === '?' ? 1 : Infinity };
  if (from === undefined) return null;
  return { min: Number(from), max: comma === '' ? Number(from) : to === '' ? Infinity : Number(to) };
}

/** Number of cached characters above which a matcher empties its cache. */
const MAX_CACHED_CHARS = 2000;

/**
 * Returns the node of a token that matches one character. JavaScript's own RegExp decides which characters match; the
 * results are cached by character.
 */
function charOf(token: string, flags: string): RegexNode {
  const tester = new RegExp(`^(?:${token})$`, flags.replace('m', ''));
  const cache = new Map<string, boolean>();
  return {
    kind: 'char',
    accepts: (char) => {
      const cached = cache.get(char);
      if (cached !== undefined) return cached;
      if (cache.size > MAX_CACHED_CHARS) cache.clear();
      const accepts = tester.test(char);
      cache.set(char, accepts);
      return accepts;
    },
  };
}

/** Returns the node of an assertion that tests a position; null for other tokens. */
function edgeOf(token: string, isMultiline: boolean): RegexNode | null {
  switch (token) {
    case '^':
      return { kind: 'edge', holds: (before) => before === '' || (isMultiline && isLineBreak(before)) };
    case '$':
      return { kind: 'edge', holds: (_before, after) => after === '' || (isMultiline && isLineBreak(after)) };
    case '\\b':
      return { kind: 'edge', holds: (before, after) => isWordChar(before) !== isWordChar(after) };
    case '\\B':
      return { kind: 'edge', holds: (before, after) => isWordChar(before) === isWordChar(after) };
    default:
      return null;
  }
}

/** Returns one node for the alternatives of a group. */
const nodeOfBranches = (branches: RegexNode[][]): RegexNode => {
  const [first] = branches;
  if (branches.length === 1 && first)
    return first.length === 1 ? (first[0] as RegexNode) : { kind: 'sequence', parts: first };
  return { kind: 'choice', branches: branches.map((parts) => ({ kind: 'sequence', parts })) };
};

/** Kinds of lookaround assertions by their opening tokens. */
const LOOKS: Readonly<Record<string, { isAhead: boolean; isNegative: boolean }>> = {
  '(?=': { isAhead: true, isNegative: false },
  '(?!': { isAhead: true, isNegative: true },
  '(?<=': { isAhead: false, isNegative: false },
  '(?<!': { isAhead: false, isNegative: true },
};

/**
 * Parses a source that `new RegExp(source, flags)` accepts. Returns null if it contains syntax that needs a
 * backtracking engine (backreferences) or that is not supported here. Not recursive.
 */
export function readRegex(source: string, flags: string): RegexNode | null {
  const tokens = source.match(/[uv]/.test(flags) ? TOKEN : UNIT_TOKEN) ?? [];
  const openGroups: { branches: RegexNode[][]; opener: string }[] = [{ branches: [[]], opener: '' }];
  let canRepeat = false;
  for (const [index, token] of tokens.entries()) {
    const current = openGroups.at(-1);
    const parts = current?.branches.at(-1);
    if (!current || !parts) return null;
    const limits = canRepeat ? quantifierLimits(token) : null;
    if (limits) {
      parts.push({ kind: 'repeat', of: parts.pop() as RegexNode, ...limits });
      canRepeat = false;
    } else if (token === '|') {
      current.branches.push([]);
      canRepeat = false;
    } else if (token.startsWith('(')) {
      if (token === '(' && tokens[index + 1] === '?') return null;
      openGroups.push({ branches: [[]], opener: token });
      canRepeat = false;
    } else if (token === ')') {
      openGroups.pop();
      const outerParts = openGroups.at(-1)?.branches.at(-1);
      if (!outerParts) return null;
      const look = LOOKS[current.opener];
      outerParts.push(
        look ? { kind: 'look', ...look, of: nodeOfBranches(current.branches) } : nodeOfBranches(current.branches),
      );
      canRepeat = true;
    } else {
      if (/^\\[1-9k]/.test(token)) return null;
      const edge = edgeOf(token, flags.includes('m'));
      parts.push(edge ?? charOf(token, flags));
      canRepeat = edge === null;
    }
  }
  return openGroups.length === 1 ? nodeOfBranches(openGroups[0]?.branches ?? [[]]) : null;
}
