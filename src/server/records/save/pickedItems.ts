import {
  type CompiledColumn,
  type CompiledTable,
  type Row,
  itemsOf,
  rowOfItem,
  recordsSource,
  type RowSource,
} from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { pageOf } from '../../http/envelope.ts';
import { Refusal } from '../../http/refusal.ts';
import type { ListBody } from '../../http/schemas.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Trx } from '../../store/transaction.ts';
import { namedIn, writtenConditions } from '../list/namedConditions.ts';
import { listRecords, type RecordQuery } from '../list/listRecords.ts';

/** A new row, and its columns whose values must stand together in one item of the source. */
export interface Wanted {
  row: Row;
  columns: readonly CompiledColumn[];
}

export interface Seek {
  context: ServerContext;
  trx: Trx;
  user: RequestUser;
  table: CompiledTable;
  source: RowSource;
  /** Body of the call, placeholders filled. */
  body: unknown;
  /** Every page may have been picked from; otherwise only the one that the body names. */
  hasPages: boolean;
}

export const PAGE_SIZE = 500;
const MAX_PAGES = 20;

const signature = (columns: readonly CompiledColumn[], values: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(
    columns.map((column) => (column.isEmpty(values[column.key]) ? [column.key] : [column.key, values[column.key]])),
  );

/** The query of a call that lists records; a page of 500 where one is given, else the page that the body names. */
export function queryOf(body: unknown, pageNum: number | null): RecordQuery {
  const { data, page } = (typeof body === 'object' && body !== null ? body : {}) as NonNullable<ListBody>;
  const asked =
    typeof data === 'object' && data !== null && !Array.isArray(data)
      ? { ...data, conditions: Array.isArray(data.conditions) ? data.conditions : [] }
      : null;
  return {
    page: pageNum === null ? pageOf({ page }) : { pageNum, pageSize: PAGE_SIZE },
    conditions: writtenConditions(asked),
    named: namedIn(asked),
    keyword: typeof data?.keyword === 'string' ? data.keyword : '',
    ...(data?.sort ? { sort: data.sort } : {}),
    isWholeUnit: false,
  };
}

async function pageOfItems(
  { context, trx, user, source, body }: Seek,
  pageNum: number | null,
): Promise<{ items: Record<string, unknown>[]; isLast: boolean }> {
  const records = recordsSource(source);
  if (!records) return { items: [], isLast: true };
  try {
    const { rows, total } = await listRecords(context, trx, user, records.formKey, {
      ...queryOf(body, pageNum),
      isWholeUnit: records.isWholeUnit,
    });
    return {
      items: itemsOf({ data: rows, page: { total } }, source.position),
      isLast: pageNum === null || pageNum * PAGE_SIZE >= total,
    };
  } catch (error) {
    // a source that refuses this person gave them nothing
    if (error instanceof Refusal) return { items: [], isLast: true };
    throw error;
  }
}

/** Ids of the rows that an item of the source stands behind. Looks through at most 10,000 items. */
export async function seekItems(seek: Seek, wanted: readonly Wanted[]): Promise<ReadonlySet<string>> {
  const waiting = new Map<string, Wanted[]>();
  const shapes = new Map<string, readonly CompiledColumn[]>();
  for (const one of wanted) {
    const text = signature(one.columns, one.row.fieldsMap);
    waiting.set(text, [...(waiting.get(text) ?? []), one]);
    shapes.set(one.columns.map(({ key }) => key).join(' '), one.columns);
  }
  const found = new Set<string>();
  for (let page = 1; page <= MAX_PAGES && waiting.size > 0; page += 1) {
    const { items, isLast } = await pageOfItems(seek, seek.hasPages ? page : null);
    for (const item of items) {
      const values = rowOfItem(seek.table, seek.source, item);
      for (const columns of shapes.values()) {
        const text = signature(columns, values);
        for (const { row } of waiting.get(text) ?? []) found.add(row.id);
        waiting.delete(text);
      }
    }
    if (isLast) break;
  }
  return found;
}
