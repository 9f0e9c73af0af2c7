import { sql, type Kysely } from 'kysely';
import type { Database } from '../../store/database.ts';

/**
 * Makes one number of the steps in which `frm_tally` counts. Two servers at it take each row once; steps that come
 * meanwhile stay for the next time.
 */
export async function tallyUp(db: Kysely<Database>): Promise<void> {
  await sql`with gone as (delete from frm_tally where (user_id, form_key) in (select user_id, form_key from frm_tally group by 1, 2 having count(*) > 1) returning *)
    insert into frm_tally (form_key, user_id, records) select form_key, user_id, sum(records) from gone group by 1, 2 having sum(records) <> 0`.execute(
    db,
  );
}
