/**
 * This file estimates the worst-case cost of a regular expression on a backtracking engine, from its text alone
 * (`costOf`). The estimate is never too low, so some harmless patterns are refused (`costOf` returns null), too.
 */

/** Returns the characters whose codes are between `from` and `to`, both included. */
const charRange = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_item, index) => String.fromCharCode(from + index));

/**
 * Sample characters used for every pattern: ASCII, other characters that `\s` matches, characters that `.` does not
 * match, other characters that a class of lowercase letters matches under `iu`, and two common Chinese characters.
 */
const COMMON_SAMPLES = [
  ...charRange(0, 127),
  ...'\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\u017f\u212a中，',
];

/** Matches an escaped character: `\u{1F600}`, `\u4e2d` or `\x41`. */
const ESCAPED = /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/g;

/**
 * Returns sample characters that distinguish any two atoms of a pattern: if two classes share a character, they share
 * one of the samples. Where two ranges overlap, one of them begins or ends inside the other (for a negated range, next
 * to it). So every character in the pattern is included with its neighbours.
 */
function samplesOf(source: string, flags: string): readonly string[] {
  const codePoints = new Set<number>();
  for (const char of flags.includes('u') ? source : source.split('')) codePoints.add(char.codePointAt(0) ?? 0);
  for (const [, inBraces, fourDigits, twoDigits] of source.matchAll(ESCAPED))
    codePoints.add(Number.parseInt(inBraces ?? fourDigits ?? twoDigits ?? '0', 16));
  const neighbours = [...codePoints]
    .filter((point) => point > 127 && point <= 0x10ffff)
    .flatMap((point) => [point - 1, point, point + 1]);
  return [
    ...new Set([
      ...COMMON_SAMPLES,
      ...neighbours.filter((point) => point <= 0x10ffff).map((point) => String.fromCodePoint(point)),
    ]),
  ];
}

/** A part that matches one character. `accepts`: the samples that it matches. */
interface Atom {
  kind: 'atom';
  accepts: ReadonlySet<string>;
}
/** A bracketed group. `branches`: its alternatives, each a sequence of parts. */
interface Group {
  kind: 'group';
  branches: Part[][];
}
/** An atom or group with the limits of its repetitions. */
interface Part {
  content: Atom | Group;
  min: number;
  max: number;
}

/**
 * Matches one token of a pattern: an escape sequence, a class, a bracket, a quantifier, `|`, or one other character.
 */
const TOKEN =
  /\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|k<[^>]*>|[\s\S])|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?::|=|!|<=|<!|<[A-Za-z]\w*>))?|\)|[*+?]\??|\{\d+(?:,\d*)?\}\??|\||[\s\S]/g;

/** Returns the limits of a quantifier; null for any other token. */
function repeatOf(token: string | undefined): { min: number; max: number } | null {
  const quantifier = token?.replace(/(?<=[*+?}])\?$/, '') ?? '';
  if (quantifier === '*') return { min: 0, max: Infinity };
  if (quantifier === '+') return { min: 1, max: Infinity };
  if (quantifier === '?') return { min: 0, max: 1 };
  const range = /^\{(\d+)(,?)(\d*)\}$/.exec(quantifier);
  if (!range) return null;
  const min = Number(range[1]);
  return { min, max: range[2] === '' ? min : range[3] === '' ? Infinity : Number(range[3]) };
}

/**
 * Returns true if samples cannot decide which characters the token matches: Unicode properties, and with the flag `i`
 * letters beyond ASCII.
 */
const isNotSampled = (token: string, flags: string): boolean =>
  /\\[pP]/.test(token) || (flags.includes('i') && /[^\0-\x7f]|\\[ux]/.test(token));

/**
 * Creates an atom with the samples that it matches. An atom that matches no sample is treated as matching all of them,
 * because its matches are unknown.
 */
