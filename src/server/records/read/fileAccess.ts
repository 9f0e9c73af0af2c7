import { sql } from 'kysely';
import type { FileAccess, ServerContext } from '../../context.ts';
import { recordsOf } from '../columns/recordSource.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Db } from '../../store/database.ts';
import { fileIdsOf } from './recordFiles.ts';
import { findReadableFileLinks, type FileRecord } from './fileRecords.ts';
import { loadReadingForm, loadReadingSituations } from './answerRecord.ts';
import { redactRecord } from '../../../records/index.ts';
import { recordOf } from './recordRows.ts';

/** Maximum number of records that one query loads. It is small because each record may have a long sub-table. */
const RECORDS_PER_QUERY = 8;

/**
 * Returns those of the files that are in a visible field of a record that this person may read. Loads the records in
 * batches, each record at most once. Skips a record if the earlier batches have shown that its files are readable.
 */
export async function findReadableFiles(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  fileIds: readonly string[],
): Promise<string[]> {
  if (fileIds.length === 0) return [];
  const fileRecords = await findReadableFileLinks(
    context,
    db,
    user,
    sql`select file_id, record_id, form_key from frm_record_file where file_id = any(${[...fileIds]}::text[])`,
  );
  const readableFileIds = new Set<string>();
  const visitedRecordIds = new Set<string>();
  for (let index = 0; index < fileRecords.length;) {
    const batchRecordIds: string[] = [];
    const { form_key: formKey } = fileRecords[index] as FileRecord;
    for (
      ;
      index < fileRecords.length &&
      batchRecordIds.length < RECORDS_PER_QUERY &&
      fileRecords[index]?.form_key === formKey;
      index += 1
    ) {
      const { file_id: fileId, record_id: recordId } = fileRecords[index] as FileRecord;
      if (readableFileIds.has(fileId) || visitedRecordIds.has(recordId)) continue;
      visitedRecordIds.add(recordId);
      batchRecordIds.push(recordId);
    }
    for (const fileId of await findVisibleFiles(context, db, user, formKey, batchRecordIds))
      readableFileIds.add(fileId);
  }
  return fileIds.filter((id) => readableFileIds.has(id));
}

/** Returns the ids of the files in those fields of these records that this person may see. */
async function findVisibleFiles(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  recordIds: readonly string[],
): Promise<string[]> {
  const rows =
    recordIds.length === 0
      ? []
      : await db
          .selectFrom(await recordsOf(db, formKey))
          .selectAll()
          .where('form_key', '=', formKey)
          .where('id', 'in', [...recordIds])
          .execute();
  const situations = await loadReadingSituations(context, db, user, rows);
  const files: string[] = [];
  for (const row of rows) {
    const form = await loadReadingForm(context, db, row);
    const situation = situations.get(row.id);
    if (situation) files.push(...fileIdsOf(form, redactRecord(form, recordOf(row), situation)));
  }
  return files;
}

/** Returns the function for `context.fileAccess` that grants permissions to read the files in records. */
export const recordFileAccess =
  (context: ServerContext): FileAccess =>
  (user, fileIds) =>
    findReadableFiles(context, context.db, user, fileIds);
