import { sql, type RawBuilder } from 'kysely';
import { COLUMN_CASTS } from '../../../records/index.ts';
import { PREPARED_PREFIX } from '../../store/preparedStatements.ts';
import type { Trx } from '../../store/transaction.ts';
import type { RecordValues, SystemColumns } from '../tables.ts';
import { withRollups } from '../rollups/withRollups.ts';
import { removeFromSearch, indexForSearch } from '../search/searchIndex.ts';
import type { Column, ColumnTable, FormTables } from './catalogue.ts';
import { partTableName } from './tableNames.ts';
import { changedRows, projectValues, type ProjectedRow } from './columnValues.ts';

/** The system columns with the SQL types that statements use to pass their values. */
const SYSTEM_COLUMN_TYPES = {
  id: 'text',
  version: 'integer',
  revision: 'integer',
  flw_state: 'text',
  title: 'text',
  task_node: 'text',
  create_by: 'text',
  create_by_name: 'text',
  create_time: 'timestamptz',
  update_by: 'text',
  update_by_name: 'text',
  update_time: 'timestamptz',
  unit_id: 'text',
  dept_id: 'text',
  search_text: 'text',
} as const;
export const SYSTEM_COLUMNS = Object.keys(SYSTEM_COLUMN_TYPES) as (keyof typeof SYSTEM_COLUMN_TYPES)[];

/** A record to insert; without `create_time` or `update_time` the database takes the current time. */
export type NewRecord = Omit<SystemColumns, 'create_time' | 'update_time'> & {
  create_time?: Date;
  update_time?: Date;
  values: RecordValues;
};

const columnList = (columns: readonly string[]): RawBuilder<unknown> => sql.join(columns.map((name) => sql.id(name)));
const columnDefinitions = (columns: readonly { name: string; type: string }[]): RawBuilder<unknown> =>
  sql.join(columns.map(({ name, type }) => sql`${sql.id(name)} ${sql.raw(type)}`));
const typesOf = (columns: readonly Column[]) => columns.map(({ name, kind }) => ({ name, type: COLUMN_CASTS[kind] }));
/**
 * Returns the columns in one of the tables among which the columns of a form or sub-table are divided. `part`: the
 * number of the table, from 1 on.
 */
const columnsInTable = ({ columns }: ColumnTable, part: number): Column[] =>
  columns.filter((column) => column.part === part);

/**
 * The beginning of a statement that is sent as a prepared statement. The text of such a statement is the same for all
 * records of a form until the columns change.
 */
const preparedMark = sql.raw(PREPARED_PREFIX);

/** Inserts or overwrites rows of a sub-table, with one statement for each table that holds the sub-table's columns. */
async function writeRows(trx: Trx, table: ColumnTable, rows: readonly ProjectedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const json = JSON.stringify(rows);
  for (let part = 1; part <= table.parts; part += 1) {
    const columns = columnsInTable(table, part);
    const columnNames = columns.map(({ name }) => name);
    const conflictAction =
      columnNames.length === 0
        ? sql`nothing`
        : sql`update set ${sql.join(columnNames.map((name) => sql`${sql.id(name)} = ${sql.ref(`excluded.${name}`)}`))}`;
    await sql`${preparedMark} insert into ${sql.id(part === 1 ? table.name : partTableName(table.name, part))} (${columnList(['record_id', 'row_id', ...columnNames])})
      select ${columnList(['record_id', 'row_id', ...columnNames])} from jsonb_to_recordset(${json}::jsonb) as x(${columnDefinitions([{ name: 'record_id', type: 'text' }, { name: 'row_id', type: 'text' }, ...typesOf(columns)])})
      on conflict (record_id, row_id) do ${conflictAction}`.execute(trx);
  }
}

/** Deletes rows of a sub-table: all rows of these records or, with `rowIds`, only the rows with these ids. */
async function deleteRows(
  trx: Trx,
  table: ColumnTable,
  recordIds: readonly string[],
  rowIds?: readonly string[],
): Promise<void> {
  for (let part = 1; part <= table.parts; part += 1)
    await sql`delete from ${sql.id(part === 1 ? table.name : partTableName(table.name, part))} where record_id = any(${recordIds}::text[])${rowIds ? sql` and row_id = any(${rowIds}::text[])` : sql``}`.execute(
      trx,
    );
}