function atomOf(token: string, flags: string, samples: readonly string[]): Atom {
  const matchedSamples = (): string[] => {
    if (isNotSampled(token, flags)) return [];
    try {
      const tester = new RegExp(`^(?:${token})$`, flags.replace('m', ''));
      return samples.filter((sample) => tester.test(sample));
    } catch {
      return [];
    }
  };
  const accepts = matchedSamples();
  return { kind: 'atom', accepts: new Set(accepts.length > 0 ? accepts : samples) };
}

/** Parses a pattern to a tree of parts; the pattern's length bounds its depth. */
function parsePattern(source: string, flags: string): Group {
  const tokens = source.match(TOKEN) ?? [];
  const samples = samplesOf(source, flags);
  const root: Group = { kind: 'group', branches: [[]] };
  const openGroups: Group[] = [root];
  tokens.forEach((token, index) => {
    const currentGroup = openGroups.at(-1) as Group;
    const branch = currentGroup.branches.at(-1) as Part[];
    if (token === '|') currentGroup.branches.push([]);
    else if (token.startsWith('(')) {
      const group: Group = { kind: 'group', branches: [[]] };
      branch.push({ content: group, min: 1, max: 1 });
      openGroups.push(group);
    } else if (token === ')') {
      if (openGroups.length > 1) openGroups.pop();
    } else if (repeatOf(token) !== null && index > 0) {
      const last = branch.at(-1);
      if (last) Object.assign(last, repeatOf(token));
      // `^`, `$`, `\b` and `\B` match no character
    } else if (!/^[\^$]$|^\\[bB]$/.test(token)) branch.push({ content: atomOf(token, flags, samples), min: 1, max: 1 });
  });
  return root;
}

const isDisjoint = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  [...a].every((sample) => !b.has(sample));

const atomsIn = (parts: readonly Part[]): Atom[] =>
  parts.flatMap(({ content }) => (content.kind === 'atom' ? [content] : content.branches.flatMap(atomsIn)));

/** Returns true for an atom that occurs exactly once. */
const isMandatoryAtom = (part: Part | undefined): part is Part & { content: Atom } =>
  part?.content.kind === 'atom' && part.min === 1 && part.max === 1;

/**
 * Returns true if a text can be split into repetitions of the group in only one way. This holds if all repetitions have
 * the same length, or if each begins or ends with a character that no other part of the group matches. It also holds
 * for alternatives of fixed lengths that begin with different characters. False for all other groups.
 */
function isUnambiguous({ branches }: Group): boolean {
  if (branches.length === 1) {
    const [parts = []] = branches;
    if (parts.every((part) => part.content.kind === 'atom' && part.min === part.max)) return true;
    const edgeParts = [parts[0], parts.at(-1)];
    return edgeParts.some(
      (edge) =>
        isMandatoryAtom(edge) &&
        atomsIn(parts.filter((part) => part !== edge)).every((atom) => isDisjoint(atom.accepts, edge.content.accepts)),
    );
  }
  const firstParts = branches.map((parts) => parts[0]);
  const haveFixedLengths = branches.every((parts) =>
    parts.every((part) => part.content.kind === 'atom' && part.min === part.max),
  );
  return (
    haveFixedLengths &&
    firstParts.every(
      (first, index) =>
        isMandatoryAtom(first) &&
        firstParts
          .slice(index + 1)
          .every((other) => isMandatoryAtom(other) && isDisjoint(first.content.accepts, other.content.accepts)),
    )
  );
}

/** Maximum of a repetition count that is evaluated exactly; higher counts are treated as unlimited. */
const MAX_FEW_REPETITIONS = 10;

/**
 * Returns true if the pattern repeats a group whose text can be split in several ways, so that its cost may grow
 * exponentially.
 */
function hasExponentialCost(group: Group): boolean {
  return group.branches.some((parts) =>
    parts.some(
      ({ content, max }) =>
        content.kind === 'group' &&
        ((max > MAX_FEW_REPETITIONS && !isUnambiguous(content)) || hasExponentialCost(content)),
    ),
  );
}

