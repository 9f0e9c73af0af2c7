import type { CompiledColumn, Row, Scope } from '../../../kernel/index.ts';
import { cellText } from '../cellText.ts';
import { numberOf } from '../store/totals.ts';

/** How one reader wants the rows: an order by one column, texts picked by column, words to find. */
export interface Wish {
  sort: { column: string; isDown: boolean } | null;
  picked: ReadonlyMap<string, ReadonlySet<string>>;
  find: string;
}

export const NO_WISH: Wish = { sort: null, picked: new Map(), find: '' };

export const isPlain = ({ sort, picked, find }: Wish): boolean =>
  sort === null && picked.size === 0 && find.trim() === '';

const collator = new Intl.Collator('zh-CN', { numeric: true, sensitivity: 'base' });

/** The text a reader sees in a cell; '' where a rule hides it from them. */
export function seenText(column: CompiledColumn, row: Row, scope: Scope): string {
  if (column.node.visibleWhen && !column.access({ ...scope, row: row.fieldsMap }).visible) return '';
  return cellText(column, row.fieldsMap, undefined);
}

/** Numbers by size, everything else by its text as Chinese orders it (by sound); equal rows stay in their order. */
function compare(
  { valueType, key }: CompiledColumn,
  a: { row: Row; text: string },
  b: { row: Row; text: string },
): number {
  if (valueType === 'double') {
    const [x, y] = [a, b].map(({ row }) => numberOf(row.fieldsMap[key]));
    if (x !== null && y !== null) return x - y;
  }
  return collator.compare(a.text, b.text);
}

/** The rows that have every word and every picked text, in the wanted order; rows empty in that column come last either way. */
export function arrange(
  rows: readonly Row[],
  columns: readonly CompiledColumn[],
  scope: Scope,
  { sort, picked, find }: Wish,
): readonly Row[] {
  const words = find.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const byPick = columns.filter((column) => picked.has(column.key));
  const kept =
    words.length + byPick.length === 0
      ? rows
      : rows.filter((row) => {
          if (!byPick.every((column) => picked.get(column.key)?.has(seenText(column, row, scope)))) return false;
          if (words.length === 0) return true;
          const line = columns
            .map((column) => seenText(column, row, scope))
            .join('\t')
            .toLowerCase();
          return words.every((word) => line.includes(word));
        });
  const by = columns.find((column) => column.key === sort?.column);
  if (!by || sort === null) return kept;
  const keyed = kept.map((row) => ({ row, text: seenText(by, row, scope) }));
  const [full, empty] = [keyed.filter(({ text }) => text !== ''), keyed.filter(({ text }) => text === '')];
  full.sort((a, b) => (sort.isDown ? compare(by, b, a) : compare(by, a, b)));
  return [...full, ...empty].map(({ row }) => row);
}

/** The texts of a column and how many rows have each, in their order. */
export function textsOf(rows: readonly Row[], column: CompiledColumn, scope: Scope): { text: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const text = seenText(column, row, scope);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => ({ text, count })).sort((a, b) => collator.compare(a.text, b.text));
}
