import { sql, type AliasedRawBuilder, type RawBuilder } from 'kysely';
import type { Db } from '../../store/database.ts';
import type { RecordRow } from '../read/recordRows.ts';
import { freshTables, tablesOf, type Column, type FormTables } from './catalogue.ts';
import { documentTableName, recordTableName } from './names.ts';
import { ownFields, SYSTEM_COLUMNS } from './storeRecords.ts';
import type { RecordValues } from '../tables.ts';

/** The narrow table of a form, where its system columns and the columns of its fields stand. */
export const recordTable = (formKey: string): RawBuilder<unknown> => sql.id(recordTableName(formKey));

/** The documents of a form by id: `fields` and `child_tables`. */
export const documentTable = (formKey: string): RawBuilder<unknown> => sql.id(documentTableName(formKey));

const NOTHING = sql`(select null::varchar as form_key, null::varchar as id, null::integer as version, null::integer as revision, null::text as flw_state, null::text as title, null::text as task_node,
  null::varchar as create_by, null::text as create_by_name, null::timestamptz as create_time, null::varchar as update_by, null::text as update_by_name, null::timestamptz as update_time,
  null::varchar as unit_id, null::varchar as dept_id, null::text as search_text, null::jsonb as fields, null::jsonb as child_tables where false)`;

/** A value as it travels: a day or moment as the text that forms have. */
const travelling = ({ kind, name }: Column): RawBuilder<unknown> =>
  kind === 'date'
    ? sql`to_char(${sql.ref(`r.${name}`)}, 'YYYY-MM-DD')`
    : kind === 'timestamp'
      ? sql`to_char(${sql.ref(`r.${name}`)}, 'YYYY-MM-DD HH24:MI:SS')`
      : sql.ref(`r.${name}`);

/**
 * The fields of a record (`r` its columns, `d` its document) with its kept values among them, as far as these are filled
 * in; what a document of an older version has under their keys is not shown.
 */
export function fieldsWithKept({ kept, plans }: FormTables): RawBuilder<unknown> {
  if (plans.length === 0) return sql`d.fields`;
  const shown = plans.flatMap(({ key, plan }) => {
    const column = kept.find(({ name }) => name === plan.column);
    return column?.isReady ? [sql`${sql.lit(key)}::text, ${travelling(column)}`] : [];
  });
  const keys = sql`array[${sql.join(plans.map(({ key }) => sql.lit(key)))}]::text[]`;
  return shown.length === 0
    ? sql`(d.fields - ${keys})`
    : sql`((d.fields - ${keys}) || jsonb_build_object(${sql.join(shown)}))`;
}

const wholeRecords = (tables: FormTables): RawBuilder<unknown> =>
  sql`(select ${sql.lit(tables.formKey)}::varchar as form_key, ${sql.join(SYSTEM_COLUMNS.map((name) => sql.ref(`r.${name}`)))}, ${fieldsWithKept(tables)} as fields, d.child_tables from ${sql.id(tables.main.name)} r join ${sql.id(tables.documents)} d on d.id = r.id)`;

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

/**
 * The same part for a statement of `r` and `d` over the records of a form. `keys`: the kept fields of its version in force;
 * where what is remembered of the tables does not know them all as filled in, the catalogue is read again.
 */
export async function fieldsOfRecords(
  db: Db,
  formKey: string,
  keys: ReadonlySet<string>,
): Promise<RawBuilder<unknown>> {
  if (keys.size === 0) return sql`d.fields`;
  const known = await tablesOf(db, formKey);
  const isReady = (key: string): boolean =>
    known?.plans.some(
      (field) => field.key === key && known.kept.some(({ name, isReady: is }) => is && name === field.plan.column),
    ) ?? false;
  const tables = [...keys].every(isReady) ? known : await freshTables(db, formKey);
  return tables ? fieldsWithKept(tables) : sql`d.fields`;
}

/** Values without those that the server keeps from other records. */
export async function enteredValues(db: Db, formKey: string, values: RecordValues): Promise<RecordValues> {
  const tables = await tablesOf(db, formKey);
  const fieldsMap = tables ? ownFields(tables, values.fieldsMap) : values.fieldsMap;
  return fieldsMap === values.fieldsMap ? values : { ...values, fieldsMap };
}

/** The fields of a stored record with its kept values as they are now; null where the form keeps none. */
export async function keptFields(db: Db, formKey: string, id: string): Promise<RecordValues['fieldsMap'] | null> {
  const tables = await tablesOf(db, formKey);
  if (!tables || tables.plans.length === 0) return null;
  const { rows } = await sql<{
    fields: RecordValues['fieldsMap'];
  }>`select ${fieldsWithKept(tables)} as fields from ${sql.id(tables.main.name)} r join ${sql.id(tables.documents)} d on d.id = r.id where r.id = ${id}`.execute(
    db,
  );
  return rows[0]?.fields ?? null;
}
