import { sql, type SqlBool } from 'kysely';
import { serialOf } from '../../../domain/serial.ts';
import { keptKeys } from '../../../relations/index.ts';
import { isTable, relationOf, type CompiledField, type CompiledForm } from '../../../kernel/index.ts';
import { textOfField, titleOf, storedKeys } from '../../../records/index.ts';
import { searchText } from '../list/searchText.ts';
import type { RecordValues } from '../tables.ts';
import { hiddenFields } from '../../flow/index.ts';
import type { LoadedFlow } from '../../flowDocuments/index.ts';
import type { Db } from '../../store/database.ts';

/** Returns the keys of the fields that the rights of at least one role hide. */
export async function findFieldsHiddenFromRoles(db: Db, formKey: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('sys_role_form')
    .select('hidden')
    .where('form_key', '=', formKey)
    // the condition of the index `sys_role_form_fields`
    .where(sql<SqlBool>`(hidden <> '[]' or locked <> '[]')`)
    .execute();
  return new Set(rows.flatMap(({ hidden }) => hidden));
}

/** Returns the keys of the published forms that have fields hidden from this role. */
export async function findFormsWithFieldsHiddenFromRole(db: Db, roleCode: string): Promise<string[]> {
  const { rows } = await sql<{ form_key: string }>`select f.form_key from sys_role_form f
    join doc_document d on d.kind = 'form' and d.doc_key = f.form_key and d.published_version is not null
    where f.role_code = ${roleCode} and f.hidden <> '[]' order by f.form_key`.execute(db);
  return rows.map(({ form_key: key }) => key);
}

/**
 * Returns the keys of the fields that at least one task node or role hides. Titles and searchable texts leave out their
 * values, because these texts are the same for every reader of the record.
 */
export async function findRestrictedFields(
  db: Db,
  formKey: string,
  flow: LoadedFlow | null,
): Promise<ReadonlySet<string>> {
  const hiddenFromRoles = await findFieldsHiddenFromRoles(db, formKey);
  const hiddenByNodes = hiddenFields(flow?.definition ?? null);
  return hiddenFromRoles.size === 0 ? hiddenByNodes : new Set([...hiddenFromRoles, ...hiddenByNodes]);
}

/**
 * Returns a function that checks whether everybody who may read a record may see a field's value: the form has the
 * field, and neither the definition nor `hidden` hides it.
 */
export const isVisibleToAll =
  (form: CompiledForm, hidden: ReadonlySet<string>) =>
  (key: string): boolean => {
    const field = form.fields.get(key);
    return field !== undefined && !hidden.has(key) && field.node.flowVisible !== '0';
  };

/**
 * Checks whether the keyword search covers a field: it is flagged for search or as title, or is a serial or a
 * relation.
 */
export const isSearched = ({ node }: CompiledField): boolean =>
  node.isSearch === '1' || node.isTitle === '1' || serialOf(node) !== undefined || relationOf(node) !== null;

/**
 * Returns the title and the searchable text of a record. Fields that are hidden from somebody (`isVisible` is false)
 * are left out, because lists, to-dos, reminders and mails show the title to everybody who may read the record. Kept
 * values are left out, because they may change without a save of the record.
 */
export function titleColumns(
  form: CompiledForm,
  isVisible: (key: string) => boolean,
  { fieldsMap }: Pick<RecordValues, 'fieldsMap'>,
  creatorName: string,
): { title: string; search_text: string } {
  const keysOfKeptValues = keptKeys(form.definition);
  const fields = [...form.fields.values()].filter(
    (field) => !isTable(field) && isVisible(field.key) && !keysOfKeptValues.has(field.key),
  );
  const visibleValues = Object.fromEntries(
    fields
      .flatMap(storedKeys)
      .filter((key) => Object.hasOwn(fieldsMap, key))
      .map((key) => [key, fieldsMap[key]]),
  );
  const title = titleOf(form, { fieldsMap: visibleValues });
  const texts = fields.filter(isSearched).flatMap((field) => {
    const value = visibleValues[field.key];
    return [textOfField(field, visibleValues), typeof value === 'string' ? value : ''];
  });
  return { title, search_text: searchText([title, creatorName, ...texts]) };
}
