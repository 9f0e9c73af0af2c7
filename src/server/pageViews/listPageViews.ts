import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Page } from '../http/envelope.ts';
import { orderTerms, type Sort } from '../http/sorting.ts';
import { timeText } from '../http/time.ts';
import { timeZone } from '../records/index.ts';
import type { Db } from '../store/database.ts';
import { escapeLikeText } from '../store/escapeLikeText.ts';

/** A period of days, including both ends; null: unlimited. */
export interface Period {
  from: string | null;
  to: string | null;
}

export interface PageViewRow {
  id: string;
  day: string;
  userName: string;
  deptName: string;
  unitName: string;
  pageName: string;
  page: string;
  views: number;
  visitTime: string;
}

export const STATISTICS_GROUPS = ['day', 'page', 'unit', 'user'] as const;
export type StatisticsGroup = (typeof STATISTICS_GROUPS)[number];

/** Number of views (`pv`) and of distinct people (`uv`) of one day, page, unit or person. */
export interface PageViewStatistics {
  id: string;
  name: string;
  pv: number;
  uv: number;
}

export interface SignInStatistics {
  id: string;
  day: string;
  signIns: number;
  people: number;
  failures: number;
  locks: number;
}

interface ListPage<T> {
  rows: T[];
  total: number;
}

const periodConditions = (day: RawBuilder<unknown>, { from, to }: Period): RawBuilder<SqlBool>[] => [
  ...(from === null ? [] : [sql<SqlBool>`${day} >= ${from}::date`]),
  ...(to === null ? [] : [sql<SqlBool>`${day} <= ${to}::date`]),
];
const allConditions = (parts: readonly RawBuilder<SqlBool>[]): RawBuilder<unknown> =>
  parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
const limitAndOffset = ({ pageNum, pageSize }: Page): RawBuilder<unknown> =>
  sql`limit ${pageSize} offset ${(pageNum - 1) * pageSize}`;

/**
 * SQL expression for a query with `sys_visit v`: the menu title of the page, or its path if it has no menu entry. The
 * path of an entry may be relative to the path of its parent.
 */
const pageName = sql`coalesce((select coalesce(m.item #>> '{meta,title}', m.item ->> 'name')
    from sys_menu m left join sys_menu above on above.id = m.parent_id
    where not m.is_removed and v.page in (m.item ->> 'path', (above.item ->> 'path') || '/' || (m.item ->> 'path')) order by m.sn, m.id limit 1), v.page)`;

/** Fields by which `listPageViews` may sort. */
export const PAGE_VIEW_ORDERS = ['userName', 'deptName', 'unitName', 'pageName', 'views', 'day', 'visitTime'] as const;
const PAGE_VIEW_COLUMNS = {
  userName: sql`user_name`,
  deptName: sql`nullif(dept_name, '')`,
  unitName: sql`nullif(unit_name, '')`,
  pageName: sql`page_name`,
  views: sql`views`,
  day: sql`day`,
  visitTime: sql`last_at`,
};

/**
 * Lists the page views, one row per day, person, unit and page; by default the latest first. `keyword`: part of a
 * person's name, or of a page's title or path.
 */
