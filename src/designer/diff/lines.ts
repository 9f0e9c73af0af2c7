/** One line of a comparison. `before` and `after`: line numbers from 1; null if the text does not contain the line. */
export interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
  before: number | null;
  after: number | null;
}

/**
 * Maximum number of edits. With more edits the changed part is shown as completely replaced, because the search would
 * take too long.
 */
const MAX_EDITS = 1500;

/**
 * The farthest line of the old text that is reached on each diagonal of the edit graph. A diagonal is the line number
 * in the old text minus the line number in the new text.
 */
type ReachedLines = ReadonlyMap<number, number>;

/** Returns true if the farthest path to a diagonal ends with an added line; false for a removed line. */
const isInsertion = (reached: ReachedLines, diagonal: number, edits: number): boolean =>
  diagonal === -edits || (diagonal !== edits && (reached.get(diagonal - 1) ?? -1) < (reached.get(diagonal + 1) ?? -1));

/**
 * Runs Myers' algorithm. Returns the lines reached before each edit of the shortest edit script; null for more than
 * MAX_EDITS edits.
 */
function traceEdits(a: readonly string[], b: readonly string[]): ReachedLines[] | null {
  const steps: ReachedLines[] = [];
  let reached: ReachedLines = new Map([[1, 0]]);
  for (let edits = 0; edits <= Math.min(MAX_EDITS, a.length + b.length); edits += 1) {
    steps.push(reached);
    const next = new Map<number, number>();
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = isInsertion(reached, diagonal, edits)
        ? (reached.get(diagonal + 1) ?? 0)
        : (reached.get(diagonal - 1) ?? 0) + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
      next.set(diagonal, x);
      if (x >= a.length && x - diagonal >= b.length) return steps;
    }
    reached = next;
  }
  return null;
}

type LineKind = DiffLine['kind'];

const kindsOfReplacement = (a: readonly string[], b: readonly string[]): LineKind[] => [
  ...a.map((): LineKind => 'removed'),
  ...b.map((): LineKind => 'added'),
];

/** Returns the shortest edit script, reconstructed from the end of the trace. */
function editScript(a: readonly string[], b: readonly string[]): LineKind[] {
  const steps = traceEdits(a, b);
  if (!steps) return kindsOfReplacement(a, b);
  const lineKinds: LineKind[] = [];
  let x = a.length;
  let y = b.length;
  for (let edits = steps.length - 1; edits >= 0; edits -= 1) {
    const reached = steps[edits] as ReachedLines;
    const from = isInsertion(reached, x - y, edits) ? x - y + 1 : x - y - 1;
    const startX = reached.get(from) ?? 0;
    const startY = startX - from;
    for (; x > startX && y > startY; x -= 1, y -= 1) lineKinds.push('same');
    if (edits > 0) lineKinds.push(x === startX ? 'added' : 'removed');
    x = startX;
    y = startY;
  }
  return lineKinds.reverse();
}

/** Compares two texts line by line. Equal lines at the start and end are skipped first. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let commonStart = 0;
  while (commonStart < a.length && commonStart < b.length && a[commonStart] === b[commonStart]) commonStart += 1;
  let commonEnd = 0;
  while (
    commonEnd < a.length - commonStart &&
    commonEnd < b.length - commonStart &&
    a[a.length - 1 - commonEnd] === b[b.length - 1 - commonEnd]
  )
    commonEnd += 1;
  const lineKinds: LineKind[] = [
    ...Array.from<LineKind>({ length: commonStart }).fill('same'),
    ...editScript(a.slice(commonStart, a.length - commonEnd), b.slice(commonStart, b.length - commonEnd)),
    ...Array.from<LineKind>({ length: commonEnd }).fill('same'),
  ];
  let x = 0;
  let y = 0;
  return lineKinds.map((kind): DiffLine => {
    if (kind === 'removed') {
      x += 1;
      return { kind, text: a[x - 1] ?? '', before: x, after: null };
    }
    if (kind === 'added') {
      y += 1;
      return { kind, text: b[y - 1] ?? '', before: null, after: y };
    }
    x += 1;
    y += 1;
    return { kind, text: a[x - 1] ?? '', before: x, after: y };
  });
}
