import { setTimeout as pause } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { COLUMN_TYPES, wantedColumns, type WantedColumn } from '../../../records/index.ts';
import type { CompiledForm } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import type { Db } from '../../store/database.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Trx } from '../../store/transaction.ts';
import { markCatalogueChanged, VALUES_TABLE_KEY, freshTables, type ColumnTable, type FormTables } from './catalogue.ts';
import { findHighestColumnNumber } from './dropColumns.ts';
import { createTextIndex } from './textIndex.ts';
import { columnName, valuesTableName, partTableName, recordTableName, rowTableName } from './tableNames.ts';
import { wantedKeptColumns } from '../rollups/planRollups.ts';

/**
 * Maximum number of field columns of a table. A row must fit into a page of 8 kB. A long value is stored outside of
 * the row, but takes 18 bytes in the row.
 */
export const MAX_COLUMNS = 250;
const LOCK_TIMEOUT_SECONDS = 2;
const MAX_ATTEMPTS = 15;
/** The error code of PostgreSQL for a lock timeout. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * A column that was added to a table. `part`: the number of the table that contains it (1: the first table). `name`:
 * the name of the column in the database. `isReady`: true if the column does not have to be filled from stored records.
 */
interface AddedColumn extends WantedColumn {
  part: number;
  name: string;
  isReady: boolean;
}

/**
 * Returns the wanted columns that the table does not have. A column with the same key but another kind does not match.
 */
const missingColumns = (table: ColumnTable | undefined, wanted: readonly WantedColumn[]): WantedColumn[] =>
  wanted.filter(({ key, kind }) => !table?.columns.some((column) => column.key === key && column.kind === kind));

/**
 * All columns that a definition needs. `entered`: columns of entered values, by sub-table key ('': the form itself).
 * `kept`: columns of kept values.
 */
interface AllWantedColumns {
  entered: ReadonlyMap<string, readonly WantedColumn[]>;
  kept: readonly WantedColumn[];
}

const allWantedColumnsOf = (form: CompiledForm): AllWantedColumns => ({
  entered: wantedColumns(form),
  kept: wantedKeptColumns(form),
});

/** Checks whether the database has every table and column that the definition needs. `tables`: null for a new form. */
function isComplete(tables: FormTables | null, allWanted: AllWantedColumns): boolean {
  return (
    tables !== null &&
    missingColumns({ ...tables.main, columns: tables.kept }, allWanted.kept).length === 0 &&
    [...allWanted.entered].every(([key, columns]) => {
      const table = key === '' ? tables.main : tables.rows.get(key);
      return table !== undefined && missingColumns(table, columns).length === 0;
    })
  );
}

/**
 * Creates the form's table, the table of its records' values as JSON, and the indexes that lists need (see the table
 * of indexes in `src/server/docs/records.md`). The form's table first gets only the system columns by which lists find
 * and order records. The columns of the fields follow, and the other system columns come last (`addDisplayColumns`).
 * This order makes filters over all records faster, because PostgreSQL passes all earlier columns of a row to read a
 * column.
 */
async function createRecordTable(trx: Trx, formKey: string): Promise<void> {
  const [name, jsonTable] = [recordTableName(formKey), valuesTableName(formKey)];
  const table = sql.id(name);
  await sql`create table ${table} (id varchar(64) primary key, create_time timestamptz not null default now(), flw_state text not null,
    create_by varchar(64) not null, unit_id varchar(64), dept_id varchar(64), title text collate "C" not null default '')`.execute(
    trx,
  );
  await sql`create table ${sql.id(jsonTable)} (id varchar(64) primary key, fields jsonb not null, child_tables jsonb not null)`.execute(
    trx,
  );
  const indexes: Record<string, RawBuilder<unknown>> = {
    time: sql`(create_time desc, id desc)`,
    creator: sql`(create_by, create_time desc, id desc)`,
    unit: sql`(unit_id, create_time desc, id desc) include (flw_state)`,
    dept: sql`(dept_id, create_time desc, id desc) include (flw_state)`,
    title: sql`(title, create_time, id, dept_id, unit_id, create_by)`,
  };
  for (const [suffix, columns] of Object.entries(indexes))
    await sql`create index ${sql.id(`${name.slice(0, 50)}_${suffix}`)} on ${table} ${columns}`.execute(trx);
  await trx
    .insertInto('frm_table')
    .values([
      { form_key: formKey, table_key: '', name },
      { form_key: formKey, table_key: VALUES_TABLE_KEY, name: jsonTable },
    ])
    .execute();
}

/**
 * Adds the system columns that are mainly shown with a record to a new form's table. A separate statement sets the
 * defaults: once a column was added with its default, PostgreSQL cannot return the rows as they are stored
 * (`areRowsReturnedAsStored`), even if the table was empty then.
 */
