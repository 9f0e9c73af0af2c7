import { sql, type Kysely } from 'kysely';
import type { Database } from '../../store/database.ts';

/**
 * Merges the rows of `frm_tally` with the same person and form into one row with their sum. The next run merges rows
 * that are inserted during this run. If two servers run this at once, no row is counted twice.
 */
export async function mergeTallies(db: Kysely<Database>): Promise<void> {
  await sql`with gone as (delete from frm_tally where (user_id, form_key) in (select user_id, form_key from frm_tally group by 1, 2 having count(*) > 1) returning *)
    insert into frm_tally (form_key, user_id, records) select form_key, user_id, sum(records) from gone group by 1, 2 having sum(records) <> 0`.execute(
    db,
  );
}
