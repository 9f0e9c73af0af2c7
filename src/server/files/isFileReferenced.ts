import { sql, type RawBuilder, type SqlBool } from 'kysely';

/**
 * Returns the SQL condition that a file is referenced. References come from a record (or an earlier version of a
 * record), a record in the recycle bin, an opinion, a mail, a business object, a document in a folder, a comment, a
 * person (photo or signature), or a system parameter (the logo). `file`: the id, or a column that contains it.
 * Referenced files are never removed.
 */
export const isFileReferencedSql = (file: RawBuilder<string>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(exists (select 1 from frm_record_file h where h.file_id = ${file})
    or exists (select 1 from frm_bin h where h.file_ids @> array[${file}]::text[])
    or exists (select 1 from flw_file h where h.file_id = ${file})
    or exists (select 1 from mail_file h where h.file_id = ${file})
    or exists (select 1 from att_busi h where h.file_id = ${file})
    or exists (select 1 from file_version h where h.file_id = ${file})
    or exists (select 1 from frm_comment_file h where h.file_id = ${file})
    or exists (select 1 from sys_user h where h.photo_id = ${file} or h.signature_id = ${file})
    or exists (select 1 from sys_param h where h.value = to_jsonb(${file}::text)))`;
