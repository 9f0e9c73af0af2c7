import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Adds the column `claim`: the id of the attempt that processes the request with this `Idempotency-Key`. Another
 * attempt takes over if the server of the first attempt died.
 */
export const repeats: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table http_idempotency add column claim varchar(64) not null default ''`.execute(db);
  },
};
