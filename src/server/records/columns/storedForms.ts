import { sql, type Kysely } from 'kysely';
import { parseFormDefinition } from '../../../importer/index.ts';
import { compileForm, readCanonicalForm, type CompiledForm, type Vocabulary } from '../../../kernel/index.ts';
import type { Database, Db } from '../../store/database.ts';
import type { Trx } from '../../store/transaction.ts';
import { replan } from '../rollups/storePlans.ts';
import { prepareColumns, prepareColumnsBeforePublication } from './prepareColumns.ts';

/** A stored form in its published version; if it has none, in its last version. */
export interface StoredForm {
  formKey: string;
  version: number;
  form: CompiledForm;
}

/**
 * Returns all forms of the database except those that cannot be parsed. Restores, upgrades and commands load the forms
 * in this way, because no server is running then.
 */
async function loadStoredForms(db: Db, vocabulary: Vocabulary): Promise<StoredForm[]> {
  const { rows } = await sql<{ key: string; version: number; name: string; content: string }>`
    select distinct on (v.doc_key) v.doc_key as key, v.version, v.name, coalesce(v.canonical, v.content) as content
    from doc_version v left join doc_document d on d.kind = v.kind and d.doc_key = v.doc_key
    where v.kind = 'form' order by v.doc_key, (v.version = d.published_version) desc nulls last, v.version desc`.execute(
    db,
  );
  return rows.flatMap(({ key, version, name, content }) => {
    const canonical = readCanonicalForm(content, vocabulary);
    const result = canonical.ok
      ? canonical
      : parseFormDefinition(content, vocabulary, { formKey: key, formName: name });
    return result.ok ? [{ formKey: key, version, form: compileForm({ ...result.value, version }, vocabulary) }] : [];
  });
}

/** Creates the tables and columns of all forms of the database, and stores the plans of their kept values. */
export async function prepareStoredForms(trx: Trx, vocabulary: Vocabulary): Promise<void> {
  const forms = await loadStoredForms(trx, vocabulary);
  for (const { formKey, version, form } of forms) await prepareColumns(trx, formKey, form, version);
  const byKey = new Map(forms.map(({ formKey, form }) => [formKey, form]));
  await replan(trx, forms, async (formKey) => byKey.get(formKey) ?? null, vocabulary);
}

/**
 * Adds the columns that this release of the product needs and the previous release did not, for instance because it
 * stores a field in another kind of column. `fillColumns` fills them while the server runs. Until then, lists that
 * filter or sort by them are refused with COLUMN_NOT_READY.
 */
export async function addMissingColumns(db: Kysely<Database>, vocabulary: Vocabulary): Promise<void> {
  if (!(await db.selectFrom('frm_table').select('form_key').limit(1).executeTakeFirst())) return;
  for (const { formKey, version, form } of await loadStoredForms(db, vocabulary))
    // The columns are added as if for the next version, so that the present version counts as an earlier one: its
    // records already have values that the new columns do not contain yet.
    await prepareColumnsBeforePublication({ db }, formKey, form, version + 1);
}
