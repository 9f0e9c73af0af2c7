import { sql, type Kysely } from 'kysely';
import { updateInvolvedPeople } from '../../../src/server/records/index.ts';
import type { Database } from '../../../src/server/store/database.ts';

/** Sends copies of records to a person, as an approval does. */
export const giveCopies = (
  db: Kysely<Database>,
  formKey: string,
  ids: readonly string[],
  user: string,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`insert into flw_reader (record_id, user_id, form_key, node_id, by_name)
      select id, ${user}, ${formKey}, '', '某人' from unnest(${ids}::text[]) as id`.execute(trx);
    await updateInvolvedPeople(trx, formKey, ids, [user]);
  });

/** Takes back what `giveCopies` gave. */
export const takeCopies = (
  db: Kysely<Database>,
  formKey: string,
  ids: readonly string[],
  user: string,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`delete from flw_reader where record_id = any(${ids}::text[]) and user_id = ${user}`.execute(trx);
    await updateInvolvedPeople(trx, formKey, ids, [user]);
  });
