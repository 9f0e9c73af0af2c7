import { sql } from 'kysely';
import type { Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { timeText } from '../http/time.ts';
import type { Db } from '../store/database.ts';
import { escapeLikeText } from '../store/escapeLikeText.ts';

/**
 * An error in the browser that one person had on one day. `time`, `lastTime`: its first and last occurrence. `count`:
 * how often it occurred. `page`: the page of the application. `place`: tag and position of the node that failed.
 */
interface PageErrorRow {
  id: string;
  time: string;
  lastTime: string;
  count: number;
  error: string;
  page: string;
  place: string;
  build: string;
  browser: string;
}

/**
 * Returns one page of the list of errors, the latest first. `keyword`: a part of the error's number, name, message,
 * page or node; '' for all errors.
 */
export async function listPageErrors(
  db: Db,
  keyword: string,
  { pageNum, pageSize }: Page,
): Promise<{ rows: PageErrorRow[]; total: number }> {
  const text = keyword.trim();
  const like = `%${escapeLikeText(text)}%`;
  const keywordCondition =
    text === '' ? sql`true` : sql`concat_ws(' ', number, name, message, page, tag, place) ilike ${like}`;
  const { rows } = await sql<{
    number: string;
    happened_at: Date;
    last_at: Date;
    count: number;
    name: string;
    message: string;
    page: string;
    tag: string;
    place: string;
    build: string;
    browser: string;
    total: number;
  }>`select number, happened_at, last_at, count, name, message, page, tag, place, build, browser, count(*) over ()::integer as total
    from sys_page_error where ${keywordCondition} order by last_at desc, number limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(
    db,
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      id: row.number,
      time: timeText(row.happened_at),
      lastTime: timeText(row.last_at),
      count: row.count,
      error: [row.name, row.message].filter(Boolean).join('：'),
      page: row.page,
      place: [row.tag, row.place].filter(Boolean).join('，'),
      build: row.build,
      browser: row.browser,
    })),
  };
}

interface StackLine {
  id: string;
  part: string;
  text: string;
}

/** Returns the lines of the call stack and of the component stack of an error. Refuses with 404 an unknown number. */
export async function stackOfPageError(db: Db, number: string): Promise<StackLine[]> {
  const row = await db
    .selectFrom('sys_page_error')
    .select(['stack', 'components'])
    .where('number', '=', number)
    .executeTakeFirst();
  if (!row) throw new Refusal('404');
  return [
    ['调用位置', row.stack],
    ['所在组件', row.components],
  ].flatMap(([part = '', text = '']) =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line, index) => ({ id: `${part}${index + 1}`, part, text: line })),
  );
}
