import { sql, type RawBuilder } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { publishedForm } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import { recordTable } from '../columns/recordSource.ts';
import { isAdmin, type RequestUser } from '../../http/user.ts';
import { createFreshFactReader } from '../../store/facts.ts';
import { delegatedSql } from '../access/delegated.ts';
import { readableOneSql, scopeOf } from '../access/readScope.ts';

/** A file and a record that contains it. */
export interface FileRecord {
  file_id: string;
  record_id: string;
  form_key: string;
}

/**
 * Maximum number of records of one form that are returned for one file. The caller then checks whether the person may
 * see the field that contains the file. Nearly always the first record suffices.
 */
const MAX_RECORDS_PER_FILE = 10;

/**
 * Returns the links between files and records that this person may read, up to MAX_RECORDS_PER_FILE for each file and
 * form. A record is readable by the rules for opening one record (`mayRead`): people who are involved in the record do
 * not need the right to see the form. `links`: all links to examine, as SQL that selects file_id, record_id and
 * form_key. The database applies the permission before the limit, so that many unreadable records with a file do not
 * hide a readable record.
 */
export async function findReadableFileLinks(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  links: RawBuilder<unknown>,
): Promise<FileRecord[]> {
  const { rows: forms } = await sql<{
    form_key: string;
  }>`select distinct l.form_key from (${links}) l join frm_table t on t.form_key = l.form_key and t.table_key = ''`.execute(
    db,
  );
  const fileRecords: FileRecord[] = [];
  for (const { form_key: formKey } of forms) {
    // a removed form may have records that were not deleted yet
    const definition = await publishedForm(context, db, formKey);
    if (!definition) continue;
    const readableCondition = isAdmin(user)
      ? null
      : await readableOneSql(db, user, formKey, scopeOf(definition), createFreshFactReader());
    const { rows } = await sql<FileRecord>`select file_id, record_id, ${formKey}::text as form_key from (
        select l.file_id, l.record_id, row_number() over (partition by l.file_id order by l.record_id desc) as place from (${links}) l
        join ${recordTable(formKey)} as frm_record on frm_record.id = l.record_id where l.form_key = ${formKey} ${readableCondition ? sql`and (${readableCondition} or frm_record.id in (select g.record_id from ${delegatedSql(user.id)} g))` : sql``}
      ) found where place <= ${MAX_RECORDS_PER_FILE} order by place`.execute(db);
    fileRecords.push(...rows);
  }
  return fileRecords;
}
