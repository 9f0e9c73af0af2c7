import {
  type CompiledColumn,
  type CompiledTable,
  type Row,
  sourceOf,
  filledBySource,
  itemsOf,
  outsideCall,
  rowOfItem,
  totalOf,
  type OutsideQuery,
  outsideSource,
  recordsSource,
  type RowSource,
} from '../../../kernel/index.ts';
import type { FormSession } from '../../../runtime/form/session.ts';
import type { Actions } from '../actions.ts';

/** One thing that can be picked: what it puts into a row. */
export interface Item {
  /** The same thing on another page or after a search. */
  key: string;
  /** The same thing in a row. */
  identity: string;
  values: Record<string, unknown>;
}

export interface Page {
  items: readonly Item[];
  total: number;
}

export interface Picking {
  source: RowSource;
  /** Columns that a pick fills. */
  columns: readonly CompiledColumn[];
  /** Columns that a pick fills although this person may not type them: the server looks them up. */
  vouched: ReadonlySet<string>;
  identityOf(values: Readonly<Record<string, unknown>>): string;
}

/** SC-020…024: what picking means here; null without a configured source. */
export function pickingOf(table: CompiledTable, actions: Actions): Picking | null {
  const source = outsideSource(table.node);
  if (source === null) return null;
  const blank = actions.newRow();
  const columns = filledBySource(table, source).filter((column) => column.mayRead(actions.rowScope(blank).situation));
  const isVouched = recordsSource(source) !== null;
  const locked = columns.filter((column) => !actions.mayFill(column, blank));
  // what cannot be typed stays as it was picked; of open columns any may have been changed since
  const telling = isVouched && locked.length > 0 ? locked : columns;
  return {
    source,
    columns: isVouched ? columns : columns.filter((column) => !locked.includes(column)),
    vouched: new Set(isVouched ? locked.map(({ key }) => key) : []),
    identityOf: (values) =>
      JSON.stringify(telling.map((column) => (column.isEmpty(values[column.key]) ? null : values[column.key]))),
  };
}

/** CL-085: one page. An answer without a total that is longer than a page is paged here. */
export async function askPage(
  { services, situation, values }: FormSession,
  table: CompiledTable,
  { source, identityOf }: Picking,
  query: OutsideQuery,
): Promise<Page> {
  const call = outsideCall(source, sourceOf(situation, values), query);
  if (!call.ok) throw new Error(call.problems[0]?.message);
  const answer = await services.request(call.value);
  const found = itemsOf(answer, source.position).map((item): Item => {
    const mapped = rowOfItem(table, source, item);
    return {
      key: typeof item.id === 'string' || typeof item.id === 'number' ? `id ${item.id}` : JSON.stringify(mapped),
      identity: identityOf(mapped),
      values: mapped,
    };
  });
  const items = [...new Map(found.map((item) => [item.key, item])).values()];
  const { pageNum, pageSize } = query;
  const total = totalOf(answer);
  if (total !== null) return { items, total };
  const isWhole = pageNum === 1 ? items.length !== pageSize : items.length > pageSize;
  if (isWhole) return { items: items.slice((pageNum - 1) * pageSize, pageNum * pageSize), total: items.length };
  return { items, total: (pageNum - 1) * pageSize + items.length + (items.length === pageSize ? 1 : 0) };
}

/** What the rows hold already. */
export const identitiesIn = (rows: readonly Row[], { identityOf }: Picking): ReadonlySet<string> =>
  new Set(rows.map((row) => identityOf(row.fieldsMap)));
