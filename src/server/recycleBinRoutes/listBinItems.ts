import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Page } from '../http/envelope.ts';
import { orderTerms, type Sort } from '../http/sorting.ts';
import { timeText } from '../http/time.ts';
import { RESTORABLE_DAYS, type RecycleBinKind } from '../recycleBin/index.ts';
import type { Db } from '../store/database.ts';
import { escapeLikeText } from '../store/escapeLikeText.ts';

/** One item in the recycle bin of administrators. */
export interface BinItemView {
  id: string;
  kind: RecycleBinKind;
  key: string;
  name: string;
  deletedByName: string;
  deletedTime: string;
  daysLeft: number;
}

/** The filters and the order of a list of the recycle bin. */
export interface BinQuery {
  keyword?: string | null;
  kind?: RecycleBinKind | '' | null;
  sort?: Sort<(typeof BIN_ORDERS)[number]> | null;
}

/** Fields by which the list may be sorted. */
export const BIN_ORDERS = ['name', 'kind', 'key', 'deletedByName', 'deletedTime', 'daysLeft'] as const;

/**
 * The condition that an item has not expired. Expired items are hidden even before the periodic clean-up deletes them.
 */
export const NOT_EXPIRED = sql<SqlBool>`deleted_at > now() - make_interval(days => ${sql.lit(RESTORABLE_DAYS)})`;

/** Returns one page of the recycle bin; by default the latest deletion first. */
export async function listBinItems(
  db: Db,
  { keyword, kind, sort }: BinQuery,
  { pageNum, pageSize }: Page,
): Promise<{ rows: BinItemView[]; total: number }> {
  const conditions: RawBuilder<SqlBool>[] = [NOT_EXPIRED];
  if (kind) conditions.push(sql<SqlBool>`kind = ${kind}`);
  if (keyword?.trim()) {
    const like = `%${escapeLikeText(keyword.trim())}%`;
    conditions.push(sql<SqlBool>`(name ilike ${like} or key ilike ${like} or deleted_by_name ilike ${like})`);
  }
  const where = sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
  const { total } = await db
    .selectFrom('sys_bin')
    .where(where)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('sys_bin')
    .where(where)
    .select(['id', 'kind', 'key', 'name', 'deleted_by_name', 'deleted_at'])
    .select(
      sql<number>`greatest(1, ceil(extract(epoch from deleted_at + make_interval(days => ${sql.lit(RESTORABLE_DAYS)}) - now()) / 86400))::int`.as(
        'daysLeft',
      ),
    )
    .orderBy(
      orderTerms(
        sort,
        {
          name: sql`name`,
          kind: sql`kind`,
          key: sql`key`,
          deletedByName: sql`deleted_by_name`,
          deletedTime: sql`deleted_at`,
          daysLeft: sql`deleted_at`,
        },
        sql`deleted_at desc, id`,
      ),
    )
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  return {
    total,
    rows: rows.map(({ deleted_by_name, deleted_at, ...row }) => ({
      ...row,
      deletedByName: deleted_by_name,
      deletedTime: timeText(deleted_at),
    })),
  };
}
