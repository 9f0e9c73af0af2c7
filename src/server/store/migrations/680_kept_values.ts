import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Marks the forms whose kept values must be computed again; `fillColumns` computes them while the server runs, and the
 * columns stay usable meanwhile. Reasons: a roll-up of kind `list` now says if it has left out values beyond the first
 * 50; and earlier, a roll-up of a form over itself counted a record twice if the record was imported together with the
 * record to which it refers.
 */
export const keptValues: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update frm_table set fill_after = '' where table_key = '' and form_key in (
      select form_key from frm_rollup where plan -> 'rollup' ->> 'fn' = 'list' or from_form = form_key)`.execute(db);
  },
};
