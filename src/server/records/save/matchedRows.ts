import {
  type CompiledColumn,
  type CompiledTable,
  type Row,
  recordListSource,
  type RowSource,
} from '../../../kernel/index.ts';
import { itemsOf, rowOfItem } from '../../../requests/index.ts';
import type { ServerContext } from '../../context.ts';
import { pageOf } from '../../http/envelope.ts';
import { Refusal } from '../../http/refusal.ts';
import type { ListBody } from '../../http/schemas.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Trx } from '../../store/transaction.ts';
import { fieldValuesIn, conditionsIn } from '../list/requestFilters.ts';
import { listRecords } from '../list/listRecords.ts';
import type { RecordQuery } from '../list/prepareList.ts';

/** A new row, and the columns whose values must all occur together in one item of the source. */
export interface SoughtRow {
  row: Row;
  columns: readonly CompiledColumn[];
}

/** A search for items of a source with the rights of one person. */
export interface ItemSearch {
  context: ServerContext;
  trx: Trx;
  user: RequestUser;
  table: CompiledTable;
  source: RowSource;
  /** The body of the call, with the values that the document reads from the form already filled in. */
  body: unknown;
  /** True: search the items of all pages, up to MAX_PAGES. False: search only the page that `body` specifies. */
  isPaged: boolean;
}

/** Number of records on a page that the server reads from a source. */
export const PAGE_SIZE = 500;
/** Maximum number of pages that are read from a source. */
const MAX_PAGES = 20;

/** Returns a text that is equal for rows with the same values in these columns. */
const valuesKey = (columns: readonly CompiledColumn[], values: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(
    columns.map((column) => (column.isEmpty(values[column.key]) ? [column.key] : [column.key, values[column.key]])),
  );

/**
 * Returns the query of a call that lists records. `pageNum`: the number of the page, with PAGE_SIZE records per page;
 * null: the page that `body` specifies.
 */
export function recordQueryOf(body: unknown, pageNum: number | null): RecordQuery {
  const { data, page } = (typeof body === 'object' && body !== null ? body : {}) as NonNullable<ListBody>;
  const listData =
    typeof data === 'object' && data !== null && !Array.isArray(data)
      ? { ...data, conditions: Array.isArray(data.conditions) ? data.conditions : [] }
      : null;
  return {
    page: pageNum === null ? pageOf({ page }) : { pageNum, pageSize: PAGE_SIZE },
    conditions: conditionsIn(listData),
    fieldValues: fieldValuesIn(listData),
    keyword: typeof data?.keyword === 'string' ? data.keyword : '',
    ...(data?.sort ? { sort: data.sort } : {}),
    isWholeUnit: false,
  };
}

/** Loads one page of the items of a source; `pageNum` null: the page that `body` specifies. */
async function loadItems(
  { context, trx, user, source, body }: ItemSearch,
  pageNum: number | null,
): Promise<{ items: Record<string, unknown>[]; isLast: boolean }> {
  const records = recordListSource(source);
  if (!records) return { items: [], isLast: true };
  try {
    const { rows, total } = await listRecords(context, trx, user, records.formKey, {
      ...recordQueryOf(body, pageNum),
      isWholeUnit: records.isWholeUnit,
    });
    return {
      items: itemsOf({ data: rows, page: { total } }, source.position),
      isLast: pageNum === null || pageNum * PAGE_SIZE >= total,
    };
  } catch (error) {
    // a source that refuses this person has no items
    if (error instanceof Refusal) return { items: [], isLast: true };
    throw error;
  }
}

/**
 * Returns the ids of the sought rows that have a matching item in the source: the item has the same values in the
 * row's sought columns. Reads at most `MAX_PAGES` pages.
 */
export async function findMatchedRowIds(
  search: ItemSearch,
  soughtRows: readonly SoughtRow[],
): Promise<ReadonlySet<string>> {
  const unmatchedRows = new Map<string, SoughtRow[]>();
  const columnSets = new Map<string, readonly CompiledColumn[]>();
  for (const soughtRow of soughtRows) {
    const key = valuesKey(soughtRow.columns, soughtRow.row.fieldsMap);
    unmatchedRows.set(key, [...(unmatchedRows.get(key) ?? []), soughtRow]);
    columnSets.set(soughtRow.columns.map((column) => column.key).join(' '), soughtRow.columns);
  }
  const matchedIds = new Set<string>();
  for (let page = 1; page <= MAX_PAGES && unmatchedRows.size > 0; page += 1) {
    const { items, isLast } = await loadItems(search, search.isPaged ? page : null);
    for (const item of items) {
      const values = rowOfItem(search.table, search.source, item);
      for (const columns of columnSets.values()) {
        const key = valuesKey(columns, values);
        for (const { row } of unmatchedRows.get(key) ?? []) matchedIds.add(row.id);
        unmatchedRows.delete(key);
      }
    }
    if (isLast) break;
  }
  return matchedIds;
}
