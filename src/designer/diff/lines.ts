/** One line of a comparison. `before` and `after` are line numbers from 1, null where the line is not. */
export interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
  before: number | null;
  after: number | null;
}

/** Differences beyond which the changed stretch is shown as replaced whole: finding the shortest way would take too long. */
const MAX_EDITS = 1500;

/** Farthest line reached on each diagonal (lines of one text less lines of the other). */
type Reached = ReadonlyMap<number, number>;

const isDown = (reached: Reached, diagonal: number, edits: number): boolean =>
  diagonal === -edits || (diagonal !== edits && (reached.get(diagonal - 1) ?? -1) < (reached.get(diagonal + 1) ?? -1));

/** Myers' shortest way from one list of lines to the other: what had been reached before each edit; null beyond MAX_EDITS. */
function trace(a: readonly string[], b: readonly string[]): Reached[] | null {
  const steps: Reached[] = [];
  let reached: Reached = new Map([[1, 0]]);
  for (let edits = 0; edits <= Math.min(MAX_EDITS, a.length + b.length); edits += 1) {
    steps.push(reached);
    const next = new Map<number, number>();
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = isDown(reached, diagonal, edits)
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

type Move = DiffLine['kind'];

const replaced = (a: readonly string[], b: readonly string[]): Move[] => [
  ...a.map((): Move => 'removed'),
  ...b.map((): Move => 'added'),
];

/** The way walked back from its end. */
function middle(a: readonly string[], b: readonly string[]): Move[] {
  const steps = trace(a, b);
  if (!steps) return replaced(a, b);
  const moves: Move[] = [];
  let x = a.length;
  let y = b.length;
  for (let edits = steps.length - 1; edits >= 0; edits -= 1) {
    const reached = steps[edits] as Reached;
    const from = isDown(reached, x - y, edits) ? x - y + 1 : x - y - 1;
    const startX = reached.get(from) ?? 0;
    const startY = startX - from;
    for (; x > startX && y > startY; x -= 1, y -= 1) moves.push('same');
    if (edits > 0) moves.push(x === startX ? 'added' : 'removed');
    x = startX;
    y = startY;
  }
  return moves.reverse();
}

/** Two texts line by line; equal beginnings and ends are found first. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail])
    tail += 1;
  const moves: Move[] = [
    ...Array.from<Move>({ length: head }).fill('same'),
    ...middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...Array.from<Move>({ length: tail }).fill('same'),
  ];
  let x = 0;
  let y = 0;
  return moves.map((kind): DiffLine => {
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