/**
 * Returns the base-2 logarithm of the number of ways in which the small choices of a pattern (x?, x{1,3}, a|b),
 * repeated or in a row, can be combined.
 */
function choiceExponent({ branches }: Group): number {
  const branchExponents = branches.map((parts) =>
    parts.reduce((sum, { content, min, max }) => {
      const partExponent = max === min || max > MAX_FEW_REPETITIONS ? 0 : Math.log2(max - min + 1);
      return (
        sum +
        partExponent +
        (content.kind === 'group' ? choiceExponent(content) * (max > MAX_FEW_REPETITIONS ? 1 : max) : 0)
      );
    }, 0),
  );
  return Math.max(...branchExponents) + Math.log2(branches.length);
}

/** Maximum result of `choiceExponent`: 2^8 combinations. */
const MAX_CHOICE_EXPONENT = 8;

const overlaps = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => !isDisjoint(a, b);

const samplesOfAtoms = (atoms: readonly Atom[]): ReadonlySet<string> =>
  new Set(atoms.flatMap(({ accepts }) => [...accepts]));

/**
 * Returns the degree of the cost as a polynomial of the text's length: the largest number of consecutive wide repeats
 * (with a high or no limit) that can match the same text. A sequence of such repeats ends only at a mandatory part that
 * none of its repeats can match.
 */
function degreeOf(root: Group): number {
  let sequence: ReadonlySet<string>[] = [];
  let degree = 0;
  const addWideRepeat = (accepts: ReadonlySet<string>): void => {
    sequence.push(accepts);
    degree = Math.max(degree, sequence.filter((other) => overlaps(other, accepts)).length);
  };
  const visit = (parts: readonly Part[], isMandatory: boolean): void => {
    for (const { content, min, max } of parts) {
      const isWide = max > MAX_FEW_REPETITIONS && max !== min;
      if (content.kind === 'group') {
        const lengthBefore = sequence.length;
        for (let time = 0; time < (max > MAX_FEW_REPETITIONS ? 1 : max); time += 1) {
          for (const branch of content.branches)
            visit(branch, isMandatory && min > 0 && max <= MAX_FEW_REPETITIONS && content.branches.length === 1);
        }
        // a wide group of narrow parts counts as one wide repeat: (a|b)*
        if (isWide && sequence.length === lengthBefore)
          addWideRepeat(samplesOfAtoms(content.branches.flatMap(atomsIn)));
        continue;
      }
      if (isMandatory && min > 0 && sequence.every((other) => isDisjoint(other, content.accepts))) sequence = [];
      if (isWide) addWideRepeat(content.accepts);
    }
  };
  for (const branch of root.branches) {
    sequence = [];
    visit(branch, true);
  }
  return degree;
}

/** Syntax that this parser does not handle: empty classes, control letters, octal numbers. */
const UNSUPPORTED_SYNTAX = /\[\^?\]|\\c|\\[0-9]/;

/**
 * Returns the maximum number of steps of a backtracking engine as a function of the text's length. Returns null for a
 * pattern that must not run on that engine: one whose cost may grow exponentially, with several consecutive wide
 * repeats that can match the same text, with too many combinations of choices (`MAX_CHOICE_EXPONENT`), or with
 * unsupported syntax.
 */
export function costOf(source: string, flags: string): ((length: number) => number) | null {
  if (UNSUPPORTED_SYNTAX.test(source)) return null;
  const root = parsePattern(source, flags);
  const exponent = choiceExponent(root);
  if (hasExponentialCost(root) || exponent > MAX_CHOICE_EXPONENT) return null;
  const degree = degreeOf(root);
  if (degree > 1) return null;
  // a pattern without an anchor is tried at every position
  const isAnchored = source.startsWith('^') && root.branches.length === 1 && !flags.includes('m');
  const combinationCount = 2 ** exponent;
  return degree === 0 || isAnchored
    ? (length) => combinationCount * (length + 1)
    : (length) => (combinationCount * (length + 1) ** 2) / 2;
}
