import { sql } from 'kysely';
import type { FormRecord } from '../../../grammar/documents.ts';
import type { CompiledForm, CompiledField } from '../../../kernel/index.ts';
import type { Trx } from '../../store/transaction.ts';

/** Every file a record holds, in its fields and in the rows of its sub-tables. */
export function filesOf(
  form: CompiledForm,
  { fieldsMap, childTables }: Pick<FormRecord, 'fieldsMap' | 'childTables'>,
): string[] {
  const ids = new Set<string>();
  const take = ({ key, definition: { files } }: CompiledField, values: Readonly<Record<string, unknown>>): void =>
    files?.refs(values[key]).forEach((id) => ids.add(id));
  for (const field of form.fields.values()) take(field, fieldsMap);
  for (const [key, table] of form.tables) {
    const uploads = table.columns.filter((column) => column.definition.files);
    if (uploads.length > 0)
      for (const row of childTables[key] ?? []) uploads.forEach((column) => take(column, row.fieldsMap));
  }
  return [...ids];
}

/**
 * Notes which files a record holds. A draft nobody else has seen (`isDraft`) lets go of those it no longer names. Others
 * stay noted: the record's past names them, so nobody may throw them away; who may read one is asked of what the record
 * holds now.
 */
export async function noteFiles(
  trx: Trx,
  formKey: string,
  recordId: string,
  ids: readonly string[],
  isDraft: boolean,
): Promise<void> {
  if (isDraft) await forgetFiles(trx, recordId);
  if (ids.length === 0) return;
  // as one parameter: a long table may hold more files than a statement takes
  await sql`insert into frm_record_file (file_id, record_id, form_key) select id, ${recordId}, ${formKey} from unnest(${ids}::text[]) id where length(id) <= 64 on conflict do nothing`.execute(
    trx,
  );
}

/** A record that is removed holds nothing any more. */
export async function forgetFiles(trx: Trx, recordId: string): Promise<void> {
  await trx.deleteFrom('frm_record_file').where('record_id', '=', recordId).execute();
}
