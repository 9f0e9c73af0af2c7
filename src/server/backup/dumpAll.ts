import { SYSTEM_COLUMNS, valuesTable, recordTable } from '../records/index.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { FileStore } from '../files/index.ts';
import type { Database } from '../store/database.ts';
import type { BackupWriter, Counts, Header } from './backupFile.ts';

/**
 * Tables that a backup does not contain. Sessions, captchas, links to files, events and the answers that are stored for
 * repeated requests are short-lived; after a restore, people sign in again.
 */
const EXCLUDED_TABLES = [
  'auth_captcha',
  'auth_attempt',
  'auth_session',
  'auth_token',
  'auth_ended',
  'auth_key_use',
  'auth_challenge',
  'att_link',
  'http_idempotency',
  'sys_event',
  // waiting messages must not be sent again from a restored copy
  'sys_outbox',
  'sys_outbox_file',
  // rebuilt from the definitions
  'frm_table',
  'frm_column',
  'frm_rollup',
  'frm_rollup_lock',
  'frm_search',
  'kysely_migration',
  'kysely_migration_lock',
];
const FETCH_ROWS = 500;

/** A table and its columns that a backup contains. */
export interface Table {
  name: string;
  columns: string[];
}

/**
 * Returns the tables of a backup with their columns. Leaves out partitions, because the rows of a partition are read
 * from its parent table, and the tables of records, which `dumpRecords` reads.
 */
export async function tablesOf(db: Kysely<Database>): Promise<Table[]> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname !~ '^frm_[rdt]_'
    group by c.relname order by c.relname`.execute(db);
  return rows.filter(({ name }) => !EXCLUDED_TABLES.includes(name));
}

/** Sets the output formats of the transaction, so that every server writes the same texts with all digits. */
export const usePortableFormats = async (db: Kysely<Database>): Promise<void> => {
  for (const line of [
    `set local timezone = 'UTC'`,
    `set local datestyle = 'ISO'`,
    `set local intervalstyle = 'postgres'`,
    'set local extra_float_digits = 1',
    `set local bytea_output = 'hex'`,
  ])
    await sql.raw(line).execute(db);
};

/**
 * The name of the section of a backup that contains the records of all forms, as system columns and JSON values
 * (`fields`, `child_tables`), independent of the typed columns of their tables.
 */
export const RECORDS_SECTION = 'frm_record';
export const RECORD_COLUMNS = ['form_key', ...SYSTEM_COLUMNS, 'fields', 'child_tables'] as const;

/** Writes the rows of a query, each as an array of texts. Returns the number of rows. */
async function dumpRows(
  trx: Kysely<Database>,
  out: BackupWriter,
  columns: readonly RawBuilder<unknown>[],
  from: RawBuilder<unknown>,
): Promise<number> {
  // array[...] instead of jsonb_build_array(...), because a function takes at most 100 arguments
  const valueTexts = sql.join(columns.map((column) => sql`${column}::text`));
  await sql`declare dumped no scroll cursor for select to_jsonb(array[${valueTexts}])::text as line from ${from}`.execute(
    trx,
  );
  for (let count = 0; ;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.raw(String(FETCH_ROWS))} from dumped`.execute(trx);
    for (const { line } of rows) await out.writeBytes(Buffer.from(`${line}\n`));
    count += rows.length;
    if (rows.length < FETCH_ROWS) {
      await sql`close dumped`.execute(trx);
      return count;
    }
  }
}

async function dumpTable(trx: Kysely<Database>, out: BackupWriter, { name, columns }: Table): Promise<number> {
  await out.writeLine({ table: name, columns });
  return dumpRows(
    trx,
    out,
    columns.map((column) => sql.id(column)),
    sql.id(name),
  );
}

async function dumpRecords(trx: Kysely<Database>, out: BackupWriter, formKey: string): Promise<number> {
  const columns = [sql.lit(formKey), ...RECORD_COLUMNS.slice(1).map((name) => sql.ref(name))];
  return dumpRows(trx, out, columns, sql`${recordTable(formKey)} join ${valuesTable(formKey)} d using (id)`);
}

/**
 * Writes one snapshot of the database, and the contents of its files, which never change. Other sessions can continue.
 * Returns the counts and, in `missing`, the ids of files whose content is missing or has another size.
 */
export async function dumpAll(
  db: Kysely<Database>,
  store: FileStore,
  out: BackupWriter,
): Promise<Counts & { missing: string[] }> {
  const counts: Counts = { rows: 0, files: 0, bytes: 0 };
  const missingIds: string[] = [];
  const files = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await usePortableFormats(trx);
      const migrations = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(trx);
      const forms = await trx
        .selectFrom('frm_table')
        .select('form_key as key')
        .where('table_key', '=', '')
        .orderBy('form_key')
        .execute();
      await out.writeLine({
        backup: 'schema-first',
        format: 1,
        madeAt: new Date().toISOString(),
        migrations: migrations.rows.map(({ name }) => name),
        partitions: forms.map(({ key }) => key),
      } satisfies Header);
      for (const table of await tablesOf(trx)) counts.rows += await dumpTable(trx, out, table);
      // after the definitions, from which the tables of records are created
      await out.writeLine({ table: RECORDS_SECTION, columns: [...RECORD_COLUMNS] });
      for (const { key } of forms) counts.rows += await dumpRecords(trx, out, key);
      return trx.selectFrom('att_file').select(['id', 'size', 'sha256']).execute();
    });
  for (const { id, size, sha256 } of files) {
    if ((await store.findSize(id)) !== size) {
      missingIds.push(id);
      continue;
    }
    await out.writeLine({ file: id, size, sha256 });
    for await (const chunk of store.read(id)) await out.writeBytes(chunk as Buffer);
    counts.files += 1;
    counts.bytes += size;
  }
  return { ...counts, missing: missingIds };
}
