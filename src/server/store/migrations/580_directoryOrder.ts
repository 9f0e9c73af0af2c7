import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Makes servers reload their cached directory of people and departments after a change of the order of people
 * (`sys_user.sn`), because the directory contains that order.
 */
export const directoryOrder: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`drop trigger sys_user_directory on sys_user`.execute(db);
    await sql
      .raw(
        `create constraint trigger sys_user_directory after insert or delete or update of name, username, dept_id, unit_id, is_disabled, sn on sys_user
          deferrable initially deferred for each row execute function sys_directory_note()`,
      )
      .execute(db);
    // caches of servers of the previous version must not be used by this version
    await sql`update sys_directory set revision = gen_random_uuid()`.execute(db);
  },
};
