import { sql } from 'kysely';
import type { FormRecord } from '../../../grammar/documents.ts';
import type { CompiledForm, CompiledField } from '../../../kernel/index.ts';
import type { Trx } from '../../store/transaction.ts';

/** Returns the ids of all files in a record's fields and in the rows of its sub-tables, without duplicates. */
export function fileIdsOf(
  form: CompiledForm,
  { fieldsMap, childTables }: Pick<FormRecord, 'fieldsMap' | 'childTables'>,
): string[] {
  const ids = new Set<string>();
  const addFiles = ({ key, definition: { files } }: CompiledField, values: Readonly<Record<string, unknown>>): void =>
    files?.refs(values[key]).forEach((id) => ids.add(id));
  for (const field of form.fields.values()) addFiles(field, fieldsMap);
  for (const [key, table] of form.tables) {
    const fileColumns = table.columns.filter((column) => column.definition.files);
    if (fileColumns.length > 0)
      for (const row of childTables[key] ?? []) fileColumns.forEach((column) => addFiles(column, row.fieldsMap));
  }
  return [...ids];
}

/**
 * Stores the links between a record and its files (`frm_record_file`). Outdated links are deleted only for a draft
 * that nobody else has seen (`isDraft`). Otherwise they stay, because older revisions of the record still contain these
 * files, and a file without a link may be deleted. An outdated link gives no right to read the file: that right depends
 * on the values of the current record. Ids that are too long for the column are skipped.
 */
export async function saveFileLinks(
  trx: Trx,
  formKey: string,
  recordId: string,
  ids: readonly string[],
  isDraft: boolean,
): Promise<void> {
  if (isDraft) await deleteFileLinks(trx, recordId);
  if (ids.length === 0) return;
  // the ids are one array parameter, because a long sub-table may have more files than a statement may have parameters
  await sql`insert into frm_record_file (file_id, record_id, form_key) select id, ${recordId}, ${formKey} from unnest(${ids}::text[]) id where length(id) <= 64 on conflict do nothing`.execute(
    trx,
  );
}

/** Deletes all file links of a record. */
export async function deleteFileLinks(trx: Trx, recordId: string): Promise<void> {
  await trx.deleteFrom('frm_record_file').where('record_id', '=', recordId).execute();
}
