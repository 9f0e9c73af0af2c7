import type { CompiledForm } from '../../../kernel/index.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Trx } from '../../store/transaction.ts';
import { enteredValues } from '../save/writeRecord.ts';
import { fileIdsOf } from '../read/recordFiles.ts';
import type { RecordRow } from '../read/recordRows.ts';
import type { ClearedReference } from '../tables.ts';

/**
 * Copies a record into the recycle bin before its deletion. `cleared`: the references to the record that its deletion
 * removed from other records. `note`: text about the event whose effect deletes the record; '' if a person deletes it.
 */
export async function copyToBin(
  trx: Trx,
  user: RequestUser,
  row: RecordRow,
  form: CompiledForm,
  { note, cleared }: { note: string; cleared: readonly ClearedReference[] },
): Promise<void> {
  const { form_key, fields, child_tables, search_text: _search, ...systemColumns } = row;
  const values = await enteredValues(trx, form_key, { fieldsMap: fields, childTables: child_tables });
  await trx
    .insertInto('frm_bin')
    .values({
      record_id: row.id,
      form_key,
      form_name: form.definition.formName,
      title: row.title,
      system: JSON.stringify(systemColumns),
      document: JSON.stringify(values),
      file_ids: fileIdsOf(form, values),
      cleared: JSON.stringify(cleared),
      note,
      deleted_by: user.id,
      deleted_by_name: user.name,
    })
    .onConflict((conflict) => conflict.column('record_id').doNothing())
    .execute();
}
