import { sql, type Kysely, type Migration } from 'kysely';

/** The picture of a person's handwritten signature, offered to them where an approval asks for one. */
export const signature: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table sys_user add column signature_id varchar(64)`.execute(db);
  },
};
