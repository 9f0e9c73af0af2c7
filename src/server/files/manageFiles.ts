import { sql, type Kysely, type SqlBool } from 'kysely';
import { recordAuditEvent } from '../audit/index.ts';
import type { Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { orderTerms, type Sort } from '../http/sorting.ts';
import { timeText } from '../http/time.ts';
import type { Database } from '../store/database.ts';
import { escapeLikeText } from '../store/escapeLikeText.ts';
import type { Trx } from '../store/transaction.ts';
import { isFileReferencedSql } from './isFileReferenced.ts';
import { copyToRecycleBin } from '../recycleBin/index.ts';

/** Minimum age for removing an unreferenced file. A newer file may belong to a form that is being filled in. */
const ORPHAN_DAYS = 7;

/**
 * A file in the list of 文件管理. `place`: Chinese description of the objects that refer to it. `state` 'held': something
 * refers to the file; 'fresh': nothing refers to the file, but it is newer than ORPHAN_DAYS; 'orphan': nothing refers
 * to the file, and it is old enough to be removed.
 */
export interface ManagedFile {
  id: string;
  fileName: string;
  fileExt: string;
  size: number;
  uploader: string;
  createTime: string;
  place: string;
  state: 'held' | 'fresh' | 'orphan';
  url: string;
}

export interface FileQuery {
  keyword?: string | null;
  state?: string | null;
  timeFrom?: string | null;
  timeTo?: string | null;
  sort?: Sort<(typeof FILE_ORDERS)[number]> | null;
}

/** Fields by which the list of files may be sorted. */
export const FILE_ORDERS = ['fileName', 'size', 'uploader', 'createTime'] as const;

const IS_REFERENCED = isFileReferencedSql(sql.ref('f.id'));
const IS_OLD = sql<SqlBool>`f.created_at < now() - make_interval(days => ${ORPHAN_DAYS})`;

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}/;
/** Returns the day of a date or time, `YYYY-MM-DD`. Refuses with REQUEST_INVALID a text that is not a date. */
function dayOf(text: string): string {
  if (!DAY_PATTERN.test(text) || Number.isNaN(Date.parse(text.slice(0, 10))))
    throw new Refusal('REQUEST_INVALID', { detail: '时间应为日期' });
  return text.slice(0, 10);
}

/**
 * Lists the uploaded files that match the query, by default the latest first. `bytes`: total size of all matching
 * files, not only of those on the page.
 */
export async function listManagedFiles(
  db: Kysely<Database>,
  { keyword, state, timeFrom, timeTo, sort }: FileQuery,
  { pageNum, pageSize }: Page,
): Promise<{ rows: ManagedFile[]; total: number; bytes: number }> {
  let query = db.selectFrom('att_file as f').leftJoin('sys_user as u', 'u.id', 'f.uploader_id');
  const keywordText = keyword?.trim() ?? '';
  if (keywordText !== '') {
    const likePattern = `%${escapeLikeText(keywordText)}%`;
    query = query.where(
      sql<SqlBool>`(f.file_name ilike ${likePattern} or u.name ilike ${likePattern} or f.id = ${keywordText})`,
    );
  }
  if (timeFrom) query = query.where('f.created_at', '>=', new Date(`${dayOf(timeFrom)}T00:00:00`));
  if (timeTo) query = query.where('f.created_at', '<=', new Date(`${dayOf(timeTo)}T23:59:59.999`));
  if (state === 'held') query = query.where(IS_REFERENCED);
  if (state === 'fresh') query = query.where(sql<SqlBool>`not ${IS_REFERENCED} and not ${IS_OLD}`);
  if (state === 'orphan') query = query.where(sql<SqlBool>`not ${IS_REFERENCED} and ${IS_OLD}`);
  const { total, bytes } = await query
    .select([sql<number>`count(*)::int`.as('total'), sql<number>`coalesce(sum(f.size), 0)::bigint`.as('bytes')])
    .executeTakeFirstOrThrow();
  const rows = await query
    .select(['f.id', 'f.file_name', 'f.file_ext', 'f.size', 'f.created_at', 'u.name as uploader'])
    .select([IS_REFERENCED.as('isHeld'), IS_OLD.as('isOld')])
    .orderBy(
      orderTerms(
        sort,
        {
          fileName: sql`lower(f.file_name)`,
          size: sql`f.size`,
          uploader: sql`u.name`,
          createTime: sql`f.created_at`,
        },
        sql`f.created_at desc, f.id desc`,
      ),
    )
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  const references = await describeReferences(
    db,
    rows.map(({ id }) => id),
  );
  return {
    total,
    bytes: Number(bytes),
    rows: rows.map(({ id, file_name, file_ext, size, created_at, uploader, isHeld, isOld }) => ({
      id,
      fileName: file_name,
      fileExt: file_ext,
      size: Number(size),
      uploader: uploader ?? '',
      createTime: timeText(created_at),
      place: [...(references.get(id) ?? [])].join('；'),
      state: stateOf(Boolean(isHeld), Boolean(isOld)),
      url: `/api/file/sys/file/download/${id}`,
    })),
  };
}

