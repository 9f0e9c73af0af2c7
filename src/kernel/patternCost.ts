/**
 * How badly matching a regular expression may go on a backtracking engine, judged from its text alone. Cautious:
 * what it calls safe is safe; some harmless patterns are refused too.
 */

const SAMPLES = [...Array.from({ length: 95 }, (_unused, index) => String.fromCharCode(32 + index)), '\n', '\t', '中', '，'];

interface Atom { kind: 'atom'; accepts: ReadonlySet<string> }
interface Group { kind: 'group'; branches: Part[][] }
interface Part { of: Atom | Group; min: number; max: number }

const TOKEN = /\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|k<[^>]*>|[\s\S])|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?::|=|!|<=|<!|<[A-Za-z]\w*>))?|\)|[*+?]\??|\{\d+(?:,\d*)?\}\??|\||[\s\S]/g;

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

function atomOf(token: string, flags: string): Atom {
  let tester: RegExp | null;
  try { tester = new RegExp(`^(?:${token})$`, flags); } catch { tester = null; }
  return { kind: 'atom', accepts: new Set(tester === null ? SAMPLES : SAMPLES.filter((sample) => (tester as RegExp).test(sample))) };
}

/** A tree of parts; depth is bounded by the pattern's length. */
function read(source: string, flags: string): Group {
  const tokens = source.match(TOKEN) ?? [];
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
    } else if (!/^[\^$]$|^\\[bB]$/.test(token)) branch.push({ of: atomOf(token, flags), min: 1, max: 1 });
  });
  return root;
}

const isDisjoint = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => [...a].every((sample) => !b.has(sample));

const atomsIn = (parts: readonly Part[]): Atom[] => parts.flatMap(({ of }) => (of.kind === 'atom' ? [of] : of.branches.flatMap(atomsIn)));

const isMandatoryAtom = (part: Part | undefined): part is Part & { of: Atom } => part?.of.kind === 'atom' && part.min === 1 && part.max === 1;

/** True when text splits into repetitions of this group in one way only: marked by a character that nothing else in it takes. */
function isUnambiguous({ branches }: Group): boolean {
  if (branches.length === 1) {
    const [parts = []] = branches;
    if (parts.every((part) => part.of.kind === 'atom' && part.min === part.max)) return true;
    const marks = [parts[0], parts.at(-1)];
    return marks.some((mark) => isMandatoryAtom(mark) && atomsIn(parts.filter((part) => part !== mark)).every((atom) => isDisjoint(atom.accepts, mark.of.accepts)));
  }
  const firsts = branches.map((parts) => parts[0]);
  const areFixed = branches.every((parts) => parts.every((part) => part.of.kind === 'atom' && part.min === part.max));
  return areFixed && firsts.every((first, index) => isMandatoryAtom(first)
    && firsts.slice(index + 1).every((other) => isMandatoryAtom(other) && isDisjoint(first.of.accepts, other.of.accepts)));
}

/** Repetitions above this count as many. */
const FEW = 10;

function explodes(group: Group): boolean {
  return group.branches.some((parts) => parts.some(({ of, max }) => of.kind === 'group' && ((max > FEW && !isUnambiguous(of)) || explodes(of))));
}

/** How many ways, as a power of two, the small choices of a pattern multiply to: x?, x{1,3}, a|b, repeated or in a row. */
function choices({ branches }: Group): number {
  const inside = branches.map((parts) => parts.reduce((sum, { of, min, max }) => {
    const own = max === min || max > FEW ? 0 : Math.log2(max - min + 1);
    return sum + own + (of.kind === 'group' ? choices(of) * (max > FEW ? 1 : max) : 0);
  }, 0));
  return Math.max(...inside) + Math.log2(branches.length);
}

const MAX_CHOICES = 20;

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
          for (const branch of of.branches) visit(branch, isCertain && min > 0 && max <= FEW && of.branches.length === 1);
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

/** Exponential: never run it. Otherwise the degree of the polynomial in the length of the text. */
export function costOf(source: string, flags: string): number | 'exponential' {
  const root = read(source, flags);
  return explodes(root) || choices(root) > MAX_CHOICES ? 'exponential' : degreeOf(root);
}
