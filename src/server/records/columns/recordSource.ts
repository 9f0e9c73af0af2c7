import { sql, type AliasedRawBuilder, type RawBuilder } from 'kysely';
import type { Db } from '../../store/database.ts';
import type { RecordRow } from '../read/recordRows.ts';
import { tablesOf, type FormTables } from './catalogue.ts';
import { documentTableName, recordTableName } from './names.ts';
import { SYSTEM_COLUMNS } from './storeRecords.ts';

/** The narrow table of a form, where its system columns and the columns of its fields stand. */
export const recordTable = (formKey: string): RawBuilder<unknown> => sql.id(recordTableName(formKey));

/** The documents of a form by id: `fields` and `child_tables`. */
export const documentTable = (formKey: string): RawBuilder<unknown> => sql.id(documentTableName(formKey));

const NOTHING = sql`(select null::varchar as form_key, null::varchar as id, null::integer as version, null::integer as revision, null::text as flw_state, null::text as title, null::text as task_node,
  null::varchar as create_by, null::text as create_by_name, null::timestamptz as create_time, null::varchar as update_by, null::text as update_by_name, null::timestamptz as update_time,
  null::varchar as unit_id, null::varchar as dept_id, null::text as search_text, null::jsonb as fields, null::jsonb as child_tables where false)`;

const wholeRecords = ({ formKey, main, documents }: FormTables): RawBuilder<unknown> =>
  sql`(select ${sql.lit(formKey)}::varchar as form_key, ${sql.join(SYSTEM_COLUMNS.map((name) => sql.ref(`r.${name}`)))}, d.fields, d.child_tables from ${sql.id(main.name)} r join ${sql.id(documents)} d on d.id = r.id)`;

/**
 * The whole records of a form, columns and documents, as a table of a query (`selectFrom(await recordsOf(db, formKey))`):
 * for whoever reads one record or a few by id. `for update` locks both halves. A form that was never published has none.
 */
export async function recordsOf(db: Db, formKey: string): Promise<AliasedRawBuilder<RecordRow, 'frm_record'>> {
  const tables = await tablesOf(db, formKey);
  return (tables ? sql<RecordRow>`${wholeRecords(tables)}` : sql<RecordRow>`${NOTHING}`).as('frm_record');
}

/** Every form's records with their key and what they are called, as a table of a query: a union over the forms. */
export async function recordsOfAllForms(db: Db): Promise<RawBuilder<unknown>> {
  const forms = await db
    .selectFrom('frm_table')
    .select(['form_key', 'name'])
    .where('table_key', '=', '')
    .orderBy('form_key')
    .execute();
  const parts = forms.map(
    ({ form_key: key, name }) =>
      sql`select ${sql.lit(key)}::varchar as form_key, id, title, unit_id, dept_id from ${sql.id(name)}`,
  );
  return parts.length === 0
    ? sql`(select null::varchar as form_key, null::varchar as id, null::text as title, null::varchar as unit_id, null::varchar as dept_id where false)`
    : sql`(${sql.join(parts, sql` union all `)})`;
}
