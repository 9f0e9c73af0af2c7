/**
 * How badly matching a regular expression may go on a backtracking engine, judged from its text alone. Cautious:
 * what it calls safe is safe; some harmless patterns are refused too.
 */

const chars = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_unused, index) => String.fromCharCode(from + index));

/** ASCII, what `\s` takes besides, what `.` does not, what a small letter's class takes under `iu`, and two of every text. */
const COMMON = [...chars(0, 127), ...'\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\u017f\u212a中，'];

const ESCAPED = /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/g;

/**
 * Characters by which two atoms of this pattern are told apart. Two classes that share a character share one of these:
 * where two ranges meet, one of them begins or ends (or, where one is negated, the character beside that). So each
 * character that is written is here with its neighbours.
 */
function samplesOf(source: string, flags: string): readonly string[] {
  const points = new Set<number>();
  for (const char of flags.includes('u') ? source : source.split('')) points.add(char.codePointAt(0) ?? 0);
  for (const [, braces, four, two] of source.matchAll(ESCAPED))
    points.add(Number.parseInt(braces ?? four ?? two ?? '0', 16));
  const near = [...points]
    .filter((point) => point > 127 && point <= 0x10ffff)
    .flatMap((point) => [point - 1, point, point + 1]);
  return [
    ...new Set([...COMMON, ...near.filter((point) => point <= 0x10ffff).map((point) => String.fromCodePoint(point))]),
  ];
}

interface Atom {
  kind: 'atom';
  accepts: ReadonlySet<string>;
}
interface Group {
  kind: 'group';
  branches: Part[][];
}
interface Part {
  of: Atom | Group;
  min: number;
  max: number;
}

const TOKEN =
  /\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|k<[^>]*>|[\s\S])|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?::|=|!|<=|<!|<[A-Za-z]\w*>))?|\)|[*+?]\??|\{\d+(?:,\d*)?\}\??|\||[\s\S]/g;

function repeatOf(token: string | undefined): { min: number; max: number } | null {
  const plain = token?.replace(/(?<=[*+?}])\?$/, '') ?? '';
  if (plain === '*') return { min: 0, max: Infinity };
  if (plain === '+') return { min: 1, max: Infinity };
  if (plain === '?') return { min: 0, max: 1 };
  const counted = /^\{(\d+)(,?)(\d*)\}$/.exec(plain);
  if (!counted) return null;
  const min = Number(counted[1]);
  return { min, max: counted[2] === '' ? min : counted[3] === '' ? Infinity : Number(counted[3]) };
}

/** What cannot be told by samples: properties, and letters beyond ASCII that are taken for others. */
const isUntold = (token: string, flags: string): boolean =>
  /\\[pP]/.test(token) || (flags.includes('i') && /[^\0-\x7f]|\\[ux]/.test(token));

/** An atom that takes none of the samples is one we do not understand: it shares text with every other. */
function atomOf(token: string, flags: string, samples: readonly string[]): Atom {
  const taken = (): string[] => {
    if (isUntold(token, flags)) return [];
    try {
      const tester = new RegExp(`^(?:${token})$`, flags.replace('m', ''));
      return samples.filter((sample) => tester.test(sample));
    } catch {
      return [];
    }
  };
  const accepts = taken();
  return { kind: 'atom', accepts: new Set(accepts.length > 0 ? accepts : samples) };
}

/** A tree of parts; depth is bounded by the pattern's length. */
function read(source: string, flags: string): Group {
  const tokens = source.match(TOKEN) ?? [];
  const samples = samplesOf(source, flags);
  const root: Group = { kind: 'group', branches: [[]] };
  const open: Group[] = [root];
  tokens.forEach((token, index) => {
    const here = open.at(-1) as Group;
    const branch = here.branches.at(-1) as Part[];
    if (token === '|') here.branches.push([]);
    else if (token.startsWith('(')) {
      const group: Group = { kind: 'group', branches: [[]] };
      branch.push({ of: group, min: 1, max: 1 });
      open.push(group);
    } else if (token === ')') {
      if (open.length > 1) open.pop();
    } else if (repeatOf(token) !== null && index > 0) {
      const last = branch.at(-1);
      if (last) Object.assign(last, repeatOf(token));
    } else if (!/^[\^$]$|^\\[bB]$/.test(token)) branch.push({ of: atomOf(token, flags, samples), min: 1, max: 1 });
  });
  return root;
}

const isDisjoint = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  [...a].every((sample) => !b.has(sample));

const atomsIn = (parts: readonly Part[]): Atom[] =>
  parts.flatMap(({ of }) => (of.kind === 'atom' ? [of] : of.branches.flatMap(atomsIn)));

