import { sql } from 'kysely';
import type { Store } from '../../src/server/store/connect.ts';

/** Sentences that must find nothing, beside those of every database (`invariants.ts`): what the rows of approvals say of each other. */
const ORPHANS: Readonly<Record<string, string>> = {
  'an open task whose token is nowhere': `select t.id from flw_task t join flw_instance i on i.id = t.instance_id where t.state = 'open' and not exists (select 1 from jsonb_array_elements(i.tokens -> 'tokens') k where (k ->> 'id')::int = t.token)`,
  'a waiting task of a process that has ended': `select t.id from flw_task t join flw_instance i on i.id = t.instance_id where t.state = 'waiting' and i.ended_at is not null`,
  'a to-do of a task that is not open': `select c.task_id as id from flw_task_candidate c join flw_task t on t.id = c.task_id where c.is_open and t.state <> 'open'`,
  'a step of the history twice': `select instance_id as id from flw_history where action = 'approve' group by instance_id, node_id, user_id having count(*) > 1`,
};

const WANTED = 'approve finance,approve hr,approve leader,approve manager,approve sealer,submit staff';

/** What is wrong after the last kill: orphans, and steps that are missing or stand there twice. `finished` are the records whose every step was acknowledged. */
export async function approvalFaults({ db }: Store, formKey: string, finished: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const [what, statement] of Object.entries(ORPHANS)) {
    const { rows } = await sql.raw<{ id: string }>(statement).execute(db);
    if (rows.length > 0)
      faults.push(
        `${rows.length} × ${what}: ${rows
          .slice(0, 3)
          .map(({ id }) => id)
          .join(', ')}`,
      );
  }
  const { rows } = await sql<{
    record_id: string;
    steps: string;
    flw_state: string;
  }>`select i.record_id, i.flw_state, string_agg(h.action || ' ' || replace(h.user_id, 'u-', ''), ',' order by h.action, h.user_id) as steps
    from flw_instance i join flw_history h on h.instance_id = i.id where i.form_key = ${formKey} group by i.record_id, i.flw_state`.execute(
    db,
  );
  const found = new Map(rows.map((row) => [row.record_id, row]));
  for (const id of finished) {
    const row = found.get(id);
    if (!row) faults.push(`record ${id} is lost`);
    else if (row.steps !== WANTED || row.flw_state !== '3')
      faults.push(`record ${id}: state ${row.flw_state}, ${row.steps}`);
  }
  if (found.size !== finished.length) faults.push(`${found.size} processes for ${finished.length} applications`);
  return faults;
}

/** What effects made that is missing or there twice: every finished application has one record under each title. */
export async function madeFaults(
  { db }: Store,
  { made, of, titles, finished }: { made: string; of: string; titles: readonly string[]; finished: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ of: string; titles: string }>`select l.fields ->> 'of' as of,
    string_agg(l.fields ->> 'title', ',' order by l.fields ->> 'title' collate "C") as titles
    from frm_record l where l.form_key = ${made} group by l.fields ->> 'of'`.execute(db);
  const wanted = titles.toSorted().join();
  const found = new Map(rows.map((row) => [row.of, row.titles]));
  const wrong = finished.filter((id) => found.get(id) !== wanted);
  return [
    ...wrong.map((id) => `effects of ${id}: ${found.get(id) ?? 'none'}, not ${wanted}`),
    ...(found.size === finished.length ? [] : [`effects of ${found.size} records for ${finished.length} of ${of}`]),
  ];
}
