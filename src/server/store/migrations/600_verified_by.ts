import { sql, type Kysely, type Migration } from 'kysely';

/** A sign-in that waits for the second factor tells whether the directory or the provider verified its first step. */
export const verifiedBy: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table auth_challenge add column verified_by varchar not null default 'password'`.execute(db);
    await sql`update auth_challenge set verified_by = 'directory' where is_company`.execute(db);
    await sql`alter table auth_challenge drop column is_company`.execute(db);
  },
};
