import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { FileStore } from '../files/index.ts';
import type { Database } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';
import { plainTexts, RECORDS, tablesOf } from './dump.ts';
import { recordLoader } from './loadRecords.ts';
import { BackupError, readBackup, type Counts, type Header } from './format.ts';

const AT_ONCE = 500;

interface Foreign {
  table: string;
  name: string;
  definition: string;
}

async function foreignKeys(trx: Trx): Promise<Foreign[]> {
  const { rows } =
    await sql<Foreign>`select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0`.execute(
      trx,
    );
  return rows;
}

async function typesOf(trx: Trx, table: string): Promise<Map<string, string>> {
  const { rows } = await sql<{
    column: string;
    type: string;
  }>`select attname::text as column, format_type(atttypid, null) as type from pg_attribute where attrelid = ${`"${table}"`}::regclass and attnum > 0 and not attisdropped`.execute(
    trx,
  );
  return new Map(rows.map(({ column, type }) => [column, type]));
}

/** Puts rows of one table in, many at a time, each value through the type of its column. */
async function tableLoader(trx: Trx, table: string, columns: readonly string[]): Promise<RowLoader> {
  const types = await typesOf(trx, table).catch(() => {
    throw new BackupError(`备份中的表 ${table} 在本版本中不存在`);
  });
  const typeOf = (column: string): string => {
    const type = types.get(column);
    if (type === undefined) throw new BackupError(`备份中的列 ${table}.${column} 在本版本中不存在`);
    return type;
  };
  const into = sql.join(columns.map((column) => sql.id(column)));
  const values = sql.join(columns.map((column, index) => sql`${sql.ref(`u.c${index}`)}::${sql.raw(typeOf(column))}`));
  const names = sql.join(columns.map((_column, index) => sql.id(`c${index}`)));
  let waiting: (string | null)[][] = [];
  const flush = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const arrays = sql.join(columns.map((_column, index) => sql`${waiting.map((row) => row[index] ?? null)}::text[]`));
    await sql`insert into ${sql.id(table)} (${into}) overriding system value select ${values} from unnest(${arrays}) as u (${names})`.execute(
      trx,
    );
    waiting = [];
  };
  return {
    async add(row: (string | null)[]) {
      waiting.push(row);
      if (waiting.length >= AT_ONCE) await flush();
    },
    flush,
  };
}

/** A serial column goes on after the highest number that was loaded. */
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

/** Takes rows as they come, many at a time. */
export interface RowLoader {
  add(row: (string | null)[]): Promise<void>;
  flush(): Promise<void>;
}

/** Did the version of this backup store the records of all forms in one table? They are brought over afterwards. */
async function hasOldRecords(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean;
  }>`select exists (select 1 from pg_class where oid = to_regclass('frm_record') and relkind = 'p') as found`.execute(
    trx,
  );
  return rows[0]?.found === true;
}

async function oldPartition(trx: Trx, formKey: string): Promise<void> {
  const name = `frm_record_${createHash('sha256').update(formKey).digest('hex').slice(0, 40)}`;
  await sql`create table ${sql.id(name)} partition of frm_record for values in (${sql.lit(formKey)})`.execute(trx);
}

/**
 * Fills an empty database of the backup's own version, in one transaction, and the place of its files. Foreign keys are
 * left out while loading and added again at the end, so that every one of them is checked.
 */
export async function load(db: Kysely<Database>, path: string, header: Header, files: FileStore): Promise<Counts> {
  const counts: Counts = { rows: 0, files: 0, bytes: 0 };
  await db.transaction().execute(async (trx) => {
    await plainTexts(trx);
    const isOld = await hasOldRecords(trx);
    if (isOld) for (const formKey of header.partitions) await oldPartition(trx, formKey);
    const keys = await foreignKeys(trx);
    for (const { table, name } of keys) await sql.raw(`alter table ${table} drop constraint ${name}`).execute(trx);
    // some migrations fill what they make; a trigger would add to what is loaded, or refuse it
    const tables = await tablesOf(trx);
    for (const { name } of tables) await sql`alter table ${sql.id(name)} disable trigger user`.execute(trx);
    for (const { name } of tables) await sql`delete from ${sql.id(name)}`.execute(trx);
    let loader: RowLoader | undefined;
    for await (const part of readBackup(path)) {
      if ('row' in part) {
        await loader?.add(part.row);
        counts.rows += 1;
        continue;
      }
      await loader?.flush();
      loader =
        'table' in part
          ? part.table === RECORDS && !isOld
            ? await recordLoader(trx, part.columns)
            : await tableLoader(trx, part.table, part.columns)
          : undefined;
      if ('file' in part) {
        const stored = await files.write(part.file, part.content);
        counts.files += 1;
        counts.bytes += stored.size;
      }
    }
    for (const { table, name, definition } of keys)
      await sql.raw(`alter table ${table} add constraint ${name} ${definition}`).execute(trx);
    for (const { name } of tables) await sql`alter table ${sql.id(name)} enable trigger user`.execute(trx);
    await setSequences(trx);
  });
  return counts;
}
