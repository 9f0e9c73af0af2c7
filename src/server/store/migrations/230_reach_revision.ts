import { sql, type Kysely, type Migration } from 'kysely';

/** The tables that determine read access: role scopes, memberships, the tree of departments and their leaders. */
const ACCESS_TABLES: readonly { table: string; update: string }[] = [
  { table: 'sys_role_scope', update: 'update' },
  { table: 'sys_user_unit', update: 'update of user_id, unit_id, dept_id' },
  { table: 'sys_org', update: 'update of id, parent_id, leader_id' },
];

/**
 * Creates one revision for all tables that determine which units and departments a person may read (the reach), so that
 * a statement can validate the reaches that a server has cached (`reachOf`) with one short read. Every change sets a
 * new value that was never used before, so that older cache entries are invalid on every server and after a restore.
 * The revision is written when a transaction ends, so that the row is locked only briefly and changes cannot deadlock.
 */
export const reachRevision: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table sys_reach (id boolean primary key default true check (id), revision uuid not null)`.execute(
      db,
    );
    await sql`insert into sys_reach (revision) values (gen_random_uuid())`.execute(db);
    // writes the revision only once per transaction: the transaction-local setting `app.reach_noted` marks this
    await sql
      .raw(`create function sys_reach_note() returns trigger language plpgsql as $$ begin
      if coalesce(current_setting('app.reach_noted', true), '') = '' then
        insert into sys_reach (revision) values (gen_random_uuid()) on conflict (id) do update set revision = excluded.revision;
        perform set_config('app.reach_noted', 'yes', true);
      end if;
      return null;
    end $$`)
      .execute(db);
    for (const { table, update } of ACCESS_TABLES) {
      await sql
        .raw(
          `create constraint trigger ${table}_reach after insert or delete or ${update} on ${table} deferrable initially deferred for each row execute function sys_reach_note()`,
        )
        .execute(db);
      await sql
        .raw(
          `create trigger ${table}_reach_all after truncate on ${table} for each statement execute function sys_reach_note()`,
        )
        .execute(db);
    }
  },
};
