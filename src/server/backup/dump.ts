import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { filePlace } from '../files/index.ts';
import type { Database } from '../store/database.ts';
import type { BackupWriter, Counts, Header } from './format.ts';

/** Sessions, captchas, links, events and answers to repeats are of the moment: after a restore people sign in again. */
const PASSING = [
  'auth_captcha',
  'auth_attempt',
  'auth_session',
  'auth_token',
  'auth_ended',
  'att_link',
  'http_idempotency',
  'sys_event',
  'kysely_migration',
  'kysely_migration_lock',
];
const AT_ONCE = 500;

export interface Table {
  name: string;
  columns: string[];
}

/** The tables of the product with their columns, partitions left out (their rows are their parent's). */
export async function tablesOf(db: Kysely<Database>): Promise<Table[]> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname order by c.relname`.execute(db);
  return rows.filter(({ name }) => !PASSING.includes(name));
}

/** The same text on every machine, to the last digit. */
export const plainTexts = async (db: Kysely<Database>): Promise<void> => {
  for (const line of [
    `set local timezone = 'UTC'`,
    `set local datestyle = 'ISO'`,
    `set local intervalstyle = 'postgres'`,
    'set local extra_float_digits = 1',
    `set local bytea_output = 'hex'`,
  ])
    await sql.raw(line).execute(db);
};

async function dumpTable(trx: Kysely<Database>, out: BackupWriter, { name, columns }: Table): Promise<number> {
  await out.line({ table: name, columns });
  const texts = sql.join(columns.map((column) => sql`${sql.id(column)}::text`));
  await sql`declare ${sql.id(`dump_${name}`)} no scroll cursor for select jsonb_build_array(${texts})::text as line from ${sql.id(name)}`.execute(
    trx,
  );
  for (let count = 0; ;) {
    const { rows } = await sql<{
      line: string;
    }>`fetch ${sql.raw(String(AT_ONCE))} from ${sql.id(`dump_${name}`)}`.execute(trx);
    for (const { line } of rows) await out.bytes(Buffer.from(`${line}\n`));
    count += rows.length;
    if (rows.length < AT_ONCE) {
      await sql`close ${sql.id(`dump_${name}`)}`.execute(trx);
      return count;
    }
  }
}

/**
 * Writes everything that one moment of the database holds, and the contents of its files, which never change. Other
 * sessions go on meanwhile. Answers the counts and the files whose content was not there.
 */
export async function dump(
  db: Kysely<Database>,
  filesFolder: string,
  out: BackupWriter,
): Promise<Counts & { missing: string[] }> {
  const counts: Counts = { rows: 0, files: 0, bytes: 0 };
  const missing: string[] = [];
  const files = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await plainTexts(trx);
      const migrations = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(trx);
      const partitions = await sql<{
        key: string;
      }>`select form_key as key from (select distinct form_key from frm_record union select doc_key from doc_version where kind = 'form') keys order by 1`.execute(
        trx,
      );
      await out.line({
        backup: 'schema-first',
        format: 1,
        madeAt: new Date().toISOString(),
        migrations: migrations.rows.map(({ name }) => name),
        partitions: partitions.rows.map(({ key }) => key),
      } satisfies Header);
      for (const table of await tablesOf(trx)) counts.rows += await dumpTable(trx, out, table);
      return trx.selectFrom('att_file').select(['id', 'size', 'sha256']).execute();
    });
  for (const { id, size, sha256 } of files) {
    const path = join(filesFolder, filePlace(id));
    const found = await stat(path).catch(() => null);
    if (found?.size !== size) {
      missing.push(id);
      continue;
    }
    await out.line({ file: id, size, sha256 });
    for await (const chunk of createReadStream(path)) await out.bytes(chunk as Buffer);
    counts.files += 1;
    counts.bytes += size;
  }
  return { ...counts, missing };
}
