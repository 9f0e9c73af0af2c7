import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Indexes for the record lists of a person who may not read all records. The index of creators gets the id as last sort
 * column. The other indexes contain, after the sort column, the creation time, department, unit and creator: so the
 * records of a department are found in order without reading other records.
 */
export const listIndexes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`drop index frm_record_creator`.execute(db);
    await sql`create index frm_record_creator on frm_record (create_by, create_time desc, id desc)`.execute(db);
    await sql`create index frm_record_title on frm_record (title, create_time, id, dept_id, unit_id, create_by)`.execute(
      db,
    );
    await sql`create index frm_record_changed on frm_record (update_time, create_time, id, dept_id, unit_id, create_by)`.execute(
      db,
    );
    // creates the indexes on fields of forms again, with the additional columns
    const { rows } = await sql<{
      name: string;
      text: string;
    }>`select c.relname as name, pg_get_indexdef(i.indexrelid) as text from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_inherits p on p.inhrelid = i.indrelid and p.inhparent = 'frm_record'::regclass where c.relname ~ '^frm_[0-9a-f]{10}$'`.execute(
      db,
    );
    for (const { name, text } of rows) {
      await sql`drop index ${sql.id(name)}`.execute(db);
      await sql.raw(text.replace(/, id\)$/, ', create_time, id, dept_id, unit_id, create_by)')).execute(db);
    }
    // the statistics of the fields were dropped with their indexes
    if (rows.length > 0) await sql`analyze frm_record`.execute(db);
  },
};
