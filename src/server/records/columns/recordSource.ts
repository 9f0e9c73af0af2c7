import { sql, type AliasedRawBuilder, type RawBuilder } from 'kysely';
import type { Db } from '../../store/database.ts';
import type { RecordRow } from '../read/recordRows.ts';
import { freshTables, tablesOf, type Column, type FormTables } from './catalogue.ts';
import { valuesTableName, recordTableName } from './tableNames.ts';
import { SYSTEM_COLUMNS } from './storeRecords.ts';

/** Returns the main table of a form's records: one row for each record, with the system columns and field columns. */
export const recordTable = (formKey: string): RawBuilder<unknown> => sql.id(recordTableName(formKey));

/** Returns the table with the values of each record, except kept values, as JSON: `id`, `fields` and `child_tables`. */
export const valuesTable = (formKey: string): RawBuilder<unknown> => sql.id(valuesTableName(formKey));

/** A subquery without rows that has the columns of `recordsOf`. */
const NO_RECORDS = sql`(select null::varchar as form_key, null::varchar as id, null::integer as version, null::integer as revision, null::text as flw_state, null::text as title, null::text as task_node,
  null::varchar as create_by, null::text as create_by_name, null::timestamptz as create_time, null::varchar as update_by, null::text as update_by_name, null::timestamptz as update_time,
  null::varchar as unit_id, null::varchar as dept_id, null::text as search_text, null::jsonb as fields, null::jsonb as child_tables where false)`;

/** Returns the value of a column in the form in which the values of a record contain it: dates and times as texts. */
function recordValue({ kind, name }: Column): RawBuilder<unknown> {
  if (kind === 'date') return sql`to_char(${sql.ref(`r.${name}`)}, 'YYYY-MM-DD')`;
  if (kind === 'timestamp') return sql`to_char(${sql.ref(`r.${name}`)}, 'YYYY-MM-DD HH24:MI:SS')`;
  return sql.ref(`r.${name}`);
}

/** Maximum number of key-value pairs of one `jsonb_build_object`: PostgreSQL functions take at most 100 arguments. */
const MAX_PAIRS = 50;

/** Returns a JSON object of any number of key-value pairs. Each element of `pairs`: key, comma, value. */
function jsonObject(pairs: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const objects: RawBuilder<unknown>[] = [];
  for (let start = 0; start < pairs.length; start += MAX_PAIRS)
    objects.push(sql`jsonb_build_object(${sql.join(pairs.slice(start, start + MAX_PAIRS))})`);
  return sql.join(objects, sql` || `);
}

/**
 * Returns the field values of a record as JSON, with its kept values from the columns that are already filled for all
 * records (`isReady`). The SQL reads `r` (`recordTable`) and `d` (`valuesTable`). Leaves out values that an older
 * version stored in the JSON under the keys of kept fields.
 */
export function fieldsWithKept({ kept, keptFields }: FormTables): RawBuilder<unknown> {
  if (keptFields.length === 0) return sql`d.fields`;
  const keptPairs = keptFields.flatMap(({ key, plan }) => {
    const column = kept.find(({ name }) => name === plan.column);
    return column?.isReady ? [sql`${sql.lit(key)}::text, ${recordValue(column)}`] : [];
  });
  const keys = sql`array[${sql.join(keptFields.map(({ key }) => sql.lit(key)))}]::text[]`;
  return keptPairs.length === 0 ? sql`(d.fields - ${keys})` : sql`((d.fields - ${keys}) || ${jsonObject(keptPairs)})`;
}

/** Returns the whole records of a form, system columns and values, as a subquery. */
const wholeRecordsSql = (tables: FormTables): RawBuilder<unknown> =>
  sql`(select ${sql.lit(tables.formKey)}::varchar as form_key, ${sql.join(SYSTEM_COLUMNS.map((name) => sql.ref(`r.${name}`)))}, ${fieldsWithKept(tables)} as fields, d.child_tables from ${sql.id(tables.main.name)} r join ${sql.id(tables.valuesTable)} d on d.id = r.id)`;

/**
 * Returns the whole records of a form, system columns and values, as a table of a query
 * (`selectFrom(await recordsOf(db, formKey))`). Meant for reading one record or a few records by id. `for update`
 * locks the rows of both tables. The table is empty for a form that was never published.
 */
export async function recordsOf(db: Db, formKey: string): Promise<AliasedRawBuilder<RecordRow, 'frm_record'>> {
  const tables = await tablesOf(db, formKey);
  return (tables ? sql<RecordRow>`${wholeRecordsSql(tables)}` : sql<RecordRow>`${NO_RECORDS}`).as('frm_record');
}

/**
 * Returns a subquery, to be used as a table of a query, with the records of all forms: form key, id, title, unit and
 * department.
 */
export async function recordsOfAllForms(db: Db): Promise<RawBuilder<unknown>> {
  const forms = await db
    .selectFrom('frm_table')
    .select(['form_key', 'name'])
    .where('table_key', '=', '')
    .orderBy('form_key')
    .execute();
  const selects = forms.map(
    ({ form_key: key, name }) =>
      sql`select ${sql.lit(key)}::varchar as form_key, id, title, unit_id, dept_id from ${sql.id(name)}`,
  );
  return selects.length === 0
    ? sql`(select null::varchar as form_key, null::varchar as id, null::text as title, null::varchar as unit_id, null::varchar as dept_id where false)`
    : sql`(${sql.join(selects, sql` union all `)})`;
}

/**
 * Returns `fieldsWithKept` for the records of a form. `keys`: the kept fields of the published version. If the cached
 * catalogue lacks a filled column for one of these fields, the catalogue is read again.
 */
export async function fieldsOfRecords(
  db: Db,
  formKey: string,
  keys: ReadonlySet<string>,
): Promise<RawBuilder<unknown>> {
  if (keys.size === 0) return sql`d.fields`;
  const cached = await tablesOf(db, formKey);
  const isReady = (key: string): boolean =>
    cached?.keptFields.some(
      (field) => field.key === key && cached.kept.some((column) => column.isReady && column.name === field.plan.column),
    ) ?? false;
  const tables = [...keys].every(isReady) ? cached : await freshTables(db, formKey);
  return tables ? fieldsWithKept(tables) : sql`d.fields`;
}
