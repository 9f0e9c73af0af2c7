import type { FormRecord } from '../../grammar/documents.ts';
import type { CompiledForm } from '../../kernel/form.ts';
import type { Trx } from '../store/transaction.ts';

const UPLOAD = 'el-upload';

/** Ids in an upload's value: comma text (FL-002), a list of ids, or objects with an id. */
function idsIn(value: unknown): string[] {
  const parts: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  return parts.map((part) => String((part as { id?: unknown } | null)?.id ?? part ?? '').trim()).filter((id) => id !== '' && id.length <= 64);
}

/** Every file a record holds, in its fields and in the rows of its sub-tables. */
export function filesOf(form: CompiledForm, { fieldsMap, childTables }: Pick<FormRecord, 'fieldsMap' | 'childTables'>): string[] {
  const ids = new Set<string>();
  const take = (values: Readonly<Record<string, unknown>>, key: string): void => idsIn(values[key]).forEach((id) => ids.add(id));
  for (const [key, field] of form.fields) if (field.node.tag === UPLOAD) take(fieldsMap, key);
  for (const [key, table] of form.tables) {
    const uploads = table.columns.filter((column) => column.node.tag === UPLOAD);
    if (uploads.length > 0) for (const row of childTables[key] ?? []) uploads.forEach((column) => take(row.fieldsMap, column.key));
  }
  return [...ids];
}

/** Notes which files a record holds now. */
export async function noteFiles(trx: Trx, formKey: string, recordId: string, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('frm_record_file').where('record_id', '=', recordId).execute();
  if (ids.length > 0) {
    await trx.insertInto('frm_record_file').values(ids.map((id) => ({ file_id: id, record_id: recordId, form_key: formKey })))
      .onConflict((conflict) => conflict.doNothing()).execute();
  }
}
