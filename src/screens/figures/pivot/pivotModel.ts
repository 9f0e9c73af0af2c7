import type { Figure, FigureAnswer, FigureRow, PivotLayout } from '../../../runtime/services/datasets.ts';

/**
 * Returns the sets of groups that a pivot queries, one query for each set. A set consists of the first groups of the
 * rows and the first groups of the columns: all groups for the cells, fewer groups for subtotals, no groups for the
 * grand total.
 */
export function groupSetsOf({ rows, columns }: PivotLayout): string[][] {
  const levels = (groups: readonly string[]): string[][] => groups.map((_key, index) => groups.slice(0, index + 1));
  const sets = [[], ...levels(rows)].flatMap((rowLevel) =>
    [[], ...levels(columns)].map((columnLevel) => [...rowLevel, ...columnLevel]),
  );
  return [...new Map(sets.map((groupSet) => [groupSet.join(), groupSet])).values()];
}

/** The answers to a pivot's queries, by the joined keys of their groups; the answer with the total has the key ''. */
export type AnswersByGroups = ReadonlyMap<string, FigureAnswer>;

/** The header of a row or column: the values of all its groups, a subtotal of its first groups, or the total. */
export interface PivotHeader {
  keys: readonly string[];
  labels: readonly string[];
  kind: 'value' | 'subtotal' | 'total';
}

/** Joins keys to one map key. The separator NUL cannot occur in keys, because the database does not store it. */
const joinKeys = (keys: readonly string[]): string => keys.join('\u0000');

const groupIndexesOf = ({ groups }: FigureAnswer, names: readonly string[]): number[] =>
  names.map((name) => groups.findIndex(({ key }) => key === name));

/**
 * Returns the values of the last of these groups, in the order of the answer, for each combination of values of the
 * groups before it (joined to one key).
 */
function childrenOf(
  answer: FigureAnswer,
  groups: readonly string[],
): ReadonlyMap<string, { key: string; label: string }[]> {
  const groupIndexes = groupIndexesOf(answer, groups);
  const lastGroupIndex = groupIndexes.at(-1) ?? 0;
  const parentIndexes = groupIndexes.slice(0, -1);
  const children = new Map<string, { key: string; label: string }[]>();
  for (const row of answer.rows) {
    const parentKey = joinKeys(parentIndexes.map((index) => row.keys[index] ?? ''));
    const siblings = children.get(parentKey) ?? [];
    siblings.push({ key: row.keys[lastGroupIndex] ?? '', label: row.labels[lastGroupIndex] ?? '' });
    children.set(parentKey, siblings);
  }
  return children;
}

/**
 * Returns the headers of the rows or columns, nested by group, with subtotals after the values of a group and the total
 * last.
 */
export function buildHeaders(
  answers: AnswersByGroups,
  groups: readonly string[],
  { withSubtotals }: { withSubtotals: boolean },
): PivotHeader[] {
  const headers: PivotHeader[] = [];
  const levels = groups.map((_group, index) => {
    const level = groups.slice(0, index + 1);
    const answer = answers.get(level.join());
    return answer && childrenOf(answer, level);
  });
  const walk = (parentKeys: readonly string[], labels: readonly string[]): void => {
    for (const { key, label } of levels[parentKeys.length]?.get(joinKeys(parentKeys)) ?? []) {
      const keys = [...parentKeys, key];
      const ownLabels = [...labels, label];
      if (keys.length === groups.length) headers.push({ keys, labels: ownLabels, kind: 'value' });
      else {
        walk(keys, ownLabels);
        if (withSubtotals) headers.push({ keys, labels: ownLabels, kind: 'subtotal' });
      }
    }
  };
  if (groups.length > 0) walk([], []);
  headers.push({ keys: [], labels: [], kind: 'total' });
  return headers;
}

/** Returns a function that finds an answer's row by the headers of row and column. Indexes each answer on first use. */
export function createCellLookup(
  answers: AnswersByGroups,
  { rows, columns }: PivotLayout,
): (row: PivotHeader, column: PivotHeader) => FigureRow | undefined {
  const rowsByGroupSet = new Map<string, ReadonlyMap<string, FigureRow>>();
  return (row, column) => {
    const groupSet = [...rows.slice(0, row.keys.length), ...columns.slice(0, column.keys.length)];
    const groupSetKey = groupSet.join();
    let rowsByKeys = rowsByGroupSet.get(groupSetKey);
    if (!rowsByKeys) {
      const answer = answers.get(groupSetKey);
      const keyIndexes = answer ? groupIndexesOf(answer, groupSet) : [];
      rowsByKeys = new Map(
        (answer?.rows ?? []).map(
          (answerRow) => [joinKeys(keyIndexes.map((keyIndex) => answerRow.keys[keyIndex] ?? '')), answerRow] as const,
        ),
      );
      rowsByGroupSet.set(groupSetKey, rowsByKeys);
    }
    return rowsByKeys.get(joinKeys([...row.keys, ...column.keys]));
  };
}

/** Returns the group keys of a cell, for the query of the records that it aggregates. */
export const groupKeysOf = (
  { rows, columns }: PivotLayout,
  row: PivotHeader,
  column: PivotHeader,
): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...row.keys.map((key, index) => [rows[index] ?? '', key] as const),
    ...column.keys.map((key, index) => [columns[index] ?? '', key] as const),
  ]);

/** Returns the text of a row or column header. */
export const headerText = ({ kind, labels }: PivotHeader): string =>
  kind === 'total' ? '合计' : kind === 'subtotal' ? `${labels.at(-1) ?? ''} 小计` : labels.join(' / ');

/** Returns the figures of the cells in the order of the layout, each with its index in the values of an answer. */
export const figuresOf = (
  answers: AnswersByGroups,
  { values }: PivotLayout,
): { figure: Figure; valueIndex: number }[] => {
  const figures = answers.get('')?.figures ?? [];
  return values.flatMap((key) => {
    const valueIndex = figures.findIndex((figure) => figure.key === key);
    const figure = figures[valueIndex];
    return figure ? [{ figure, valueIndex }] : [];
  });
};
