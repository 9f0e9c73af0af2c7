import { setTimeout as pause } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { COLUMN_TYPES, type CompiledForm } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import type { Db } from '../../store/database.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Trx } from '../../store/transaction.ts';
import { changesCatalogue, DOCUMENTS, freshTables, type ColumnTable, type FormTables } from './catalogue.ts';
import { lastColumnNumber } from './dropColumns.ts';
import { joinedIndex } from './joinedTexts.ts';
import { columnName, documentTableName, partName, recordTableName, rowTableName } from './names.ts';
import { wantedKept } from '../rollups/planRollups.ts';
import { wantedColumns, type WantedColumn } from './wantedColumns.ts';

/** A row must fit a page of 8 kB; what is moved out of the row leaves 18 bytes for each column. */
export const MOST_COLUMNS = 250;
const LOCK_SECONDS = 2;
const TRIES = 15;
const LOCK_NOT_AVAILABLE = '55P03';

interface Added extends WantedColumn {
  part: number;
  name: string;
  isReady: boolean;
}

const missingOf = (table: ColumnTable | undefined, wanted: readonly WantedColumn[]): WantedColumn[] =>
  wanted.filter(({ key, kind }) => !table?.columns.some((column) => column.key === key && column.kind === kind));

/** The columns that a definition needs: of entered values by table, and of kept ones. */
interface Wanted {
  entered: ReadonlyMap<string, readonly WantedColumn[]>;
  kept: readonly WantedColumn[];
}

const wantedOf = (form: CompiledForm): Wanted => ({ entered: wantedColumns(form), kept: wantedKept(form) });

/** Is there anything that the definition needs and the database has not? */
function isComplete(tables: FormTables | null, wanted: Wanted): boolean {
  return (
    tables !== null &&
    missingOf({ ...tables.main, columns: tables.kept }, wanted.kept).length === 0 &&
    [...wanted.entered].every(([key, columns]) => {
      const table = key === '' ? tables.main : tables.rows.get(key);
      return table !== undefined && missingOf(table, columns).length === 0;
    })
  );
}

/** The form's own table, its documents, and the few indexes that lists need (see the table in `src/server/README.md`). */
async function createRecordTable(trx: Trx, formKey: string): Promise<void> {
  const [name, documents] = [recordTableName(formKey), documentTableName(formKey)];
  const table = sql.id(name);
  await sql`create table ${table} (id varchar(64) primary key, version integer not null, revision integer not null, flw_state text not null,
    title text collate "C" not null default '', task_node text not null default '', create_by varchar(64) not null, create_by_name text not null,
    create_time timestamptz not null default now(), update_by varchar(64) not null, update_by_name text not null,
    update_time timestamptz not null default now(), unit_id varchar(64), dept_id varchar(64), search_text text collate "C" not null default '')`.execute(
    trx,
  );
  await sql`create table ${sql.id(documents)} (id varchar(64) primary key, fields jsonb not null, child_tables jsonb not null)`.execute(
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
      { form_key: formKey, table_key: DOCUMENTS, name: documents },
    ])
    .execute();
}

async function createRowTable(trx: Trx, formKey: string, tableKey: string): Promise<void> {
  const name = rowTableName(formKey, tableKey);
  await sql`create table ${sql.id(name)} (record_id varchar(64) not null, row_id text not null, primary key (record_id, row_id))`.execute(
    trx,
  );
  await trx.insertInto('frm_table').values({ form_key: formKey, table_key: tableKey, name }).execute();
}

/**
 * Lets nobody write records of the form, nor fill its columns, until this transaction ends: who began before has committed
 * then, so that the next look sees every record. The line of the catalogue first, as whoever fills does.
 */
async function lockRecords(trx: Trx, formKey: string, { main }: FormTables): Promise<void> {
  await sql`select true from frm_table where form_key = ${formKey} and table_key = '' for update`.execute(trx);
  await sql`lock table ${sql.id(main.name)} in access exclusive mode`.execute(trx);
}

/** Keys that may stand in stored documents: those that an earlier version names anywhere. */
async function usedBefore(
  trx: Trx,
  formKey: string,
  keys: readonly string[],
  version: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{
    key: string;
  }>`select k.key from unnest(${keys}::text[], ${keys.map((key) => JSON.stringify(key.replace(/Label$/, '')))}::text[]) as k(key, written)
    where exists (select 1 from doc_version v where v.kind = 'form' and v.doc_key = ${formKey} and v.version < ${version} and (v.canonical is null or position(k.written in v.canonical) > 0))`.execute(
    trx,
  );
  return new Set(rows.map(({ key }) => key));
}

