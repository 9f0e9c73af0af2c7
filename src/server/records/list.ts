import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { FormRecord } from '../../grammar/documents.ts';
import type { CompiledForm } from '../../kernel/form.ts';
import type { ServerContext } from '../context.ts';
import { knownForm, loadForm } from '../documents/forms.ts';
import { publication, type Db } from '../documents/store.ts';
import { flowOfForm } from '../flow/flows.ts';
import { hiddenFields } from '../flow/hiddenFields.ts';
import { likeText } from '../flow/taskFilters.ts';
import type { Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { isAdmin, type RequestUser } from '../http/user.ts';
import { askingGround, type Ground } from '../store/facts.ts';
import { kept, readRows } from '../store/named.ts';
import { readableSql, scopeOf } from './access.ts';
import { conditionSql, type Condition } from './conditions.ts';
import { redactRecord } from '../../kernel/records/redact.ts';
import { listColumn, type ListColumn } from './listFields.ts';
import { countRecords, smallCount, type Total } from './count.ts';
import { metSql, READ_COLUMNS, type Met, type ReadRow } from './met.ts';
import { partitionName } from './partition.ts';
import { readingVersion, situationsOf } from './read.ts';
import { recordOf } from './rows.ts';
import { wordsOf } from './search.ts';
import { situationOf } from './situation.ts';

export interface RecordQuery {
  page: Page;
  conditions?: readonly Condition[];
  keyword?: string;
  sort?: { field: string; order?: 'asc' | 'desc' };
  /** The whole unit's records (CL-080), not only those this person has to do with. */
  isWholeUnit: boolean;
  /** Further conditions of the server's own over frm_record, e.g. dates that come near. Nothing of them is the caller's. */
  narrowing?: readonly RawBuilder<SqlBool>[];
  /** Answers sub-tables too. */
  withTables?: boolean;
}

const keywordSql = (keyword: string): RawBuilder<SqlBool>[] => wordsOf(keyword).map(({ word, grams }) =>
  sql<SqlBool>`(search_grams @> ${grams}::text[] and search_text like ${`%${likeText(word)}%`})`);

/** Columns this person may ask by. A value that some task node hides must not be found out by searching for it. */
async function askableColumns(context: ServerContext, db: Db, user: RequestUser, form: CompiledForm, ground: Ground): Promise<(name: string) => ListColumn> {
  const flow = isAdmin(user) ? null : await flowOfForm(context, db, form.definition.flowKey, ground);
  const hidden = hiddenFields(flow?.definition ?? null);
  const situation = situationOf({ user, row: null, rules: null, isEdit: false, isTask: false });
  return (name) => {
    const found = hidden.has(name) ? null : listColumn(form, situation, name);
    if (!found) throw new Refusal('REQUEST_INVALID', { detail: `没有可查询的字段“${name}”` });
    return found;
  };
}

function orderSql(column: (name: string) => ListColumn, sort: RecordQuery['sort']): RawBuilder<unknown> {
  if (!sort?.field) return sql`create_time desc, id desc`;
  const { value, kind, isSystem } = column(sort.field);
  if (kind === 'list' || kind === 'span') throw new Refusal('REQUEST_INVALID', { detail: `不能按“${sort.field}”排序` });
  if (isSystem) return sort.order === 'asc' ? sql`${value}, id` : sql`${value} desc, id desc`;
  return sort.order === 'asc' ? sql`${value} nulls first, id` : sql`${value} desc nulls last, id desc`;
}

export interface RecordPage extends Total { rows: FormRecord[] }

/** More ways than these to the records of one person are one condition again. */
const MOST_WAYS = 12;

/** What a list asks for, ready for SQL: the form, which records, in what order. `ways`: where the newest come first, the ways that lead to them, if not all of them may be read. */
interface Asked { ways: readonly RawBuilder<SqlBool>[]; isNewestFirst: boolean; formKey: string; /** The form's own table: without a condition on the form the database may answer out of an index alone. */ table: RawBuilder<unknown>; form: CompiledForm; published: number; filter: RawBuilder<SqlBool>; order: RawBuilder<unknown>; ground: Ground }

async function asked(context: ServerContext, db: Db, user: RequestUser, formKey: string, query: Omit<RecordQuery, 'page'>, ground: Ground): Promise<Asked> {
  const { form, version: published } = await knownForm(context, db, formKey, ground);
  const readable = await readableSql(db, user, formKey, scopeOf(form.definition, query.isWholeUnit && form.definition.unitReads === '1'), ground);
  const column = await askableColumns(context, db, user, form, ground);
  // the rows may be of its approval
  if (form.definition.flowKey) ground.expect(publication('flow', form.definition.flowKey));
  const narrowing = (query.conditions ?? []).map((condition) => conditionSql(column(condition.field), condition)).filter((part) => part !== null);
  const narrow = [...narrowing, ...(query.narrowing ?? []), ...keywordSql(query.keyword ?? '')];
  const both = (parts: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> => (parts.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join([sql`form_key = ${sql.lit(formKey)}`, ...parts], sql` and `)}`);
  const filter = both([...narrow, ...(readable ? [readable.filter] : [])]);
  const ways = readable && readable.ways.length <= MOST_WAYS ? readable.ways.map((way) => (narrow.length === 0 ? way : both([...narrow, way]))) : [];
  return { formKey, table: sql.id(partitionName(formKey)), form, published, filter, ways, order: orderSql(column, query.sort), isNewestFirst: !query.sort?.field, ground };
}

const columns = sql.join(READ_COLUMNS.map((column) => sql.ref(column)));
type FoundRow = ReadRow & { met: Met; counted: number | null; proof: string | null };

/** The records of a page (its ids with their places, 1 first), in its order. `counted`: a number to bring along. Proves what was believed so far. */
async function rowsOf(db: Db, user: RequestUser, { formKey, table, ground }: Asked, page: RawBuilder<unknown>, { withTables, counted = sql`null`, isPlain = false }: { withTables: boolean; counted?: RawBuilder<unknown>; isPlain?: boolean }): Promise<FoundRow[]> {
  const tables = withTables ? sql`r.child_tables` : sql`'{}'::jsonb as child_tables`;
  // the proof comes without a row, too
  const rows = await readRows(db, sql<FoundRow>`${sql.raw(isPlain ? kept : '')} select ${columns}, ${tables}, ${metSql(user.id)} as met, ${counted} as counted, case when coalesce(page.place, 1) = 1 then ${ground.column()} end as proof
    from (select 1) always left join ((${page}) page join ${table} r on r.form_key = ${sql.lit(formKey)} and r.id = page.id) on true order by page.place`);
  ground.prove(rows[0]?.proof);
  return rows.filter(({ id }) => id !== null);
}

/** The rows as this person may see them. */
async function shownRows(context: ServerContext, db: Db, user: RequestUser, { formKey, published, ground }: Asked, found: readonly FoundRow[]): Promise<FormRecord[]> {
  const situations = await situationsOf(context, db, user, found, { published, ground });
  const records: FormRecord[] = [];
  for (const row of found) {
    const situation = situations.get(row.id);
    const { form: own } = await loadForm(context, db, formKey, readingVersion(row, row.met) ?? published);
    if (situation) records.push(redactRecord(own, recordOf(row), situation));
  }
  return records;
}

/** Pages among the first of a list, of the sizes that the page offers, as most are. */
const NEAR = 500;
const SIZES: readonly number[] = [10, 20, 50];
const isNear = (offset: number, size: number): boolean => offset + size <= NEAR && SIZES.includes(size);

/** So many of each way are enough for the pages up to there. */
const DEPTHS: readonly number[] = [50, NEAR, 4 * NEAR];

/**
 * The ids of a page with their places. Where the page is near, the limits stand in the text: then one plan serves every
 * such page. The newest records of somebody who may not read all are the newest of what each way leads to: so a page of
 * theirs costs what one of the administrator's costs, and nobody else's records are gone through.
 */
function pageSql({ table, filter, ways, order, isNewestFirst }: Asked, offset: number, size: number): RawBuilder<unknown> {
  const depth = DEPTHS.find((most) => offset + size <= most);
  const ids = ways.length === 0 || depth === undefined || !isNewestFirst ? sql`select id from ${table} as frm_record where ${filter} order by ${order}`
    : sql`select id from (${sql.join(ways.map((way) => sql`(select id, create_time from ${table} as frm_record where ${way} order by ${order} limit ${sql.lit(depth)})`), sql` union `)}) found order by ${order}`;
  if (!isNear(offset, size)) return sql`select id, row_number() over () as place from (${ids} limit ${size} offset ${offset}) ids`;
  return sql`select id, place - ${offset}::bigint as place from (select id, row_number() over () as place from (${ids} limit ${sql.lit(NEAR)}) ids) numbered where place > ${offset}::bigint limit ${sql.lit(size)}`;
}

/** Asked for with nothing but a page: its text is the form's alone. */
const isPlain = ({ conditions = [], keyword = '', sort, narrowing = [] }: RecordQuery): boolean => conditions.length + keyword.length + narrowing.length === 0 && !sort?.field;

/**
 * One page of a form's records as this person may see them, without their sub-tables, and how many there are (`countRecords`;
 * not asked where the page tells it). Pages are found by id first, so that far pages do not read whole documents.
 */
export async function listRecords(context: ServerContext, db: Db, user: RequestUser, formKey: string, query: RecordQuery, ground: Ground = askingGround(context)): Promise<RecordPage> {
  const list = await asked(context, db, user, formKey, query, ground);
  const { pageNum, pageSize } = query.page;
  const offset = (pageNum - 1) * pageSize;
  const found = await rowsOf(db, user, list, pageSql(list, offset, pageSize), { withTables: query.withTables ?? false, counted: smallCount(list, partitionName(formKey)), isPlain: isPlain(query) && isNear(offset, pageSize) });
  const isLast = found.length < pageSize && (found.length > 0 || offset === 0);
  const counted = isLast ? offset + found.length : found[0]?.counted ?? null;
  const total: Total = counted === null ? await countRecords(db, list) : { total: counted, isEstimate: false };
  // a full page of an estimate may have another one behind it
  const least = found.length === 0 ? 0 : offset + found.length + (total.isEstimate && found.length === pageSize ? 1 : 0);
  return { rows: await shownRows(context, db, user, list, found), total: Math.max(total.total, least), isEstimate: total.isEstimate };
}

const CHUNK = 500;

/**
 * Every record of a list in its order, read in groups while they are taken: which ones there are is found out at the
 * beginning and held as ids, everything else passes. At most `limit`; answers how many, and the form.
 */
export async function eachRecord(context: ServerContext, db: Db, user: RequestUser, formKey: string, query: Omit<RecordQuery, 'page'>, limit: number): Promise<{ form: CompiledForm; count: number; records: AsyncGenerator<FormRecord> }> {
  const list = await asked(context, db, user, formKey, query, askingGround(context));
  const { rows } = await sql<{ id: string }>`select id from ${list.table} as frm_record where ${list.filter} order by ${list.order} limit ${limit}`.execute(db);
  const ids = rows.map(({ id }) => id);
  const records = async function* (): AsyncGenerator<FormRecord> {
    for (let at = 0; at < ids.length; at += CHUNK) {
      const page = sql`select id, place from unnest(${ids.slice(at, at + CHUNK)}::text[]) with ordinality as ids(id, place)`;
      yield* await shownRows(context, db, user, list, await rowsOf(db, user, list, page, { withTables: false }));
    }
  };
  return { form: list.form, count: ids.length, records: records() };
}
