import { sql } from 'kysely';
import type { RequestUser } from '../http/user.ts';
import { timeZone } from '../records/index.ts';
import type { Db } from '../store/database.ts';

/** Maximum number of distinct pages per person and day, which limits the rows that invented addresses can create. */
const MAX_PAGES = 500;

export interface PageViews {
  page: string;
  views: number;
}

/** Adds page views of a person to today's counts. */
export async function recordPageViews(db: Db, user: RequestUser, pages: readonly PageViews[]): Promise<void> {
  const viewsByPage = new Map<string, number>();
  for (const pageViews of pages)
    viewsByPage.set(pageViews.page, (viewsByPage.get(pageViews.page) ?? 0) + pageViews.views);
  const viewRows = [...viewsByPage].map(([page, count]) => ({ page, views: count }));
  await sql`with today as (select (now() at time zone ${timeZone()})::date as day)
    insert into sys_visit (day, user_id, unit_id, page, views, last_at)
    select today.day, ${user.id}, ${user.unitId ?? ''}, x.page, x.views, now()
      from today, jsonb_to_recordset(${JSON.stringify(viewRows)}::jsonb) as x(page text, views integer)
      where (select count(*) from sys_visit v, today t where v.day = t.day and v.user_id = ${user.id}) < ${MAX_PAGES}
        or exists (select 1 from sys_visit v where v.day = today.day and v.user_id = ${user.id} and v.unit_id = ${user.unitId ?? ''} and v.page = x.page)
      order by x.page
    on conflict (day, user_id, unit_id, page) do update set views = sys_visit.views + excluded.views, last_at = excluded.last_at`.execute(
    db,
  );
}