async function addDisplayColumns(trx: Trx, formKey: string): Promise<void> {
  const table = sql.id(recordTableName(formKey));
  await sql`alter table ${table} add column version integer not null, add column revision integer not null,
    add column task_node text not null, add column create_by_name text not null, add column update_by varchar(64) not null,
    add column update_by_name text not null, add column update_time timestamptz not null,
    add column search_text text collate "C" not null`.execute(trx);
  await sql`alter table ${table} alter column task_node set default '', alter column update_time set default now(),
    alter column search_text set default ''`.execute(trx);
}

/** Creates the table for the rows of a sub-table, and its entry in the catalogue. */
async function createRowTable(trx: Trx, formKey: string, tableKey: string): Promise<void> {
  const name = rowTableName(formKey, tableKey);
  await sql`create table ${sql.id(name)} (record_id varchar(64) not null, row_id text not null, primary key (record_id, row_id))`.execute(
    trx,
  );
  await trx.insertInto('frm_table').values({ form_key: formKey, table_key: tableKey, name }).execute();
}

/**
 * Locks the form's table until this transaction ends: nobody can read or write its records or fill its columns.
 * Earlier writers have committed once the lock is granted, so the next statement sees every record. Locks the form's
 * row in `frm_table` first, in the same order as `fillColumns`.
 */
async function lockRecords(trx: Trx, formKey: string, { main }: FormTables): Promise<void> {
  await sql`select true from frm_table where form_key = ${formKey} and table_key = '' for update`.execute(trx);
  await sql`lock table ${sql.id(main.name)} in access exclusive mode`.execute(trx);
}

/**
 * Returns those of the keys that may have values in stored records: the text of a version before `version` contains the
 * key, or such a version is not stored in canonical form. A key of a display text (`…Label`) is also returned if the
 * text contains the key of its field.
 */
async function findKeysUsedBefore(
  trx: Trx,
  formKey: string,
  keys: readonly string[],
  version: number,
): Promise<ReadonlySet<string>> {
  const writtenKeys = keys.flatMap((key) =>
    [...new Set([key, key.replace(/Label$/, '')])].map((written) => ({ key, written: JSON.stringify(written) })),
  );
  const { rows } = await sql<{
    key: string;
  }>`select distinct k.key from unnest(${writtenKeys.map(({ key }) => key)}::text[], ${writtenKeys.map(({ written }) => written)}::text[]) as k(key, written)
    where exists (select 1 from doc_version v where v.kind = 'form' and v.doc_key = ${formKey} and v.version < ${version} and (v.canonical is null or position(k.written in v.canonical) > 0))`.execute(
    trx,
  );
  return new Set(rows.map(({ key }) => key));
}

/**
 * Adds all of the wanted columns to the table of the form or of a sub-table. Creates further tables for the columns
 * beyond `MAX_COLUMNS` (`AddedColumn.part`). `version`: the version of the form that needs the columns. `isEmpty`: true
 * if the form has no records. Returns the added columns.
 */
async function addColumns(
  trx: Trx,
  formKey: string,
  tableKey: string,
  table: ColumnTable,
  wanted: readonly WantedColumn[],
  { version, isEmpty }: { version: number; isEmpty: boolean },
): Promise<AddedColumn[]> {
  const lastNumber = await findHighestColumnNumber(trx, table);
  const usedKeys = isEmpty
    ? new Set<string>()
    : await findKeysUsedBefore(
        trx,
        formKey,
        wanted.map(({ key }) => key),
        version,
      );
  const addedColumns: AddedColumn[] = wanted.map((column, index) => {
    const number = lastNumber + index + 1;
    return {
      ...column,
      part: Math.floor((number - 1) / MAX_COLUMNS) + 1,
      name: columnName(number, column.key),
      isReady: isEmpty || !usedKeys.has(column.key),
    };
  });
  const parts = Math.max(table.parts, ...addedColumns.map(({ part }) => part));
  for (let part = table.parts + 1; part <= parts; part += 1)
    await (
      tableKey === ''
        ? sql`create table ${sql.id(partTableName(table.name, part))} (id varchar(64) primary key)`
        : sql`create table ${sql.id(partTableName(table.name, part))} (record_id varchar(64) not null, row_id text not null, primary key (record_id, row_id))`
    ).execute(trx);
  for (let part = 1; part <= parts; part += 1) {
    const columnsOfPart = addedColumns.filter((column) => column.part === part);
    if (columnsOfPart.length === 0) continue;
    const clauses = columnsOfPart.map(
      ({ name, kind }) => sql`add column ${sql.id(name)} ${sql.raw(COLUMN_TYPES[kind])}`,
    );
    await sql`alter table ${sql.id(part === 1 ? table.name : partTableName(table.name, part))} ${sql.join(clauses)}`.execute(
      trx,
    );
  }
  await sql`insert into frm_column (form_key, table_key, field_key, kind, part, name, since_version, is_ready)
    select ${formKey}, ${tableKey}, key, kind, part, name, ${version}, "isReady" from jsonb_to_recordset(${JSON.stringify(addedColumns)}::jsonb) as x(key text, kind text, part smallint, name text, "isReady" boolean)`.execute(
    trx,
  );
  await trx
    .updateTable('frm_table')
    .set({ parts })
    .where('form_key', '=', formKey)
    .where('table_key', '=', tableKey)
    .execute();
  return addedColumns;
}

