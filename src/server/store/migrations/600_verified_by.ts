import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Adds `auth_challenge.verified_by`: the method that verified the first step of a sign-in that waits for its second
 * factor: password, company directory or OpenID Connect provider. Replaces `is_company`, which did not distinguish the
 * directory from the provider.
 */
export const verifiedBy: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table auth_challenge add column verified_by varchar not null default 'password'`.execute(db);
    await sql`update auth_challenge set verified_by = 'directory' where is_company`.execute(db);
    await sql`alter table auth_challenge drop column is_company`.execute(db);
  },
};
