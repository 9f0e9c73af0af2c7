import { sql, type Kysely, type Migration } from 'kysely';

/** The attempt that processes a repeated request; a later one takes over if its server died. */
export const repeats: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table http_idempotency add column claim varchar(64) not null default ''`.execute(db);
  },
};