export async function listPageViews(
  db: Db,
  { keyword, sort, ...period }: Period & { keyword: string; sort?: Sort<(typeof PAGE_VIEW_ORDERS)[number]> | null },
  page: Page,
): Promise<ListPage<PageViewRow>> {
  const like = `%${escapeLikeText(keyword.trim())}%`;
  const periodCondition = allConditions(periodConditions(sql`v.day`, period));
  const keywordCondition =
    keyword.trim() === '' ? sql`true` : sql`(user_name ilike ${like} or page_name ilike ${like} or page ilike ${like})`;
  const visits = sql`select v.*, u.name as user_name, coalesce(d.name, '') as dept_name, coalesce(o.name, '') as unit_name, ${pageName} as page_name
    from sys_visit v join sys_user u on u.id = v.user_id left join sys_org d on d.id = u.dept_id left join sys_org o on o.id = v.unit_id where ${periodCondition}`;
  const { rows } = await sql<{
    day: string;
    user_id: string;
    unit_id: string;
    user_name: string;
    dept_name: string;
    unit_name: string;
    page_name: string;
    page: string;
    views: number;
    last_at: Date;
    total: number;
  }>`select to_char(day, 'YYYY-MM-DD') as day, user_id, unit_id, user_name, dept_name, unit_name, page_name, page, views, last_at, count(*) over ()::integer as total
    from (${visits}) l where ${keywordCondition} order by ${orderTerms(sort, PAGE_VIEW_COLUMNS, sql`last_at desc, page, user_id, unit_id`)} ${limitAndOffset(page)}`.execute(
    db,
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      id: [row.day, row.user_id, row.unit_id, row.page].join(' '),
      day: row.day,
      userName: row.user_name,
      deptName: row.dept_name,
      unitName: row.unit_name,
      pageName: row.page_name,
      page: row.page,
      views: row.views,
      visitTime: timeText(row.last_at),
    })),
  };
}

const GROUP_COLUMNS: Readonly<
  Record<StatisticsGroup, { id: RawBuilder<unknown>; name: RawBuilder<unknown>; order: RawBuilder<unknown> }>
> = {
  day: { id: sql`to_char(v.day, 'YYYY-MM-DD')`, name: sql`to_char(v.day, 'YYYY-MM-DD')`, order: sql`id desc` },
  page: { id: sql`v.page`, name: pageName, order: sql`pv desc, id` },
  unit: {
    id: sql`v.unit_id`,
    name: sql`coalesce((select o.name from sys_org o where o.id = v.unit_id), '（未指定）')`,
    order: sql`pv desc, id`,
  },
  user: {
    id: sql`v.user_id`,
    name: sql`(select u.name from sys_user u where u.id = v.user_id)`,
    order: sql`pv desc, id`,
  },
};

/** Counts views and people by day, page, unit or person. */
export async function listPageViewStatistics(
  db: Db,
  { by, ...period }: Period & { by: StatisticsGroup },
  page: Page,
): Promise<ListPage<PageViewStatistics>> {
  const { id, name, order } = GROUP_COLUMNS[by];
  const { rows } = await sql<
    PageViewStatistics & { total: number }
  >`select id, name, pv, uv, count(*) over ()::integer as total from (
      select ${id} as id, max(${name}) as name, sum(v.views)::integer as pv, count(distinct v.user_id)::integer as uv
      from sys_visit v where ${allConditions(periodConditions(sql`v.day`, period))} group by 1) g order by ${order} ${limitAndOffset(page)}`.execute(
    db,
  );
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ total: _total, ...row }) => row) };
}

/** Returns sign-in statistics of each day from the audit log: sign-ins, distinct people, failures, and locks. */
export async function listSignInStatistics(db: Db, period: Period, page: Page): Promise<ListPage<SignInStatistics>> {
  const day = sql`(a.happened_at at time zone ${timeZone()})::date`;
  const { rows } = await sql<
    SignInStatistics & { total: number }
  >`select to_char(day, 'YYYY-MM-DD') as id, to_char(day, 'YYYY-MM-DD') as day,
      "signIns", people, failures, locks, count(*) over ()::integer as total from (
      select ${day} as day, count(*) filter (where a.action = 'signIn')::integer as "signIns",
        count(distinct a.object_id) filter (where a.action = 'signIn')::integer as people,
        count(*) filter (where a.action = 'signInFailed')::integer as failures, count(*) filter (where a.action = 'locked')::integer as locks
      from sys_audit a where a.object = 'auth' and a.action in ('signIn', 'signInFailed', 'locked') and ${allConditions(periodConditions(day, period))} group by 1) g
    order by day desc ${limitAndOffset(page)}`.execute(db);
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ total: _total, ...row }) => row) };
}
