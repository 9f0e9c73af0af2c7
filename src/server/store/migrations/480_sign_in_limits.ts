import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Adds the number of exchanges of a refresh token (`uses`). Deletes failed attempts to sign in with names that belong
 * to no account.
 */
export const signInLimits: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table auth_token add column uses integer not null default 0`,
  `delete from auth_attempt a where a.subject not like 'address %'
    and not exists (select 1 from sys_user u where a.subject in ('account ' || lower(u.username), 'factor ' || lower(u.username)))`,
];
