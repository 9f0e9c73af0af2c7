import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Computes the kept values of forms with a roll-up of kind `list` again: a list of more than 50 values now says that it
 * is cut. The columns stay usable meanwhile (`fillColumns`).
 */
export const longLists: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update frm_table set fill_after = '' where table_key = '' and form_key in (
      select form_key from frm_rollup where plan -> 'rollup' ->> 'fn' = 'list')`.execute(db);
  },
};
