import { sql, type Kysely } from 'kysely';
import type { Vocabulary } from '../../../kernel/index.ts';
import type { Database } from '../../store/database.ts';
import type { Trx } from '../../store/transaction.ts';
import type { RecordValues, SystemColumns } from '../tables.ts';
import { insertRecords } from './storeRecords.ts';
import { prepareStoredForms } from './storedForms.ts';

/** The table in which an older version stored the records of all forms; records are migrated from it. */
const OLD_TABLE = 'frm_record_old';
const BATCH_SIZE = 250;
/** The error code of PostgreSQL for a table that does not exist. */
const UNDEFINED_TABLE = '42P01';

/**
 * The progress of a migration: the number of records that this server has migrated, and the number of all records to
 * migrate. Other servers may migrate some of them.
 */
export interface MigrationProgress {
  done: number;
  total: number;
}

type OldRecord = SystemColumns & {
  form_key: string;
  fields: RecordValues['fieldsMap'];
  child_tables: RecordValues['childTables'];
};

/**
 * Checks whether the database has the record table of an older version: `frm_record` as a partitioned table before the
 * upgrade, or `OLD_TABLE` after an interrupted upgrade. Must be called before the schema migrations.
 */
export async function needsRecordMigration(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean;
  }>`select exists (select 1 from pg_class where (relname = ${OLD_TABLE} or (relname = 'frm_record' and relkind = 'p')) and relnamespace = current_schema()::regnamespace) as found`.execute(
    db,
  );
  return rows[0]?.found === true;
}

/** Checks whether the table of the older version exists. */
async function hasOldRecords(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean;
  }>`select exists (select 1 from pg_class where relname = ${OLD_TABLE} and relnamespace = current_schema()::regnamespace) as found`.execute(
    db,
  );
  return rows[0]?.found === true;
}

/**
 * Moves the next batch of a form's records out of the old table, in one transaction. Skips records that another server
 * is moving. Returns the number of records moved.
 */
async function migrateBatch(trx: Trx, formKey: string): Promise<number> {
  const { rows } =
    await sql<OldRecord>`with taken as (select id from ${sql.table(OLD_TABLE)} where form_key = ${formKey} order by id limit ${BATCH_SIZE} for update skip locked)
    delete from ${sql.table(OLD_TABLE)} o using taken t where o.form_key = ${formKey} and o.id = t.id
    returning o.id, o.version, o.revision, o.flw_state, o.title, o.task_node, o.create_by, o.create_by_name, o.create_time::text, o.update_by, o.update_by_name, o.update_time::text, o.unit_id, o.dept_id, o.search_text, o.fields, o.child_tables`.execute(
      trx,
    );
  await insertRecords(
    trx,
    formKey,
    rows.map(({ fields, child_tables, ...system }) => ({
      ...system,
      values: { fieldsMap: fields, childTables: child_tables },
    })),
    { areAlreadyCounted: true },
  );
  return rows.length;
}

/**
 * Moves the records of an older version into the tables of their forms, in batches for each form, and then drops the
 * old table. Each batch is one transaction, so no record is lost or doubled when a server stops. Several servers may
 * work at the same time.
 */
export async function migrateOldRecords(
  db: Kysely<Database>,
  vocabulary: Vocabulary,
  onProgress: (progress: MigrationProgress) => void = () => undefined,
): Promise<void> {
  if (!(await hasOldRecords(db))) return;
  try {
    await migrateAll(db, vocabulary, onProgress);
  } catch (error) {
    // another server migrated the last records and dropped the table
    if ((error as { code?: string }).code !== UNDEFINED_TABLE || (await hasOldRecords(db))) throw error;
  }
}

/** Creates the tables of all forms, then migrates batch by batch until the old table is empty and dropped. */
async function migrateAll(
  db: Kysely<Database>,
  vocabulary: Vocabulary,
  onProgress: (progress: MigrationProgress) => void,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`select pg_advisory_xact_lock(hashtext('frm_record_old'))`.execute(trx);
    await prepareStoredForms(trx, vocabulary);
  });
  const { rows } = await sql<{
    key: string;
    count: number;
  }>`select form_key as key, count(*) as count from ${sql.table(OLD_TABLE)} group by 1 order by 1`.execute(db);
  const total = rows.reduce((sum, { count }) => sum + Number(count), 0);
  let done = 0;
  onProgress({ done, total });
  do {
    for (const { key } of rows)
      for (;;) {
        const movedCount = await db.transaction().execute((trx) => migrateBatch(trx, key));
        if (movedCount === 0) break;
        done += movedCount;
        onProgress({ done, total });
      }
  } while (!(await dropOldTable(db)));
}

/**
 * Waits for the batches of other servers, then drops the old table. Returns true if the table is dropped, by this
 * server or another server; false if records remain because another server stopped within a batch.
 */
async function dropOldTable(db: Kysely<Database>): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('frm_record_old'))`.execute(trx);
    if (!(await hasOldRecords(trx))) return true;
    await sql`lock table ${sql.table(OLD_TABLE)} in access exclusive mode`.execute(trx);
    const { rows } = await sql<{
      isFilled: boolean;
    }>`select exists (select 1 from ${sql.table(OLD_TABLE)}) as "isFilled"`.execute(trx);
    if (rows[0]?.isFilled) return false;
    await sql`drop table ${sql.table(OLD_TABLE)}`.execute(trx);
    await sql`drop function if exists frm_number(jsonb, text)`.execute(trx);
    await sql`drop function if exists frm_text(jsonb, text)`.execute(trx);
    return true;
  });
}
