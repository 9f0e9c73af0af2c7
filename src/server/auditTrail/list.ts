import { sql, type Kysely, type Selectable, type SqlBool } from 'kysely';
import { likeText } from '../store/likeText.ts';
import { timeText } from '../http/time.ts';
import type { Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { pointInTime, timeZone } from '../records/index.ts';
import type { Database } from '../store/database.ts';
import { namesIn, type Names } from './names.ts';
import { changesOf, nameOf, type AuditChange } from './values.ts';
import { actionName, objectName, objectsNamed } from './words.ts';

/** What may be asked of the log; an empty text asks nothing. `from` and `to` are days or times. */
export interface AuditQuery {
  keyword?: string | null;
  object?: string | null;
  objectId?: string | null;
  action?: string | null;
  userId?: string | null;
  from?: string | null;
  to?: string | null;
}

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
  /** What is to be said of the changes besides; '' for nothing. */
  note?: string;
}

/** Longest text of one value in a list; an export and the database hold more. */
const SHOWN = 1000;

const cut = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** A bound of the time asked for, as SQL. Refuses what is no day. */
export function timeBound(given: string, isUpper: boolean) {
  const text = pointInTime(given, isUpper);
  if (text === null) throw new Refusal('REQUEST_INVALID', { detail: '时间应为日期' });
  return sql<Date>`(${text}::timestamp at time zone ${timeZone()})`;
}

/** Counting stops here: a total of this many means "at least". */
const COUNT_LIMIT = 100_000;
const CHUNK = 500;

/** Entries that answer the query. Refuses with REQUEST_INVALID what is no day. */
function matching(db: Kysely<Database>, query: AuditQuery) {
  let found = db.selectFrom('sys_audit');
  if (query.object) found = found.where('object', '=', query.object);
  if (query.objectId) found = found.where('object_id', '=', query.objectId);
  if (query.action) found = found.where('action', '=', query.action);
  if (query.userId) found = found.where('user_id', '=', query.userId);
  if (query.from) found = found.where('happened_at', '>=', timeBound(query.from, false));
  if (query.to) found = found.where('happened_at', '<=', timeBound(query.to, true));
  const words = query.keyword?.trim() ?? '';
  if (words === '') return found;
  const like = `%${likeText(words)}%`;
  const named = objectsNamed(words);
  return found.where(
    sql<SqlBool>`(object_name ilike ${like} or user_name ilike ${like} or object_id = ${words} or address = ${words} or request_id = ${words} or object = any(${named}::text[]))`,
  );
}

type Stored = Selectable<Database['sys_audit']>;

const rowOf = (row: Stored, names: Names, shown: (text: string) => string): AuditRow => ({
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
    before: shown(before),
    after: shown(after),
  })),
});

/** A page of the entries that answer the query, the latest first. For administrators: nothing is left out. */
export async function listAudit(
  db: Kysely<Database>,
  query: AuditQuery,
  { pageNum, pageSize }: Page,
): Promise<{ rows: AuditRow[]; total: number }> {
  const found = matching(db, query);
  const { total } = await db
    .selectFrom(found.select('id').limit(COUNT_LIMIT).as('counted'))
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .selectAll()
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  const names = await namesIn(db, rows);
  return { total: Number(total), rows: rows.map((row) => rowOf(row, names, cut)) };
}

/** All entries that answer the query, the latest first, at most `limit`, with their texts whole; read while they are taken. */
export async function* allAudit(db: Kysely<Database>, query: AuditQuery, limit: number): AsyncGenerator<AuditRow> {
  let last: number | null = null;
  for (let left = limit; left > 0; left -= CHUNK) {
    let found = matching(db, query);
    if (last !== null) found = found.where('id', '<', last);
    const rows: Stored[] = await found.selectAll().orderBy('id', 'desc').limit(Math.min(CHUNK, left)).execute();
    const names = await namesIn(db, rows);
    for (const row of rows) yield rowOf(row, names, (text) => text);
    if (rows.length < CHUNK) return;
    last = rows.at(-1)?.id ?? null;
  }
}
