import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ServerContext } from '../context.ts';
import { pageOf, type Page } from '../http/envelope.ts';
import type { RequestUser } from '../http/user.ts';
import { type Condition, type FieldCondition, listRecords, fieldValuesIn, conditionsIn } from '../records/index.ts';
import { flatRecordOf, type FlatRecord } from './flat.ts';

/**
 * Body of a call that lists flat records: values by field key, or conditions as in other lists. A text matches a part
 * of the value; any other value must match completely.
 */
export interface FlatListBody {
  page?: Partial<Page> | null;
  data?:
    | (Record<string, unknown> & {
        conditions?: { field: string; op?: string; value?: unknown }[] | null;
        keyword?: string | null;
        sort?: { field: string; order?: 'asc' | 'desc' } | null;
        ids?: string[] | null;
        days?: number | null;
      })
    | null;
}

/** The records that are listed or exported: a form, the body of the call, and what the route adds to it. */
export interface FlatListQuery {
  formKey: string;
  body: FlatListBody | null;
  sort?: { field: string; order?: 'asc' | 'desc' };
  conditions?: readonly Condition[];
  /** A condition that the server adds, over fields by which the person must be allowed to query. */
  fieldCondition?: FieldCondition;
  /** True for a list of reminders: `days` of the body is then their period, not a field. */
  isReminder?: boolean;
  includesTables?: boolean;
  /** Maximum size of a page. */
  maxPageSize?: number;
}

/** Keys of the body's data that are not field keys, besides those that `fieldValuesIn` always excludes. */
const NON_FIELD_KEYS: ReadonlySet<string> = new Set(['ids']);
const NON_FIELD_KEYS_OF_REMINDERS: ReadonlySet<string> = new Set(['ids', 'days']);

/**
 * Returns the conditions that restrict a list to the records with these ids. Without ids there is no condition, as an
 * empty field value in the body is no condition either.
 */
const idConditions = (ids: readonly string[] | null | undefined): RawBuilder<SqlBool>[] =>
  ids && ids.length > 0 ? [sql<SqlBool>`id = any(${[...ids]}::text[])`] : [];

/**
 * Returns one page of the records, as this person may see them. Refuses with REQUEST_INVALID a field by which they may
 * not query.
 */
export async function listFlatRecords(
  context: ServerContext,
  user: RequestUser,
  query: FlatListQuery,
): Promise<{ rows: FlatRecord[]; page: Page; total: number }> {
  const { formKey, body } = query;
  const requestedPage = pageOf(body);
  const page = {
    ...requestedPage,
    pageSize: Math.min(requestedPage.pageSize, query.maxPageSize ?? requestedPage.pageSize),
  };
  const sort = body?.data?.sort ?? query.sort;
  const { rows, total } = await listRecords(context, context.db, user, formKey, {
    page,
    isWholeUnit: false,
    keyword: body?.data?.keyword ?? '',
    ...(sort ? { sort } : {}),
    conditions: [...conditionsIn(body?.data), ...(query.conditions ?? [])],
    fieldValues: fieldValuesIn(body?.data, query.isReminder ? NON_FIELD_KEYS_OF_REMINDERS : NON_FIELD_KEYS),
    serverConditions: idConditions(body?.data?.ids),
    ...(query.fieldCondition ? { fieldCondition: query.fieldCondition } : {}),
    includesTables: query.includesTables ?? false,
  });
  return { rows: rows.map(flatRecordOf), page, total };
}

const PAGE_SIZE = 500;

/** Yields every record, page after page; `limit`: maximum number of records, rounded up to whole pages. */
export async function* allFlatRecords(
  context: ServerContext,
  user: RequestUser,
  query: Omit<FlatListQuery, 'maxSize'>,
  limit = Infinity,
): AsyncGenerator<FlatRecord> {
  for (let pageNum = 1; (pageNum - 1) * PAGE_SIZE < limit; pageNum += 1) {
    const { rows, total } = await listFlatRecords(context, user, {
      ...query,
      body: { ...query.body, page: { pageNum, pageSize: PAGE_SIZE } },
    });
    yield* rows;
    if (rows.length === 0 || pageNum * PAGE_SIZE >= total) return;
  }
}