const isMandatoryAtom = (part: Part | undefined): part is Part & { of: Atom } =>
  part?.of.kind === 'atom' && part.min === 1 && part.max === 1;

/** True when text splits into repetitions of this group in one way only: marked by a character that nothing else in it takes. */
function isUnambiguous({ branches }: Group): boolean {
  if (branches.length === 1) {
    const [parts = []] = branches;
    if (parts.every((part) => part.of.kind === 'atom' && part.min === part.max)) return true;
    const marks = [parts[0], parts.at(-1)];
    return marks.some(
      (mark) =>
        isMandatoryAtom(mark) &&
        atomsIn(parts.filter((part) => part !== mark)).every((atom) => isDisjoint(atom.accepts, mark.of.accepts)),
    );
  }
  const firsts = branches.map((parts) => parts[0]);
  const areFixed = branches.every((parts) => parts.every((part) => part.of.kind === 'atom' && part.min === part.max));
  return (
    areFixed &&
    firsts.every(
      (first, index) =>
        isMandatoryAtom(first) &&
        firsts
          .slice(index + 1)
          .every((other) => isMandatoryAtom(other) && isDisjoint(first.of.accepts, other.of.accepts)),
    )
  );
}

/** Repetitions above this count as many. */
const FEW = 10;

function explodes(group: Group): boolean {
  return group.branches.some((parts) =>
    parts.some(({ of, max }) => of.kind === 'group' && ((max > FEW && !isUnambiguous(of)) || explodes(of))),
  );
}

/** How many ways, as a power of two, the small choices of a pattern multiply to: x?, x{1,3}, a|b, repeated or in a row. */
function choices({ branches }: Group): number {
  const inside = branches.map((parts) =>
    parts.reduce((sum, { of, min, max }) => {
      const own = max === min || max > FEW ? 0 : Math.log2(max - min + 1);
      return sum + own + (of.kind === 'group' ? choices(of) * (max > FEW ? 1 : max) : 0);
    }, 0),
  );
  return Math.max(...inside) + Math.log2(branches.length);
}

const MAX_CHOICES = 8;

const overlaps = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => !isDisjoint(a, b);

const union = (atoms: readonly Atom[]): ReadonlySet<string> => new Set(atoms.flatMap(({ accepts }) => [...accepts]));

/**
 * Longest run of wide repeats that could share text: the degree of the cost. A run ends only at a part that must be
 * there and that none of the run's repeats could take for itself.
 */
function degreeOf(root: Group): number {
  let run: ReadonlySet<string>[] = [];
  let longest = 0;
  const widen = (accepts: ReadonlySet<string>): void => {
    run.push(accepts);
    longest = Math.max(longest, run.filter((other) => overlaps(other, accepts)).length);
  };
  const visit = (parts: readonly Part[], isCertain: boolean): void => {
    for (const { of, min, max } of parts) {
      const isWide = max > FEW && max !== min;
      if (of.kind === 'group') {
        const before = run.length;
        for (let time = 0; time < (max > FEW ? 1 : max); time += 1) {
          for (const branch of of.branches)
            visit(branch, isCertain && min > 0 && max <= FEW && of.branches.length === 1);
        }
        // a wide group of narrow parts is a wide repeat itself: (a|b)*
        if (isWide && run.length === before) widen(union(of.branches.flatMap(atomsIn)));
        continue;
      }
      if (isCertain && min > 0 && run.every((other) => isDisjoint(other, of.accepts))) run = [];
      if (isWide) widen(of.accepts);
    }
  };
  for (const branch of root.branches) {
    run = [];
    visit(branch, true);
  }
  return longest;
}

/** What another reading would take for something else: classes that end at once, control letters, octal numbers. */
const UNREAD = /\[\^?\]|\\c|\\[0-9]/;

/**
 * How much work a text of some length is at most on a backtracking engine, in steps; null where that is more than the
 * square of its length, and so more than one should begin.
 */
export function costOf(source: string, flags: string): ((length: number) => number) | null {
  if (UNREAD.test(source)) return null;
  const root = read(source, flags);
  const ways = choices(root);
  if (explodes(root) || ways > MAX_CHOICES) return null;
  const degree = degreeOf(root);
  if (degree > 1) return null;
  // one that may begin anywhere is tried everywhere
  const isAnchored = source.startsWith('^') && root.branches.length === 1 && !flags.includes('m');
  const tries = 2 ** ways;
  return degree === 0 || isAnchored ? (length) => tries * (length + 1) : (length) => (tries * (length + 1) ** 2) / 2;
}