/** Writes the columns in the second and further tables of the form. A record may have no row there yet. */
async function writeFurtherTables(
  trx: Trx,
  { main }: FormTables,
  columnRows: readonly Record<string, unknown>[],
): Promise<void> {
  for (let part = 2; part <= main.parts; part += 1) {
    const columns = columnsInTable(main, part);
    const columnNames = columns.map(({ name }) => name);
    await sql`${preparedMark} insert into ${sql.id(partTableName(main.name, part))} (${columnList(['id', ...columnNames])}) select ${columnList(['id', ...columnNames])} from jsonb_to_recordset(${JSON.stringify(columnRows)}::jsonb) as x(${columnDefinitions([{ name: 'id', type: 'text' }, ...typesOf(columns)])})
      on conflict (id) do update set ${sql.join(columnNames.map((name) => sql`${sql.id(name)} = ${sql.ref(`excluded.${name}`)}`))}`.execute(
      trx,
    );
  }
}

/** Returns the field values to be stored as JSON, without the kept values, which are stored only in their columns. */
export function withoutKeptFields(
  { keptFields }: FormTables,
  fieldsMap: RecordValues['fieldsMap'],
): RecordValues['fieldsMap'] {
  if (!keptFields.some(({ key }) => Object.hasOwn(fieldsMap, key))) return fieldsMap;
  const keys = new Set(keptFields.map(({ key }) => key));
  return Object.fromEntries(Object.entries(fieldsMap).filter(([key]) => !keys.has(key)));
}

/** Returns the values of a record's field columns, together with the record's id. */
const columnValuesOf = ({ main }: FormTables, id: string, { fieldsMap }: Pick<RecordValues, 'fieldsMap'>) => ({
  ...projectValues(main.columns, fieldsMap),
  id,
});

/**
 * Returns the statement that inserts the missing units and departments of records into `frm_place`. `records`: the
 * table or query with the records' `unit_id` and `dept_id`.
 */