/**
 * Adds those of the wanted columns of kept values that are missing to the form's first table. In a form with records
 * they are filled later: `storePlans` stores the plans and starts the filling. `version`, `isEmpty`: see `addColumns`.
 */
async function addKeptColumns(
  trx: Trx,
  formKey: string,
  { main, kept }: FormTables,
  wanted: readonly WantedColumn[],
  { version, isEmpty }: { version: number; isEmpty: boolean },
): Promise<void> {
  const lastNumber = await findHighestColumnNumber(trx, main);
  const addedColumns = missingColumns({ ...main, columns: kept }, wanted).map((column, index) => ({
    ...column,
    name: columnName(lastNumber + index + 1, column.key),
    isReady: isEmpty,
  }));
  if (addedColumns.length === 0) return;
  const clauses = addedColumns.map(({ name, kind }) => sql`add column ${sql.id(name)} ${sql.raw(COLUMN_TYPES[kind])}`);
  await sql`alter table ${sql.id(main.name)} ${sql.join(clauses)}`.execute(trx);
  await sql`insert into frm_column (form_key, table_key, field_key, kind, part, name, since_version, is_ready, is_kept)
    select ${formKey}, '', key, kind, 1, name, ${version}, "isReady", true from jsonb_to_recordset(${JSON.stringify(addedColumns)}::jsonb) as x(key text, kind text, name text, "isReady" boolean)`.execute(
    trx,
  );
}

/**
 * Creates the missing tables and columns that a form's definition needs, in this transaction. In a form with records,
 * `fillColumns` later fills the columns of kept values and the columns of keys that an earlier version had. All other
 * columns are ready at once. `version`: the number of the version with this definition.
 */
export async function prepareColumns(trx: Trx, formKey: string, form: CompiledForm, version: number): Promise<void> {
  const allWanted = allWantedColumnsOf(form);
  if (isComplete(await freshTables(trx, formKey), allWanted)) return;
  // the locks below may have to wait for other users of the table
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`select pg_advisory_xact_lock(hashtext('frm_table'), hashtext(${formKey}))`.execute(trx);
  markCatalogueChanged(trx);
  let tables = await freshTables(trx, formKey);
  if (isComplete(tables, allWanted)) return;
  const isNew = tables === null;
  if (tables === null) await createRecordTable(trx, formKey);
  else await lockRecords(trx, formKey, tables);
  for (const tableKey of allWanted.entered.keys())
    if (tableKey !== '' && !tables?.rows.has(tableKey)) await createRowTable(trx, formKey, tableKey);
  tables = (await freshTables(trx, formKey)) as FormTables;
  const { rows } = await sql`select 1 from ${sql.id(tables.main.name)} limit 1`.execute(trx);
  const formState = { version, isEmpty: rows.length === 0 };
  let needsFilling = false;
  for (const [tableKey, columns] of allWanted.entered) {
    const table = (tableKey === '' ? tables.main : tables.rows.get(tableKey)) as ColumnTable;
    const columnsToAdd = missingColumns(table, columns);
    if (columnsToAdd.length === 0) continue;
    const addedColumns = await addColumns(trx, formKey, tableKey, table, columnsToAdd, formState);
    needsFilling ||= addedColumns.some(({ isReady }) => !isReady);
  }
  await addKeptColumns(trx, formKey, (await freshTables(trx, formKey)) as FormTables, allWanted.kept, formState);
  if (isNew) await addDisplayColumns(trx, formKey);
  await trx
    .updateTable('frm_table')
    .set((eb) => ({ revision: eb('revision', '+', 1), ...(needsFilling ? { fill_after: '' } : {}) }))
    .where('form_key', '=', formKey)
    .where('table_key', '=', '')
    .execute();
  // in a form without records the text index is created at once; otherwise `rebuildTextIndexes` creates it later
  if (formState.isEmpty) await createTextIndex(trx, (await freshTables(trx, formKey)) as FormTables);
}

/**
 * Runs `prepareColumns` before a publication, in a separate short transaction. Each attempt waits up to
 * `LOCK_TIMEOUT_SECONDS` for the lock of the table, which a backup, for example, may hold for a long time. Then the
 * attempt fails, so that saves do not queue behind the waiting lock. Refuses with COLUMNS_BUSY after `MAX_ATTEMPTS`.
 */
export async function prepareColumnsBeforePublication(
  context: Pick<ServerContext, 'db'>,
  formKey: string,
  form: CompiledForm,
  version: number,
): Promise<void> {
  if (isComplete(await freshTables(context.db as Db, formKey), allWantedColumnsOf(form))) return;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await context.db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = ${sql.lit(`${LOCK_TIMEOUT_SECONDS}s`)}`.execute(trx);
        await prepareColumns(trx, formKey, form, version);
      });
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      if (attempt >= MAX_ATTEMPTS) throw new Refusal('COLUMNS_BUSY');
    }
    await pause(200 * attempt);
  }
}
