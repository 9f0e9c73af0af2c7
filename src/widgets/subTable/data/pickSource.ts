import {
  type CompiledColumn,
  type CompiledTable,
  type Row,
  placeholderValuesOf,
  pickerRowSource,
  recordListSource,
  type RowSource,
} from '../../../kernel/index.ts';
import {
  filledBySource,
  itemsOf,
  outsideCall,
  rowOfItem,
  totalOf,
  type OutsideQuery,
} from '../../../requests/index.ts';
import type { FormSession } from '../../../runtime/form/session.ts';
import type { Actions } from '../actions.ts';

/** A selectable item, with its values for a row. */
export interface PickItem {
  /** Identifies the item in all pages and searches. */
  key: string;
  /** Equal to the identity of an existing row if the table already contains the item (see `identityOf`). */
  identity: string;
  values: Record<string, unknown>;
}

export interface PickPage {
  items: readonly PickItem[];
  total: number;
}

export interface PickSource {
  source: RowSource;
  /** Columns that a selected item fills. */
  columns: readonly CompiledColumn[];
  /** Keys of columns that this person may not fill, but whose values the server reads from the source itself. */
  lookedUpKeys: ReadonlySet<string>;
  /** Returns the identity of an item or a row, for finding items that are already in the table. */
  identityOf(values: Readonly<Record<string, unknown>>): string;
}

/** Returns the configured source of 选择数据 (SC-020…024); null without a source. */
export function pickSourceOf(table: CompiledTable, actions: Actions): PickSource | null {
  const source = pickerRowSource(table.node);
  if (source === null) return null;
  const blankRow = actions.newRow();
  const columns = filledBySource(table, source).filter((column) =>
    column.mayRead(actions.rowScope(blankRow).situation),
  );
  const isLookedUp = recordListSource(source) !== null;
  const lockedColumns = columns.filter((column) => !actions.mayFill(column, blankRow));
  // Rows are identified by the locked columns, which still have their picked values. The values of other columns may
  // have been changed since.
  const identifyingColumns = isLookedUp && lockedColumns.length > 0 ? lockedColumns : columns;
  return {
    source,
    columns: isLookedUp ? columns : columns.filter((column) => !lockedColumns.includes(column)),
    lookedUpKeys: new Set(isLookedUp ? lockedColumns.map(({ key }) => key) : []),
    identityOf: (values) =>
      JSON.stringify(
        identifyingColumns.map((column) => (column.isEmpty(values[column.key]) ? null : values[column.key])),
      ),
  };
}

/** Loads one page (CL-085). An answer that has no total and contains all items is split into pages in the browser. */
export async function loadPage(
  { services, situation, values }: FormSession,
  table: CompiledTable,
  { source, identityOf }: PickSource,
  query: OutsideQuery,
): Promise<PickPage> {
  const call = outsideCall(source, placeholderValuesOf(situation, values), query);
  if (!call.ok) throw new Error(call.problems[0]?.message);
  const answer = await services.request(call.value);
  const foundItems = itemsOf(answer, source.position).map((item): PickItem => {
    const rowValues = rowOfItem(table, source, item);
    return {
      key: typeof item.id === 'string' || typeof item.id === 'number' ? `id ${item.id}` : JSON.stringify(rowValues),
      identity: identityOf(rowValues),
      values: rowValues,
    };
  });
  const items = [...new Map(foundItems.map((item) => [item.key, item])).values()];
  const { pageNum, pageSize } = query;
  const total = totalOf(answer);
  if (total !== null) return { items, total };
  // `foundItems` is compared with the page size, because repeated items count as items of the answer
  const hasAllItems = pageNum === 1 ? foundItems.length !== pageSize : foundItems.length > pageSize;
  if (hasAllItems) return { items: items.slice((pageNum - 1) * pageSize, pageNum * pageSize), total: items.length };
  // a full page may be followed by further items
  return { items, total: (pageNum - 1) * pageSize + foundItems.length + (foundItems.length === pageSize ? 1 : 0) };
}

/** Returns the identities of the existing rows. */
export const identitiesIn = (rows: readonly Row[], { identityOf }: PickSource): ReadonlySet<string> =>
  new Set(rows.map((row) => identityOf(row.fieldsMap)));
