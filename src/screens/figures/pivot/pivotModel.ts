import type { Figure, FigureAnswer, FigureRow, PivotLayout } from '../../../runtime/services/datasets.ts';

/** The sets of groups that a pivot asks for: its cells, and the totals of every level of both sides. */
export function setsOf({ rows, columns }: PivotLayout): string[][] {
  const levels = (groups: readonly string[]): string[][] => groups.map((_key, index) => groups.slice(0, index + 1));
  const sets = [[], ...levels(rows)].flatMap((side) => [[], ...levels(columns)].map((across) => [...side, ...across]));
  return [...new Map(sets.map((set) => [set.join(), set])).values()];
}

export type Answers = ReadonlyMap<string, FigureAnswer>;

/** A place along one side: a value of all its groups, a subtotal of the first of them, or the total. */
export interface PivotLine {
  keys: readonly string[];
  labels: readonly string[];
  kind: 'value' | 'subtotal' | 'total';
}

/** Keys as one, among as many of them; the database stores no NUL. */
const nameOf = (keys: readonly string[]): string => keys.join('\u0000');

const placesIn = ({ groups }: FigureAnswer, names: readonly string[]): number[] =>
  names.map((name) => groups.findIndex(({ key }) => key === name));

/** The rows of a level by what stands above them, in their order. */
function childrenOf(
  answer: FigureAnswer,
  level: readonly string[],
): ReadonlyMap<string, { key: string; label: string }[]> {
  const places = placesIn(answer, level);
  const own = places.at(-1) ?? 0;
  const above = places.slice(0, -1);
  const children = new Map<string, { key: string; label: string }[]>();
  for (const row of answer.rows) {
    const name = nameOf(above.map((place) => row.keys[place] ?? ''));
    const known = children.get(name) ?? [];
    known.push({ key: row.keys[own] ?? '', label: row.labels[own] ?? '' });
    children.set(name, known);
  }
  return children;
}

/** The values along a side, nested in the order of each level, with subtotals behind the values of its first group. */
export function linesOf(answers: Answers, groups: readonly string[], withSubtotals: boolean): PivotLine[] {
  const lines: PivotLine[] = [];
  const levels = groups.map((_group, index) => {
    const level = groups.slice(0, index + 1);
    const answer = answers.get(level.join());
    return answer && childrenOf(answer, level);
  });
  const walk = (above: readonly string[], labels: readonly string[]): void => {
    for (const { key, label } of levels[above.length]?.get(nameOf(above)) ?? []) {
      const keys = [...above, key];
      const own = [...labels, label];
      if (keys.length === groups.length) lines.push({ keys, labels: own, kind: 'value' });
      else {
        walk(keys, own);
        if (withSubtotals) lines.push({ keys, labels: own, kind: 'subtotal' });
      }
    }
  };
  if (groups.length > 0) walk([], []);
  lines.push({ keys: [], labels: [], kind: 'total' });
  return lines;
}

/** Looks a figure up by the keys along both sides. */
export function cellsOf(
  answers: Answers,
  { rows, columns }: PivotLayout,
): (row: PivotLine, column: PivotLine) => FigureRow | undefined {
  const known = new Map<string, ReadonlyMap<string, FigureRow>>();
  return (row, column) => {
    const set = [...rows.slice(0, row.keys.length), ...columns.slice(0, column.keys.length)];
    const name = set.join();
    let found = known.get(name);
    if (!found) {
      const answer = answers.get(name);
      const places = answer ? placesIn(answer, set) : [];
      found = new Map(
        (answer?.rows ?? []).map((one) => [nameOf(places.map((place) => one.keys[place] ?? '')), one] as const),
      );
      known.set(name, found);
    }
    return found.get(nameOf([...row.keys, ...column.keys]));
  };
}

/** The keys of a cell by its groups, for the records behind it. */
export const keysOf = (
  { rows, columns }: PivotLayout,
  row: PivotLine,
  column: PivotLine,
): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...row.keys.map((key, index) => [rows[index] ?? '', key] as const),
    ...column.keys.map((key, index) => [columns[index] ?? '', key] as const),
  ]);

export const lineName = ({ kind, labels }: PivotLine): string =>
  kind === 'total' ? '合计' : kind === 'subtotal' ? `${labels.at(-1) ?? ''} 小计` : labels.join(' / ');

/** The figures of the cells, in the layout's order. */
export const figuresOf = (answers: Answers, { values }: PivotLayout): { figure: Figure; place: number }[] => {
  const figures = answers.get('')?.figures ?? [];
  return values.flatMap((key) => {
    const place = figures.findIndex((figure) => figure.key === key);
    const figure = figures[place];
    return figure ? [{ figure, place }] : [];
  });
};