function stateOf(isHeld: boolean, isOld: boolean): ManagedFile['state'] {
  if (isHeld) return 'held';
  return isOld ? 'orphan' : 'fresh';
}

/**
 * Returns Chinese descriptions of the objects that refer to each file, by file id: form and id of a record, or another
 * object.
 */
async function describeReferences(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, Set<string>>> {
  const references = new Map<string, Set<string>>();
  if (ids.length === 0) return references;
  const idList = sql`(${sql.join([...ids])})`;
  const { rows } = await sql<{ id: string; place: string }>`
    select h.file_id as id, coalesce(d.name, h.form_key) || '（' || h.record_id || '）' as place
      from frm_record_file h left join doc_document d on d.kind = 'form' and d.doc_key = h.form_key where h.file_id in ${idList}
    union all select h.file_id, '审批意见：' || coalesce(d.name, h.form_key)
      from flw_file h left join doc_document d on d.kind = 'form' and d.doc_key = h.form_key where h.file_id in ${idList}
    union all select h.file_id, '邮件：' || m.subject from mail_file h join mail_message m on m.id = h.message_id where h.file_id in ${idList}
    union all select h.file_id, '文件夹中的文件：' || d.name from file_version h join file_document d on d.id = h.document_id where h.file_id in ${idList}
    union all select h.file_id, '业务附件：' || h.bus_type from att_busi h where h.file_id in ${idList}
    union all select h.file_id, '讨论：' || c.form_key from frm_comment_file h join frm_comment c on c.id = h.comment_id where h.file_id in ${idList}
    union all select held.id, '回收站：' || h.form_name || '“' || h.title || '”'
      from frm_bin h cross join unnest(h.file_ids) as held(id) where h.file_ids && array[${sql.join([...ids])}]::text[] and held.id in ${idList}
    union all select h.photo_id, '头像：' || h.name from sys_user h where h.photo_id in ${idList}
    union all select h.signature_id, '签名：' || h.name from sys_user h where h.signature_id in ${idList}
    union all select h.value #>> '{}', '系统参数' from sys_param h where h.value #>> '{}' in ${idList}`.execute(db);
  for (const { id, place } of rows) references.set(id, (references.get(id) ?? new Set()).add(place));
  return references;
}

/**
 * Moves the row of an unreferenced file into the recycle bin. Refuses with 404 if there is no such file, and with
 * REQUEST_INVALID if the file is referenced, is too new, or is contained in a draft, mail or notice. The content is
 * deleted by the first sweep after the file has left the recycle bin.
 */
export async function removeUnreferencedFile(trx: Trx, id: string): Promise<void> {
  const file = await trx
    .selectFrom('att_file as f')
    .select(['f.file_name', 'f.size'])
    .select([IS_REFERENCED.as('isHeld'), IS_OLD.as('isOld')])
    .where('f.id', '=', id)
    .forUpdate('f')
    .executeTakeFirst();
  if (!file) throw new Refusal('404');
  if (file.isHeld) throw new Refusal('REQUEST_INVALID', { detail: '文件仍被使用，不能删除' });
  if (!file.isOld)
    throw new Refusal('REQUEST_INVALID', { detail: `上传不足 ${ORPHAN_DAYS} 天，可能正在填写的表单中，不能删除` });
  const likePattern = `%${id}%`;
  const {
    rows: [row],
  } = await sql<{
    isNamed: boolean;
  }>`select (exists (select 1 from frm_draft_part where value::text like ${likePattern})
    or exists (select 1 from mail_message where file_ids ? ${id})
    or exists (select 1 from sys_notice where content like ${likePattern})) as "isNamed"`.execute(trx);
  if (row?.isNamed) throw new Refusal('REQUEST_INVALID', { detail: '有草稿、邮件或公告用到此文件，不能删除' });
  await copyToRecycleBin(trx, {
    kind: 'file',
    key: id,
    name: file.file_name,
    rowsByTable: [{ table: 'att_file', where: sql<SqlBool>`t.id = ${id}` }],
  });
  await trx.deleteFrom('att_file').where('id', '=', id).execute();
  await recordAuditEvent(trx, {
    action: 'fileRemoved',
    object: 'att_file',
    objectId: id,
    objectName: file.file_name,
    detail: { size: Number(file.size) },
  });
}
