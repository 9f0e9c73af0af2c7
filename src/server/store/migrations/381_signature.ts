import { sql, type Kysely, type Migration } from 'kysely';

/** The id of the image of a person's handwritten signature. It is offered when an approval requires a signature. */
export const signature: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table sys_user add column signature_id varchar(64)`.execute(db);
  },
};
