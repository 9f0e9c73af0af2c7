import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { FormRecord } from '../../grammar/documents.ts';
import type { CompiledForm } from '../../kernel/form.ts';
import type { ServerContext } from '../context.ts';
import { loadForm } from '../documents/forms.ts';
import type { Db } from '../documents/store.ts';
import { flowOfForm } from '../flow/flows.ts';
import { hiddenFields } from '../flow/hiddenFields.ts';
import { likeText } from '../flow/taskFilters.ts';
import type { Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { isAdmin, type RequestUser } from '../http/user.ts';
import { readableSql, scopeOf } from './access.ts';
import { conditionSql, type Condition } from './conditions.ts';
import { redactRecord } from '../../kernel/records/redact.ts';
import { listColumn, type ListColumn } from './listFields.ts';
import { readingSituations } from './read.ts';
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

/** Counting stops here: a total of this many means "at least". */
const COUNT_LIMIT = 200_000;

const keywordSql = (keyword: string): RawBuilder<SqlBool>[] => wordsOf(keyword).map(({ word, grams }) =>
  sql<SqlBool>`(search_grams @> ${grams}::text[] and search_text like ${`%${likeText(word)}%`})`);

/** Columns this person may ask by. A value that some task node hides must not be found out by searching for it. */
async function askableColumns(context: ServerContext, db: Db, user: RequestUser, form: CompiledForm): Promise<(name: string) => ListColumn> {
  const flow = isAdmin(user) ? null : await flowOfForm(context, db, form.definition.flowKey);
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

/**
 * One page of a form's records as this person may see them, without their sub-tables, and how many there are
 * (exactly up to COUNT_LIMIT). Pages are found by id first, so that far pages do not read whole documents.
 */
export async function listRecords(context: ServerContext, db: Db, user: RequestUser, formKey: string, query: RecordQuery): Promise<{ rows: FormRecord[]; total: number }> {
  const { form } = await loadForm(context, db, formKey);
  const readable = await readableSql(db, user, formKey, scopeOf(form.definition, query.isWholeUnit && form.definition.unitReads === '1'));
  const column = await askableColumns(context, db, user, form);
  const narrowing = (query.conditions ?? []).map((condition) => conditionSql(column(condition.field), condition)).filter((part) => part !== null);
  const filter = sql.join([sql`form_key = ${sql.lit(formKey)}`, ...narrowing, ...(query.narrowing ?? []), ...keywordSql(query.keyword ?? ''), ...(readable ? [readable] : [])], sql` and `);
  const { pageNum, pageSize } = query.page;
  const ids = await sql<{ id: string }>`select id from frm_record where ${filter} order by ${orderSql(column, query.sort)}
    limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db);
  const count = await sql<{ total: number }>`select count(*) as total from (select 1 from frm_record where ${filter} limit ${sql.lit(COUNT_LIMIT)}) as counted`.execute(db);
  const wanted = ids.rows.map((row) => row.id);
  const found = wanted.length === 0 ? [] : await db.selectFrom('frm_record').selectAll().where('form_key', '=', formKey).where('id', 'in', wanted).execute();
  const byId = new Map(found.map((row) => [row.id, row]));
  const rows = wanted.flatMap((id) => byId.get(id) ?? []);
  const situations = await readingSituations(context, db, user, rows);
  const records: FormRecord[] = [];
  for (const row of rows) {
    const situation = situations.get(row.id);
    const { form: own } = await loadForm(context, db, formKey, row.version);
    if (!situation) continue;
    const record = recordOf(row);
    records.push(query.withTables ? redactRecord(own, record, situation) : { ...redactRecord(own, { ...record, childTables: {} }, situation), childTables: {} });
  }
  return { rows: records, total: Number(count.rows[0]?.total ?? 0) };
}
