import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ServerContext } from '../context.ts';
import { pageOf, type Page } from '../http/envelope.ts';
import type { RequestUser } from '../http/user.ts';
import { type Condition, listRecords, type Matching, namedIn, writtenConditions } from '../records/index.ts';
import { flatOf, type Flat } from './flat.ts';

/** Body of a ledger's list: fields by their keys (a text is looked for within, anything else is compared), or conditions as other lists have them. */
export interface LedgerBody {
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

export interface LedgerWish {
  formKey: string;
  body: LedgerBody | null;
  sort?: { field: string; order?: 'asc' | 'desc' };
  conditions?: readonly Condition[];
  /** A condition of the server's own over fields that the asker must be allowed to ask by. */
  matching?: Matching;
  /** `days` says how far ahead is looked, and is no field. */
  isReminder?: boolean;
  withTables?: boolean;
  /** Pages are cut to this size. */
  maxSize?: number;
}

const IDS: ReadonlySet<string> = new Set(['ids']);
const REMINDED: ReadonlySet<string> = new Set(['ids', 'days']);

/** Only these records, of those that this person may see; an empty list asks nothing, as an empty field does. */
const among = (ids: readonly string[] | null | undefined): RawBuilder<SqlBool>[] =>
  ids && ids.length > 0 ? [sql<SqlBool>`id = any(${[...ids]}::text[])`] : [];

/** One page of a ledger as this person may see it. Refuses with REQUEST_INVALID a field that is not to be asked by. */
export async function listFlat(
  context: ServerContext,
  user: RequestUser,
  wish: LedgerWish,
): Promise<{ rows: Flat[]; page: Page; total: number }> {
  const { formKey, body } = wish;
  const asked = pageOf(body);
  const page = { ...asked, pageSize: Math.min(asked.pageSize, wish.maxSize ?? asked.pageSize) };
  const sort = body?.data?.sort ?? wish.sort;
  const { rows, total } = await listRecords(context, context.db, user, formKey, {
    page,
    isWholeUnit: false,
    keyword: body?.data?.keyword ?? '',
    ...(sort ? { sort } : {}),
    conditions: [...writtenConditions(body?.data), ...(wish.conditions ?? [])],
    named: namedIn(body?.data, wish.isReminder ? REMINDED : IDS),
    narrowing: among(body?.data?.ids),
    ...(wish.matching ? { matching: wish.matching } : {}),
    withTables: wish.withTables ?? false,
  });
  return { rows: rows.map(flatOf), page, total };
}

const CHUNK = 500;

/** Every row of a ledger, page after page, at most `limit`. */
export async function* allFlat(
  context: ServerContext,
  user: RequestUser,
  wish: Omit<LedgerWish, 'maxSize'>,
  limit: number,
): AsyncGenerator<Flat> {
  for (let pageNum = 1; (pageNum - 1) * CHUNK < limit; pageNum += 1) {
    const { rows, total } = await listFlat(context, user, {
      ...wish,
      body: { ...wish.body, page: { pageNum, pageSize: CHUNK } },
    });
    yield* rows;
    if (rows.length === 0 || pageNum * CHUNK >= total) return;
  }
}
