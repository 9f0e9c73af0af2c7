import { sql, type Kysely, type Migration } from 'kysely';

/** The image of a person's handwritten signature, offered when an approval requires one. */
export const signature: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table sys_user add column signature_id varchar(64)`.execute(db);
  },
};
