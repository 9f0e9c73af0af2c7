import { recordsOfAllForms } from '../records/index.ts';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { CompiledForm } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import { loadForm } from '../documents/index.ts';
import type { Page } from '../http/envelope.ts';
import { timeText } from '../http/time.ts';
import { escapeLikeText } from '../store/escapeLikeText.ts';
import type { RecordValues } from '../records/index.ts';
import { timeBound, type AuditQuery, type AuditRow } from './listAudit.ts';
import { auditChangesOfRecord } from './auditChangesOfRecord.ts';
import { recordActionName } from './displayNames.ts';

/** Counting stops at this number; a total equal to it means "at least this many". */
const COUNT_LIMIT = 10_000;
/** Maximum number of changes that are listed for an entry. */
const MAX_CHANGES = 100;
/**
 * Maximum uncompressed size of the two compared states. The changes of a larger record (e.g. with 20,000 rows) are
 * shown only in the record's own history.
 */
const MAX_COMPARED_BYTES = 400_000;
const MAX_VALUE_CHARS = 1000;

interface AuditedWrite {
  id: string;
  record_id: string;
  form_key: string;
  revision: number;
  action: string;
  user_id: string;
  user_name: string;
  happened_at: Date;
  title: string | null;
  after: RecordValues | null;
  before: RecordValues | null;
  is_large: boolean;
}

/**
 * Returns the filters as SQL conditions on the table `frm_record_audit`, which has the alias `a`. A keyword is searched
 * in record ids, names of users, and titles of records that still exist.
 */
function filterConditions(
  { keyword, object, objectId, action, userId, from, to }: AuditQuery,
  records: RawBuilder<unknown>,
): RawBuilder<SqlBool>[] {
  const keywordText = keyword?.trim() ?? '';
  const likePattern = `%${escapeLikeText(keywordText)}%`;
  return [
    ...(object ? [sql<SqlBool>`a.form_key = ${object}`] : []),
    ...(objectId ? [sql<SqlBool>`a.record_id = ${objectId}`] : []),
    ...(action ? [sql<SqlBool>`a.action = ${action}`] : []),
    ...(userId ? [sql<SqlBool>`a.user_id = ${userId}`] : []),
    ...(from ? [sql<SqlBool>`a.happened_at >= ${timeBound(from, false)}`] : []),
    ...(to ? [sql<SqlBool>`a.happened_at <= ${timeBound(to, true)}`] : []),
    ...(keywordText === ''
      ? []
      : [
          sql<SqlBool>`(a.record_id = ${keywordText} or a.user_name ilike ${likePattern} or exists (select 1 from ${records} as k where k.form_key = a.form_key and k.id = a.record_id and k.title ilike ${likePattern}))`,
        ]),
  ];
}

const truncate = (text: string): string =>
  text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS)}…` : text;

/**
 * Returns a page of the writes to records that match the filters, latest first, each compared with the state before it.
 * For states larger than `MAX_COMPARED_BYTES` no changes are listed. For administrators.
 */
export async function listRecordAudit(
  context: ServerContext,
  query: AuditQuery,
  { pageNum, pageSize }: Page,
): Promise<{ rows: AuditRow[]; total: number }> {
  const { db } = context;
  const records = await recordsOfAllForms(db);
  const filter = sql.join([sql<SqlBool>`true`, ...filterConditions(query, records)], sql` and `);
  const {
    rows: [counted],
  } = await sql<{
    total: string;
  }>`select count(*) as total from (select 1 from frm_record_audit a where ${filter} limit ${COUNT_LIMIT}) as counted`.execute(
    db,
  );
  const { rows } =
    await sql<AuditedWrite>`with page as (select a.id, a.record_id, a.form_key, a.revision, a.action, a.user_id, a.user_name, a.happened_at from frm_record_audit a where ${filter}
      order by a.happened_at desc, a.id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}),
    sized as (select page.*, own.after as whole, previous.after as earlier,
        coalesce(octet_length(own.after::text), 0) + coalesce(octet_length(previous.after::text), 0) > ${MAX_COMPARED_BYTES} as is_large
      from page join frm_record_audit own on own.id = page.id
      left join lateral (select b.after from frm_record_audit b where b.record_id = page.record_id and b.revision < page.revision
        order by b.revision desc, b.happened_at desc limit 1) previous on true)
    select s.id, s.record_id, s.form_key, s.revision, s.action, s.user_id, s.user_name, s.happened_at, s.is_large, r.title,
      case when s.is_large then null else s.whole end as after, case when s.is_large then null else s.earlier end as before
    from sized s left join ${records} as r on r.form_key = s.form_key and r.id = s.record_id order by s.happened_at desc, s.id desc`.execute(
      db,
    );
  const forms = new Map<string, CompiledForm | null>();
  for (const key of new Set(rows.map(({ form_key }) => form_key)))
    forms.set(
      key,
      await loadForm(context, db, key).then(
        ({ form }) => form,
        () => null,
      ),
    );
  return { total: Number(counted?.total ?? 0), rows: rows.map((row) => rowOf(row, forms.get(row.form_key) ?? null)) };
}

function rowOf(row: AuditedWrite, form: CompiledForm | null): AuditRow {
  const changes = row.is_large || !form ? [] : auditChangesOfRecord(form, row.before, row.after);
  const unlistedCount = changes.length - MAX_CHANGES;
  const unlistedNote = unlistedCount > 0 ? `另有 ${unlistedCount} 处未列出` : '';
  const note = row.is_large ? '内容过多，请打开单据的修改记录查看' : unlistedNote;
  return {
    id: row.id,
    time: timeText(row.happened_at),
    userId: row.user_id,
    userName: row.user_name,
    address: '',
    requestId: '',
    object: row.form_key,
    objectType: form?.definition.formName ?? row.form_key,
    objectId: row.record_id,
    objectName: row.title ?? (row.after === null && !row.is_large ? '（已删除的单据）' : ''),
    action: row.action,
    actionType: recordActionName(row.action),
    note,
    changes: changes
      .slice(0, MAX_CHANGES)
      .map(({ name, before, after }) => ({ name, before: truncate(before), after: truncate(after) })),
  };
}
