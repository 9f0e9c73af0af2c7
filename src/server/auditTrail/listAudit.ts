import { sql, type Kysely, type Selectable, type SqlBool } from 'kysely';
import { escapeLikeText } from '../store/escapeLikeText.ts';
import { timeText } from '../http/time.ts';
import type { Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { pointInTime, timeZone } from '../records/index.ts';
import type { Database } from '../store/database.ts';
import { loadNames, type Names } from './idNames.ts';
import { changesOf, nameOf, type AuditChange } from './changesOf.ts';
import { actionName, objectName, objectsNamed } from './displayNames.ts';

/** Filters of the log; empty texts do not filter. `from` and `to` are dates or times. */
export interface AuditQuery {
  keyword?: string | null;
  object?: string | null;
  objectId?: string | null;
  action?: string | null;
  userId?: string | null;
  from?: string | null;
  to?: string | null;
}

/**
 * An entry of the log in API answers. `object`, `action`: codes; `objectType`, `actionType`: their display names;
 * `objectName`: display name of the object with the id `objectId`.
 */
export interface AuditRow {
  id: string;
  time: string;
  userId: string;
  userName: string;
  address: string;
  requestId: string;
  object: string;
  objectType: string;
  objectId: string;
  objectName: string;
  action: string;
  actionType: string;
  changes: AuditChange[];
  /** Says why `changes` is incomplete; absent or '' if it is complete. */
  note?: string;
}

/** Maximum length of a value in a list; exports contain the whole value. */
const MAX_VALUE_CHARS = 1000;

const truncate = (text: string): string =>
  text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS)}…` : text;

/** Returns a bound of the requested period as SQL. Refuses with REQUEST_INVALID a text that is no date. */
export function timeBound(input: string, isUpper: boolean) {
  const text = pointInTime(input, isUpper);
  if (text === null) throw new Refusal('REQUEST_INVALID', { detail: '时间应为日期' });
  return sql<Date>`(${text}::timestamp at time zone ${timeZone()})`;
}

/** Counting stops at this number; a total equal to it means "at least this many". */
const COUNT_LIMIT = 100_000;
const BATCH_SIZE = 500;

/** Returns the query for entries that match the filters. Refuses with REQUEST_INVALID a text that is no date. */
function matchingEntries(db: Kysely<Database>, query: AuditQuery) {
  let entries = db.selectFrom('sys_audit');
  if (query.object) entries = entries.where('object', '=', query.object);
  if (query.objectId) entries = entries.where('object_id', '=', query.objectId);
  if (query.action) entries = entries.where('action', '=', query.action);
  if (query.userId) entries = entries.where('user_id', '=', query.userId);
  if (query.from) entries = entries.where('happened_at', '>=', timeBound(query.from, false));
  if (query.to) entries = entries.where('happened_at', '<=', timeBound(query.to, true));
  const keyword = query.keyword?.trim() ?? '';
  if (keyword === '') return entries;
  const likePattern = `%${escapeLikeText(keyword)}%`;
  const objectCodes = objectsNamed(keyword);
  return entries.where(
    sql<SqlBool>`(object_name ilike ${likePattern} or user_name ilike ${likePattern} or object_id = ${keyword} or address = ${keyword} or request_id = ${keyword} or object = any(${objectCodes}::text[]))`,
  );
}

type StoredEntry = Selectable<Database['sys_audit']>;

const rowOf = (row: StoredEntry, names: Names, shorten: (text: string) => string): AuditRow => ({
  id: String(row.id),
  time: timeText(row.happened_at),
  userId: row.user_id,
  userName: row.user_name,
  address: row.address,
  requestId: row.request_id,
  object: row.object,
  objectType: objectName(row.object),
  objectId: row.object_id,
  objectName: nameOf(row, row.object_name, names),
  action: row.action,
  actionType: actionName(row.action),
  changes: changesOf(row, names).map(({ name, before, after }) => ({
    name,
    before: shorten(before),
    after: shorten(after),
  })),
});

/** Returns a page of the matching entries, latest first. For administrators: no value is hidden. */
export async function listAudit(
  db: Kysely<Database>,
  query: AuditQuery,
  { pageNum, pageSize }: Page,
): Promise<{ rows: AuditRow[]; total: number }> {
  const entries = matchingEntries(db, query);
  const { total } = await db
    .selectFrom(entries.select('id').limit(COUNT_LIMIT).as('counted'))
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await entries
    .selectAll()
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  const names = await loadNames(db, rows);
  return { total: Number(total), rows: rows.map((row) => rowOf(row, names, truncate)) };
}

/**
 * Yields the matching entries, latest first, at most `limit`, with untruncated values. Reads the entries in batches.
 */
export async function* iterateAudit(db: Kysely<Database>, query: AuditQuery, limit: number): AsyncGenerator<AuditRow> {
  let lastId: number | null = null;
  for (let remaining = limit; remaining > 0; remaining -= BATCH_SIZE) {
    let entries = matchingEntries(db, query);
    if (lastId !== null) entries = entries.where('id', '<', lastId);
    const rows: StoredEntry[] = await entries
      .selectAll()
      .orderBy('id', 'desc')
      .limit(Math.min(BATCH_SIZE, remaining))
      .execute();
    const names = await loadNames(db, rows);
    for (const row of rows) yield rowOf(row, names, (text) => text);
    if (rows.length < BATCH_SIZE) return;
    lastId = rows.at(-1)?.id ?? null;
  }
}