const insertPlacesSql = (formKey: string, records: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`insert into frm_place (form_key, place_id, kind) select distinct ${sql.lit(formKey)}, p.place_id, p.kind from ${records} s cross join lateral (values (s.unit_id, 'unit'), (s.dept_id, 'dept')) p (place_id, kind)
      where p.place_id is not null and not exists (select 1 from frm_place k where k.form_key = ${sql.lit(formKey)} and k.place_id = p.place_id and k.kind = p.kind) order by 2, 3 on conflict do nothing`;

export interface InsertOptions {
  /** True if `frm_tally` and `frm_place` already include the records, as in a migration of old records. */
  areAlreadyCounted?: boolean;
}

/**
 * Stores new records of one form: system columns and field columns in the form's tables, the values as JSON in the
 * table `FormTables.valuesTable`, sub-table rows in the tables of the sub-tables. Adds the records to the counts of
 * their creators (`frm_tally`), and their units and departments to `frm_place`. Returns the stored system columns by
 * id.
 */
export async function insertRecords(
  trx: Trx,
  formKey: string,
  records: readonly NewRecord[],
  { areAlreadyCounted = false }: InsertOptions = {},
): Promise<Map<string, SystemColumns>> {
  if (records.length === 0) return new Map();
  const ids = records.map(({ id }) => id);
  return withRollups(trx, formKey, ids, 'insert', (tables) => storeNew(trx, tables, records, areAlreadyCounted));
}

/** Stores new records as described at `insertRecords`; `withRollups` updates the roll-ups. */
async function storeNew(
  trx: Trx,
  tables: FormTables,
  records: readonly NewRecord[],
  areAlreadyCounted: boolean,
): Promise<Map<string, SystemColumns>> {
  const { formKey } = tables;
  const firstTableColumns = columnsInTable(tables.main, 1);
  const columnRows = records.map(({ values, ...system }) => ({
    ...system,
    ...columnValuesOf(tables, system.id, values),
  }));
  const sentRecords = columnRows.map((columnRow, index) => ({
    ...columnRow,
    fields: withoutKeptFields(tables, records[index]?.values.fieldsMap ?? {}),
    child_tables: records[index]?.values.childTables ?? {},
  }));
  const insertedColumns = [...SYSTEM_COLUMNS, ...firstTableColumns.map(({ name }) => name)];
  const insertedValues = insertedColumns.map((name) =>
    name === 'create_time' || name === 'update_time' ? sql`coalesce(${sql.id(name)}, now())` : sql.id(name),
  );
  const tallyAndPlacesSql = areAlreadyCounted
    ? sql``
    : sql`, tally as (insert into frm_tally (form_key, user_id, records) select ${sql.lit(formKey)}, create_by, count(*) from stored group by create_by),
    places as (${insertPlacesSql(formKey, sql`stored`)})`;
  const { rows } =
    await sql<SystemColumns>`${preparedMark} with sent as materialized (select * from jsonb_to_recordset(${JSON.stringify(sentRecords)}::jsonb) as x(${columnDefinitions(
      [
        ...SYSTEM_COLUMNS.map((name) => ({ name, type: SYSTEM_COLUMN_TYPES[name] })),
        ...typesOf(firstTableColumns),
        { name: 'fields', type: 'jsonb' },
        { name: 'child_tables', type: 'jsonb' },
      ],
    )})),
    stored as (insert into ${sql.id(tables.main.name)} (${columnList(insertedColumns)}) select ${sql.join(insertedValues)} from sent returning ${columnList(SYSTEM_COLUMNS)}),
    documents as (insert into ${sql.id(tables.valuesTable)} (id, fields, child_tables) select id, fields, child_tables from sent)${tallyAndPlacesSql}
    select ${columnList(SYSTEM_COLUMNS)} from stored`.execute(trx);
  await writeFurtherTables(trx, tables, columnRows);
  for (const [key, table] of tables.rows)
    await writeRows(
      trx,
      table,
      records.flatMap(({ id, values: { childTables } }) => changedRows(table, id, null, childTables[key]).rowsToWrite),
    );
  await indexForSearch(trx, formKey, records);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the assignments of an update that takes the values of these columns from the table `x`. */
const assignmentsSql = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map((name) => sql`${sql.id(name)} = ${sql.ref(`x.${name}`)}`));

/** The values of a record before and after a change, and the system columns that change. */
export interface RecordChange {
  before: RecordValues;
  after: RecordValues;
  system: Partial<Omit<SystemColumns, 'id'>>;
  /** The searchable text before the change; if it stays the same, the index of the search over all forms is kept. */
  searchTextBefore?: string;
}

/**
 * Stores a changed record: the given system columns, its values as JSON, its field columns, and the changed rows of
 * its sub-tables. Returns the stored system columns. Throws if the record does not exist.
 */
export async function updateRecord(
  trx: Trx,
  formKey: string,
  id: string,
  change: RecordChange,
): Promise<SystemColumns> {
  return withRollups(trx, formKey, [id], 'values', (tables) => storeChange(trx, tables, id, change));
}

/** Updates the index of the search over all forms if a change includes the searchable text. */
async function updateSearchIndex(
  trx: Trx,
  { formKey }: FormTables,
  id: string,
  { search_text }: Partial<SystemColumns>,
): Promise<void> {
  if (search_text !== undefined) await indexForSearch(trx, formKey, [{ id, search_text }]);
}

/** Stores a changed record as described at `updateRecord`; `withRollups` updates the roll-ups. */
async function storeChange(
  trx: Trx,
  tables: FormTables,
  id: string,
  { before, after, system, searchTextBefore }: RecordChange,
): Promise<SystemColumns> {
  const firstTableColumns = columnsInTable(tables.main, 1);
  const changedSystemColumns = SYSTEM_COLUMNS.filter((name) => Object.hasOwn(system, name));
  const columnRow = columnValuesOf(tables, id, after);
  const sentRecord = {
    ...system,
    ...columnRow,
    fields: withoutKeptFields(tables, after.fieldsMap),
    child_tables: after.childTables,
  };
  const { rows } =
    await sql<SystemColumns>`${preparedMark} with x as materialized (select * from jsonb_to_record(${JSON.stringify(sentRecord)}::jsonb) as x(${columnDefinitions(
      [
        { name: 'id', type: 'text' },
        ...changedSystemColumns.map((name) => ({ name, type: SYSTEM_COLUMN_TYPES[name] })),
        ...typesOf(firstTableColumns),
        { name: 'fields', type: 'jsonb' },
        { name: 'child_tables', type: 'jsonb' },
      ],
    )})),
    document as (update ${sql.id(tables.valuesTable)} d set fields = x.fields, child_tables = x.child_tables from x where d.id = x.id)
    update ${sql.id(tables.main.name)} r set ${assignmentsSql([...changedSystemColumns, ...firstTableColumns.map(({ name }) => name)])} from x where r.id = x.id returning ${sql.join(SYSTEM_COLUMNS.map((name) => sql.ref(`r.${name}`)))}`.execute(
      trx,
    );
  const [stored] = rows;
  if (!stored) throw new Error(`record "${id}" of "${tables.formKey}" is gone`);
  await writeFurtherTables(trx, tables, [columnRow]);
  if (system.search_text !== searchTextBefore) await updateSearchIndex(trx, tables, id, system);
  for (const [key, table] of tables.rows) {
    const { rowsToWrite, removedIds } = changedRows(table, id, before.childTables[key], after.childTables[key]);
    await writeRows(trx, table, rowsToWrite);
    if (removedIds.length > 0) await deleteRows(trx, table, [id], removedIds);
  }
  return stored;
}

/**
 * Changes only system columns of a record, not its values. Returns the stored system columns; undefined if there is no
 * such record.
 */
export async function updateSystemColumns(
  trx: Trx,
  formKey: string,
  id: string,
  system: Partial<Omit<SystemColumns, 'id'>>,
): Promise<SystemColumns | undefined> {
  return withRollups(trx, formKey, [id], 'state', (tables) => storeSystemColumns(trx, tables, id, system));
}

/** Stores changed system columns as described at `updateSystemColumns`; `withRollups` updates the roll-ups. */
async function storeSystemColumns(
  trx: Trx,
  tables: FormTables,
  id: string,
  system: Partial<Omit<SystemColumns, 'id'>>,
): Promise<SystemColumns | undefined> {
  const setClauses = SYSTEM_COLUMNS.filter((name) => Object.hasOwn(system, name)).map(
    (name) => sql`${sql.id(name)} = ${(system as Record<string, unknown>)[name]}`,
  );
  const { rows } =
    await sql<SystemColumns>`update ${sql.id(tables.main.name)} set ${sql.join(setClauses)} where id = ${id} returning ${columnList(SYSTEM_COLUMNS)}`.execute(
      trx,
    );
  if (rows.length > 0) await updateSearchIndex(trx, tables, id, system);
  if (rows.length > 0 && ('unit_id' in system || 'dept_id' in system))
    await insertPlacesSql(
      tables.formKey,
      sql`(select unit_id, dept_id from ${sql.id(tables.main.name)} where id = ${id})`,
    ).execute(trx);
  return rows[0];
}

/**
 * Deletes a record with its values and rows. Reduces the counts (`frm_tally`) of its creator and of the people who
 * have it in `frm_hand`.
 */
export async function deleteRecord(trx: Trx, formKey: string, id: string): Promise<void> {
  await withRollups(trx, formKey, [id], 'remove', (tables) => removeStored(trx, tables, id));
}

/** Deletes a record as described at `deleteRecord`; `withRollups` updates the roll-ups. */
async function removeStored(trx: Trx, tables: FormTables, id: string): Promise<void> {
  await sql`with gone as (delete from ${sql.id(tables.main.name)} where id = ${id} returning create_by)
    insert into frm_tally (form_key, user_id, records) select ${tables.formKey}, create_by, -1 from gone`.execute(trx);
  await sql`delete from ${sql.id(tables.valuesTable)} where id = ${id}`.execute(trx);
  for (let part = 2; part <= tables.main.parts; part += 1)
    await sql`delete from ${sql.id(partTableName(tables.main.name, part))} where id = ${id}`.execute(trx);
  for (const table of tables.rows.values()) await deleteRows(trx, table, [id]);
  await sql`with gone as (delete from frm_hand where record_id = ${id} returning form_key, user_id)
    insert into frm_tally (form_key, user_id, records) select form_key, user_id, -1 from gone`.execute(trx);
  await removeFromSearch(trx, id);
}

/** The values of a record as JSON. */
interface JsonRecord {
  id: string;
  fields: RecordValues['fieldsMap'];
  child_tables: RecordValues['childTables'];
}

/**
 * Rewrites the columns of these records, and their rows in the tables of sub-tables, from the records' values as JSON.
 * The caller must have locked the records.
 */
export async function rewriteColumns(trx: Trx, tables: FormTables, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } =
    await sql<JsonRecord>`select id, fields, child_tables from ${sql.id(tables.valuesTable)} where id = any(${ids}::text[])`.execute(
      trx,
    );
  const columnRows = rows.map(({ id, fields }) => columnValuesOf(tables, id, { fieldsMap: fields }));
  const firstTableColumns = columnsInTable(tables.main, 1);
  if (firstTableColumns.length > 0)
    await sql`update ${sql.id(tables.main.name)} r set ${assignmentsSql(firstTableColumns.map(({ name }) => name))} from jsonb_to_recordset(${JSON.stringify(columnRows)}::jsonb) as x(${columnDefinitions([{ name: 'id', type: 'text' }, ...typesOf(firstTableColumns)])}) where r.id = x.id`.execute(
      trx,
    );
  await writeFurtherTables(trx, tables, columnRows);
  for (const [key, table] of tables.rows) {
    await deleteRows(trx, table, ids);
    await writeRows(
      trx,
      table,
      rows.flatMap(({ id, child_tables: childTables }) => changedRows(table, id, null, childTables[key]).rowsToWrite),
    );
  }
}
