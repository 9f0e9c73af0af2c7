import { sql, type Kysely } from 'kysely';
import type { Vocabulary } from '../../../kernel/index.ts';
import type { Database } from '../../store/database.ts';
import type { Trx } from '../../store/transaction.ts';
import type { RecordValues, SystemColumns } from '../tables.ts';
import { insertRecords } from './storeRecords.ts';
import { prepareStoredForms } from './storedForms.ts';

/** Where records of an older version lie until they are brought over: one table for all forms. */
const OLD = 'frm_record_old';
const AT_ONCE = 250;
const UNDEFINED_TABLE = '42P01';

/** How far an upgrade is: records brought over, and how many there are about. */
export interface Progress {
  done: number;
  total: number;
}

type OldRecord = SystemColumns & {
  form_key: string;
  fields: RecordValues['fieldsMap'];
  child_tables: RecordValues['childTables'];
};

/** Is this a database of an older version, or one that was left in the middle of its upgrade? Asked before it is migrated. */
export async function needsBringingOver(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean;
  }>`select exists (select 1 from pg_class where (relname = ${OLD} or (relname = 'frm_record' and relkind = 'p')) and relnamespace = current_schema()::regnamespace) as found`.execute(
    db,
  );
  return rows[0]?.found === true;
}

/** Are there records of an older version? */
async function hasOldRecords(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean;
  }>`select exists (select 1 from pg_class where relname = ${OLD} and relnamespace = current_schema()::regnamespace) as found`.execute(
    db,
  );
  return rows[0]?.found === true;
}

/** Brings the next records of one form over and takes them out of the old table, in one transaction. Answers how many. Records that another server is at are left to it. */
async function bringNext(trx: Trx, formKey: string): Promise<number> {
  const { rows } =
    await sql<OldRecord>`with taken as (select id from ${sql.table(OLD)} where form_key = ${formKey} order by id limit ${AT_ONCE} for update skip locked)
    delete from ${sql.table(OLD)} o using taken t where o.form_key = ${formKey} and o.id = t.id
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
    { areCounted: true },
  );
  return rows.length;
}

/**
 * Brings the records of an older version into the tables of their forms, form after form and piece by piece; each piece is
 * there or here, however a server ends, and several servers share the work. Drops the old table at the end.
 */
export async function bringOver(
  db: Kysely<Database>,
  vocabulary: Vocabulary,
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<void> {
  if (!(await hasOldRecords(db))) return;
  try {
    await bringAll(db, vocabulary, onProgress);
  } catch (error) {
    // another server brought the last of them and dropped the table
    if ((error as { code?: string }).code !== UNDEFINED_TABLE || (await hasOldRecords(db))) throw error;
  }
}

async function bringAll(
  db: Kysely<Database>,
  vocabulary: Vocabulary,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`select pg_advisory_xact_lock(hashtext('frm_record_old'))`.execute(trx);
    await prepareStoredForms(trx, vocabulary);
  });
  const { rows } = await sql<{
    key: string;
    count: number;
  }>`select form_key as key, count(*) as count from ${sql.table(OLD)} group by 1 order by 1`.execute(db);
  const total = rows.reduce((sum, { count }) => sum + Number(count), 0);
  let done = 0;
  onProgress({ done, total });
  do {
    for (const { key } of rows)
      for (;;) {
        const count = await db.transaction().execute((trx) => bringNext(trx, key));
        if (count === 0) break;
        done += count;
        onProgress({ done, total });
      }
  } while (!(await finish(db)));
}

/** Waits for what other servers are at, then drops the old table. False: one of them was ended and left its piece. */
async function finish(db: Kysely<Database>): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('frm_record_old'))`.execute(trx);
    if (!(await hasOldRecords(trx))) return true;
    await sql`lock table ${sql.table(OLD)} in access exclusive mode`.execute(trx);
    const { rows } = await sql<{ left: boolean }>`select exists (select 1 from ${sql.table(OLD)}) as left`.execute(trx);
    if (rows[0]?.left) return false;
    await sql`drop table ${sql.table(OLD)}`.execute(trx);
    await sql`drop function if exists frm_number(jsonb, text)`.execute(trx);
    await sql`drop function if exists frm_text(jsonb, text)`.execute(trx);
    return true;
  });
}
