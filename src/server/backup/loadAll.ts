import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { FileStore } from '../files/index.ts';
import type { Database } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';
import { usePortableFormats, RECORDS_SECTION, tablesOf } from './dumpAll.ts';
import { createRecordLoader } from './loadRecords.ts';
import { BackupError, readBackup, type Counts, type Header } from './backupFile.ts';

const INSERT_ROWS = 500;

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

async function loadForeignKeys(trx: Trx): Promise<ForeignKey[]> {
  const { rows } =
    await sql<ForeignKey>`select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0`.execute(
      trx,
    );
  return rows;
}

async function columnTypesOf(trx: Trx, table: string): Promise<Map<string, string>> {
  const { rows } = await sql<{
    column: string;
    type: string;
  }>`select attname::text as column, format_type(atttypid, null) as type from pg_attribute where attrelid = ${`"${table}"`}::regclass and attnum > 0 and not attisdropped`.execute(
    trx,
  );
  return new Map(rows.map(({ column, type }) => [column, type]));
}

/** Creates a loader that inserts rows of one table in batches, each value cast to the type of its column. */
async function createTableLoader(trx: Trx, table: string, columns: readonly string[]): Promise<RowLoader> {
  const types = await columnTypesOf(trx, table).catch(() => {
    throw new BackupError(`备份中的表 ${table} 在本版本中不存在`);
  });
  const typeOf = (column: string): string => {
    const type = types.get(column);
    if (type === undefined) throw new BackupError(`备份中的列 ${table}.${column} 在本版本中不存在`);
    return type;
  };
  const columnList = sql.join(columns.map((column) => sql.id(column)));
  const values = sql.join(columns.map((column, index) => sql`${sql.ref(`u.c${index}`)}::${sql.raw(typeOf(column))}`));
  const aliases = sql.join(columns.map((_column, index) => sql.id(`c${index}`)));
  let pendingRows: (string | null)[][] = [];
  const flush = async (): Promise<void> => {
    if (pendingRows.length === 0) return;
    const arrays = sql.join(
      columns.map((_column, index) => sql`${pendingRows.map((row) => row[index] ?? null)}::text[]`),
    );
    await sql`insert into ${sql.id(table)} (${columnList}) overriding system value select ${values} from unnest(${arrays}) as u (${aliases})`.execute(
      trx,
    );
    pendingRows = [];
  };
  return {
    async add(row: (string | null)[]) {
      pendingRows.push(row);
      if (pendingRows.length >= INSERT_ROWS) await flush();
    },
    flush,
  };
}

/** Sets every sequence to continue after the highest loaded number. */
async function setSequences(trx: Trx): Promise<void> {
  const { rows } = await sql<{
    table: string;
    column: string;
    sequence: string;
  }>`select c.relname::text as table, a.attname::text as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null`.execute(
    trx,
  );
  for (const { table, column, sequence } of rows)
    await sql`select setval(${sequence}, coalesce((select max(${sql.id(column)}) from ${sql.id(table)}), 0) + 1, false)`.execute(
      trx,
    );
}

/** Inserts rows in batches. */
export interface RowLoader {
  add(row: (string | null)[]): Promise<void>;
  flush(): Promise<void>;
}

/**
 * Returns true if the database, which has the version of the backup, stores the records of all forms in one partitioned
 * table. This table is migrated after the backup is loaded.
 */
async function isOldRecordTablePresent(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean;
  }>`select exists (select 1 from pg_class where oid = to_regclass('frm_record') and relkind = 'p') as found`.execute(
    trx,
  );
  return rows[0]?.found === true;
}

/** Creates the partition of the old record table for the records of one form. */
async function createOldPartition(trx: Trx, formKey: string): Promise<void> {
  const name = `frm_record_${createHash('sha256').update(formKey).digest('hex').slice(0, 40)}`;
  await sql`create table ${sql.id(name)} partition of frm_record for values in (${sql.lit(formKey)})`.execute(trx);
}

/**
 * Loads a backup into an empty database of the same version, in one transaction, and its files into the file store.
 * Foreign keys are dropped before and added again afterwards, so that all of them are checked.
 */
export async function loadAll(db: Kysely<Database>, path: string, header: Header, files: FileStore): Promise<Counts> {
  const counts: Counts = { rows: 0, files: 0, bytes: 0 };
  await db.transaction().execute(async (trx) => {
    await usePortableFormats(trx);
    const hasOldRecordTable = await isOldRecordTablePresent(trx);
    if (hasOldRecordTable) for (const formKey of header.partitions) await createOldPartition(trx, formKey);
    const droppedForeignKeys = await loadForeignKeys(trx);
    for (const { table, name } of droppedForeignKeys)
      await sql.raw(`alter table ${table} drop constraint ${name}`).execute(trx);
    // triggers are disabled, because they would change or refuse the loaded rows; tables are emptied, because some
    // migrations insert rows
    const tables = await tablesOf(trx);
    for (const { name } of tables) await sql`alter table ${sql.id(name)} disable trigger user`.execute(trx);
    for (const { name } of tables) await sql`delete from ${sql.id(name)}`.execute(trx);
    let loader: RowLoader | undefined;
    for await (const section of readBackup(path)) {
      if ('row' in section) {
        await loader?.add(section.row);
        counts.rows += 1;
        continue;
      }
      await loader?.flush();
      loader = undefined;
      if ('table' in section)
        loader =
          section.table === RECORDS_SECTION && !hasOldRecordTable
            ? await createRecordLoader(trx, section.columns)
            : await createTableLoader(trx, section.table, section.columns);
      if ('file' in section) {
        const storedContent = await files.write(section.file, section.content);
        counts.files += 1;
        counts.bytes += storedContent.size;
      }
    }
    for (const { table, name, definition } of droppedForeignKeys)
      await sql.raw(`alter table ${table} add constraint ${name} ${definition}`).execute(trx);
    for (const { name } of tables) await sql`alter table ${sql.id(name)} enable trigger user`.execute(trx);
    await setSequences(trx);
  });
  return counts;
}