async function addColumns(
  trx: Trx,
  formKey: string,
  tableKey: string,
  table: ColumnTable,
  wanted: readonly WantedColumn[],
  { version, isEmpty }: { version: number; isEmpty: boolean },
): Promise<Added[]> {
  const last = await lastColumnNumber(trx, table);
  const used = isEmpty
    ? new Set<string>()
    : await usedBefore(
        trx,
        formKey,
        wanted.map(({ key }) => key),
        version,
      );
  const added: Added[] = wanted.map((column, index) => {
    const number = last + index + 1;
    return {
      ...column,
      part: Math.floor((number - 1) / MOST_COLUMNS) + 1,
      name: columnName(number, column.key),
      isReady: isEmpty || !used.has(column.key),
    };
  });
  const parts = Math.max(table.parts, ...added.map(({ part }) => part));
  for (let part = table.parts + 1; part <= parts; part += 1)
    await (
      tableKey === ''
        ? sql`create table ${sql.id(partName(table.name, part))} (id varchar(64) primary key)`
        : sql`create table ${sql.id(partName(table.name, part))} (record_id varchar(64) not null, row_id text not null, primary key (record_id, row_id))`
    ).execute(trx);
  for (let part = 1; part <= parts; part += 1) {
    const own = added.filter((column) => column.part === part);
    if (own.length === 0) continue;
    const parts_ = own.map(({ name, kind }) => sql`add column ${sql.id(name)} ${sql.raw(COLUMN_TYPES[kind])}`);
    await sql`alter table ${sql.id(part === 1 ? table.name : partName(table.name, part))} ${sql.join(parts_)}`.execute(
      trx,
    );
  }
  await sql`insert into frm_column (form_key, table_key, field_key, kind, part, name, since_version, is_ready)
    select ${formKey}, ${tableKey}, key, kind, part, name, ${version}, "isReady" from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as x(key text, kind text, part smallint, name text, "isReady" boolean)`.execute(
    trx,
  );
  await trx
    .updateTable('frm_table')
    .set({ parts })
    .where('form_key', '=', formKey)
    .where('table_key', '=', tableKey)
    .execute();
  return added;
}

/** Adds columns of kept values to the form's first table; `storePlans` lets them be filled once it is known what keeps them. */
async function addKept(
  trx: Trx,
  formKey: string,
  { main, kept }: FormTables,
  wanted: readonly WantedColumn[],
  { version, isEmpty }: { version: number; isEmpty: boolean },
): Promise<void> {
  const last = await lastColumnNumber(trx, main);
  const added = missingOf({ ...main, columns: kept }, wanted).map((column, index) => ({
    ...column,
    name: columnName(last + index + 1, column.key),
    isReady: isEmpty,
  }));
  if (added.length === 0) return;
  const parts = added.map(({ name, kind }) => sql`add column ${sql.id(name)} ${sql.raw(COLUMN_TYPES[kind])}`);
  await sql`alter table ${sql.id(main.name)} ${sql.join(parts)}`.execute(trx);
  await sql`insert into frm_column (form_key, table_key, field_key, kind, part, name, since_version, is_ready, is_kept)
    select ${formKey}, '', key, kind, 1, name, ${version}, "isReady", true from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as x(key text, kind text, name text, "isReady" boolean)`.execute(
    trx,
  );
}

/**
 * Gives a form the tables and columns that its definition needs, in this transaction; does nothing where they are there.
 * Columns of keys that no earlier version had are ready at once, others are filled by `fillColumns`.
 */
export async function prepareColumns(trx: Trx, formKey: string, form: CompiledForm, version: number): Promise<void> {
  const wanted = wantedOf(form);
  if (isComplete(await freshTables(trx, formKey), wanted)) return;
  // it may have to wait for whoever uses the table
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`select pg_advisory_xact_lock(hashtext('frm_table'), hashtext(${formKey}))`.execute(trx);
  changesCatalogue(trx);
  let tables = await freshTables(trx, formKey);
  if (isComplete(tables, wanted)) return;
  if (tables === null) await createRecordTable(trx, formKey);
  else await lockRecords(trx, formKey, tables);
  for (const tableKey of wanted.entered.keys())
    if (tableKey !== '' && !tables?.rows.has(tableKey)) await createRowTable(trx, formKey, tableKey);
  tables = (await freshTables(trx, formKey)) as FormTables;
  const { rows } = await sql`select 1 from ${sql.id(tables.main.name)} limit 1`.execute(trx);
  const state = { version, isEmpty: rows.length === 0 };
  let needsFilling = false;
  for (const [tableKey, columns] of wanted.entered) {
    const table = (tableKey === '' ? tables.main : tables.rows.get(tableKey)) as ColumnTable;
    const missing = missingOf(table, columns);
    if (missing.length === 0) continue;
    const added = await addColumns(trx, formKey, tableKey, table, missing, state);
    needsFilling ||= added.some(({ isReady }) => !isReady);
  }
  await addKept(trx, formKey, (await freshTables(trx, formKey)) as FormTables, wanted.kept, state);
  await trx
    .updateTable('frm_table')
    .set((set) => ({ revision: set('revision', '+', 1), ...(needsFilling ? { fill_after: '' } : {}) }))
    .where('form_key', '=', formKey)
    .where('table_key', '=', '')
    .execute();
  // while there are no records the index costs nothing; later `joinTexts` makes it anew beside the lists that use it
  if (state.isEmpty) await joinedIndex(trx, (await freshTables(trx, formKey)) as FormTables);
}

/**
 * The same before a publication, in a short transaction of its own: it waits a moment for whoever reads or writes the
 * table (a backup reads to its end), then lets them go on and tries again. Refuses with COLUMNS_BUSY when that never works.
 */
export async function prepareColumnsFirst(
  context: ServerContext,
  formKey: string,
  form: CompiledForm,
  version: number,
): Promise<void> {
  if (isComplete(await freshTables(context.db as Db, formKey), wantedOf(form))) return;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await context.db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = ${sql.lit(`${LOCK_SECONDS}s`)}`.execute(trx);
        await prepareColumns(trx, formKey, form, version);
      });
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      if (attempt >= TRIES) throw new Refusal('COLUMNS_BUSY');
    }
    await pause(200 * attempt);
  }
}
