import { sql, type Kysely, type Migration } from 'kysely';

/** What tells how far people read: the lines of roles, where people belong, which department is below which and who leads it. */
const DECIDING: readonly { table: string; update: string }[] = [
  { table: 'sys_role_scope', update: 'update' },
  { table: 'sys_user_unit', update: 'update of user_id, unit_id, dept_id' },
  { table: 'sys_org', update: 'update of id, parent_id, leader_id' },
];

/**
 * One revision for all that decides how far people read, so that a statement proves with one short look what a server
 * remembers of it (`reachOf`). Another one with every change, never one that was before: what was remembered under an
 * older one holds for nothing, on whatever server and after a restore. It is noted when a transaction ends: nobody holds
 * the row for longer, so changes wait for each other a moment and never in a circle.
 */
export const reachRevision: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table sys_reach (id boolean primary key default true check (id), revision uuid not null)`.execute(
      db,
    );
    await sql`insert into sys_reach (revision) values (gen_random_uuid())`.execute(db);
    // once a transaction: a setting of its own says that it is done
    await sql
      .raw(`create function sys_reach_note() returns trigger language plpgsql as $$ begin
      if coalesce(current_setting('app.reach_noted', true), '') = '' then
        insert into sys_reach (revision) values (gen_random_uuid()) on conflict (id) do update set revision = excluded.revision;
        perform set_config('app.reach_noted', 'yes', true);
      end if;
      return null;
    end $$`)
      .execute(db);
    for (const { table, update } of DECIDING) {
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
