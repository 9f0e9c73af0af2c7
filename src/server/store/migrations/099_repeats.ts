import { sql, type Kysely, type Migration } from 'kysely';

/** Which attempt at a repeated request does its work: a later one takes over from a server that died. */
export const repeats: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table http_idempotency add column claim varchar(64) not null default ''`.execute(db);
  },
};
