import { sql } from 'kysely';
import type { CompiledForm } from '../../kernel/form.ts';
import type { ServerContext } from '../context.ts';
import { loadForm } from '../documents/forms.ts';
import { flowOfForm } from '../flow/flows.ts';
import { hiddenFields } from '../flow/hiddenFields.ts';
import type { Trx } from '../store/transaction.ts';
import { isOpenToAll, titleColumns } from './titles.ts';

const CHUNK = 500;

/**
 * A version that hides a field from everybody, or leaves it out, takes what the field held out of titles and searches of
 * the records that are read in the newest version: those that are in no approval. They keep the template they were titled
 * by. `form` is the version that is being published, `before` the number of the one it follows.
 */
export async function retitle(context: ServerContext, trx: Trx, formKey: string, form: CompiledForm, before: number): Promise<void> {
  if (before === 0) return;
  const hidden = hiddenFields((await flowOfForm(context, trx, form.definition.flowKey))?.definition ?? null);
  const isOpenNow = isOpenToAll(form, hidden);
  const { form: last } = await loadForm(context, trx, formKey, before);
  if (![...last.fields.keys()].some((key) => isOpenToAll(last, hidden)(key) && !isOpenNow(key))) return;
  for (let from = ''; ;) {
    const rows = await trx.selectFrom('frm_record as r').where('r.form_key', '=', formKey).where('r.id', '>', from)
      .where(sql<boolean>`not exists (select 1 from flw_instance i where i.record_id = r.id)`)
      .select(['r.id', 'r.version', 'r.title', 'r.fields', 'r.create_by_name']).orderBy('r.id').limit(CHUNK).forUpdate().execute();
    const changed = [];
    for (const { id, version, fields, create_by_name } of rows) {
      const { form: own } = await loadForm(context, trx, formKey, version);
      const isOpenThen = isOpenToAll(own, hidden);
      changed.push({ id, ...titleColumns(own, (key) => isOpenThen(key) && isOpenNow(key), { fieldsMap: fields }, create_by_name) });
    }
    if (changed.length > 0) await sql`update frm_record r set title = s.title, search_text = s.search_text, search_grams = s.search_grams
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as s(id text, title text, search_text text, search_grams text[]) where r.form_key = ${formKey} and r.id = s.id`.execute(trx);
    const end = rows.at(-1);
    if (!end || rows.length < CHUNK) return;
    from = end.id;
  }
}
