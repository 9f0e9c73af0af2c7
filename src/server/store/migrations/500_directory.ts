import { sql, type Kysely, type Migration } from 'kysely';

/**
 * The tables that a search for people and departments reads. `update`: the event of the table's trigger in SQL, which
 * is `update`, or `update of` the columns that the search reads.
 */
const SEARCHED_TABLES: readonly { table: string; update: string }[] = [
  { table: 'sys_user', update: 'update of name, username, dept_id, is_disabled' },
  { table: 'sys_user_unit', update: 'update of user_id, dept_id' },
  { table: 'sys_org', update: 'update' },
];

/**
 * One revision for the people and departments that searches find, so that one short read validates a server's cache
 * (`directoryOf`). Like `sys_reach`, it gets a new value in every transaction that changes these data, once at the end
 * of the transaction. Also an index for the order of the administrators' list of people.
 */
export const directoryRevision: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table sys_directory (id boolean primary key default true check (id), revision uuid not null)`.execute(
      db,
    );
    await sql`insert into sys_directory (revision) values (gen_random_uuid())`.execute(db);
    await sql
      .raw(`create function sys_directory_note() returns trigger language plpgsql as $$ begin
      if coalesce(current_setting('app.directory_noted', true), '') = '' then
        insert into sys_directory (revision) values (gen_random_uuid()) on conflict (id) do update set revision = excluded.revision;
        perform set_config('app.directory_noted', 'yes', true);
      end if;
      return null;
    end $$`)
      .execute(db);
    for (const { table, update } of SEARCHED_TABLES) {
      await sql
        .raw(
          `create constraint trigger ${table}_directory after insert or delete or ${update} on ${table} deferrable initially deferred for each row execute function sys_directory_note()`,
        )
        .execute(db);
      await sql
        .raw(
          `create trigger ${table}_directory_all after truncate on ${table} for each statement execute function sys_directory_note()`,
        )
        .execute(db);
    }
    await sql`create index sys_user_sn on sys_user (sn, id)`.execute(db);
  },
};
