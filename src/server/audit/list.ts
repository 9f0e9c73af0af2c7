import { sql, type Kysely, type SqlBool } from 'kysely';
import { likeText } from '../flow/taskFilters.ts';
import { timeText } from '../http/time.ts';
import type { Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { pointInTime, timeZone } from '../records/listTime.ts';
import type { Database } from '../store/database.ts';
import { actionName, columnName, objectName, objectsNamed } from './words.ts';

/** What may be asked of the log; an empty text asks nothing. `from` and `to` are days or times. */
export interface AuditQuery { keyword?: string | null; object?: string | null; action?: string | null; userId?: string | null; from?: string | null; to?: string | null }

/** One place that changed; texts as people read them, '' for nothing. */
export interface AuditChange { name: string; before: string; after: string }
export interface AuditRow {
  id: string; time: string; userId: string; userName: string; address: string; requestId: string;
  object: string; objectType: string; objectId: string; objectName: string; action: string; actionType: string; changes: AuditChange[];
}

/** Longest text of one value in a list; the whole stands in the database. */
const SHOWN = 500;

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, SHOWN);
};

function changesOf(before: Record<string, unknown> | null, after: Record<string, unknown> | null): AuditChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.map((name) => ({ name: columnName(name), before: textOf(before?.[name]), after: textOf(after?.[name]) })).filter((change) => change.before !== '' || change.after !== '');
}

/** A bound of the time asked for, as SQL. Refuses what is no day. */
function timeBound(given: string, isUpper: boolean) {
  const text = pointInTime(given, isUpper);
  if (text === null) throw new Refusal('REQUEST_INVALID', { detail: '时间应为日期' });
  return sql<Date>`(${text}::timestamp at time zone ${timeZone()})`;
}

/** Counting stops here: a total of this many means "at least". */
const COUNT_LIMIT = 100_000;

/** Entries that answer the query, the latest first. For administrators: nothing is left out. */
export async function listAudit(db: Kysely<Database>, query: AuditQuery, { pageNum, pageSize }: Page): Promise<{ rows: AuditRow[]; total: number }> {
  let found = db.selectFrom('sys_audit');
  if (query.object) found = found.where('object', '=', query.object);
  if (query.action) found = found.where('action', '=', query.action);
  if (query.userId) found = found.where('user_id', '=', query.userId);
  if (query.from) found = found.where('happened_at', '>=', timeBound(query.from, false));
  if (query.to) found = found.where('happened_at', '<=', timeBound(query.to, true));
  const words = query.keyword?.trim() ?? '';
  if (words !== '') {
    const like = `%${likeText(words)}%`;
    const named = objectsNamed(words);
    found = found.where(sql<SqlBool>`(object_name ilike ${like} or user_name ilike ${like} or object_id = ${words} or address = ${words} or request_id = ${words} or object = any(${named}::text[]))`);
  }
  const { total } = await db.selectFrom(found.select('id').limit(COUNT_LIMIT).as('counted')).select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  const rows = await found.selectAll().orderBy('id', 'desc').limit(pageSize).offset((pageNum - 1) * pageSize).execute();
  return {
    total: Number(total),
    rows: rows.map((row) => ({
      id: String(row.id), time: timeText(row.happened_at), userId: row.user_id, userName: row.user_name, address: row.address, requestId: row.request_id,
      object: row.object, objectType: objectName(row.object), objectId: row.object_id, objectName: row.object_name, action: row.action, actionType: actionName(row.action), changes: changesOf(row.before, row.after),
    })),
  };
}
