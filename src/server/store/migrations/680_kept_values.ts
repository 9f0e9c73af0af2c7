import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Computes the kept values of some forms again. A roll-up of kind `list` now says if it has left out values beyond the
 * first 50. Earlier, a roll-up of a form over itself counted a record twice if the record was imported together with
 * the record to which it refers. The columns stay usable meanwhile (`fillColumns`).
 */
export const keptValues: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update frm_table set fill_after = '' where table_key = '' and form_key in (
      select form_key from frm_rollup where plan -> 'rollup' ->> 'fn' = 'list' or from_form = form_key)`.execute(db);
  },
};
