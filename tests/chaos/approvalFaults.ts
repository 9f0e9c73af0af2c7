import { sql } from 'kysely';
import { connect } from '../../src/server/store/connect.ts';
import { testSettings } from '../server/support.ts';

const ignore = (): void => undefined;

/** Sentences that must find nothing: what the rows of approvals say of each other. */
const ORPHANS: Readonly<Record<string, string>> = {
  'an open task of a process that has ended': `select t.id from flw_task t join flw_instance i on i.id = t.instance_id where i.ended_at is not null and t.state in ('open', 'waiting')`,
  'an open task whose token is nowhere': `select t.id from flw_task t join flw_instance i on i.id = t.instance_id where t.state = 'open' and not exists (select 1 from jsonb_array_elements(i.tokens -> 'tokens') k where (k ->> 'id')::int = t.token)`,
  'a running process without an open task': `select i.id from flw_instance i where i.form_key = 'chaos' and i.ended_at is null and not exists (select 1 from flw_task t where t.instance_id = i.id and t.state = 'open')`,
  'an open task that nobody has in the to-do list': `select t.id from flw_task t where t.state = 'open' and not exists (select 1 from flw_task_candidate c where c.task_id = t.id and c.is_open)`,
  'a to-do of a task that is not open': `select c.task_id from flw_task_candidate c join flw_task t on t.id = c.task_id where c.is_open and t.state <> 'open'`,
  'a timer of a process that has ended': `select x.id from flw_timer x join flw_instance i on i.id = x.instance_id where i.ended_at is not null`,
  'a record that says something else than its process': `select i.id from flw_instance i join frm_record r on r.form_key = i.form_key and r.id = i.record_id where i.form_key = 'chaos' and (r.flw_state <> i.flw_state or r.task_node <> i.task_nodes)`,
  'a process without its record': `select i.id from flw_instance i where i.form_key = 'chaos' and not exists (select 1 from frm_record r where r.form_key = i.form_key and r.id = i.record_id)`,
};

const WANTED = 'approve hr,approve leader,approve manager,submit staff';

/** What is wrong after the last kill: orphans, and steps that are missing or stand there twice. `records` are those whose every step was acknowledged. */
export async function approvalFaults(place: { dataDir: string; databaseUrl: string | null }, records: readonly string[]): Promise<string[]> {
  const store = await connect(testSettings(place), { onRestart: ignore, onFatal: ignore, onConnectionLost: ignore });
  try {
    const faults: string[] = [];
    for (const [what, statement] of Object.entries(ORPHANS)) {
      const { rows } = await sql.raw<{ id: string }>(statement).execute(store.db);
      if (rows.length > 0) faults.push(`${what}: ${rows.length}`);
    }
    const { rows } = await sql<{ record_id: string; steps: string; flw_state: string }>`select i.record_id, i.flw_state, string_agg(h.action || ' ' || replace(h.user_id, 'u-', ''), ',' order by h.action, h.user_id) as steps
      from flw_instance i join flw_history h on h.instance_id = i.id where i.form_key = 'chaos' group by i.record_id, i.flw_state`.execute(store.db);
    const found = new Map(rows.map((row) => [row.record_id, row]));
    for (const id of records) {
      const row = found.get(id);
      if (!row) faults.push(`record ${id} is lost`);
      else if (row.steps !== WANTED || row.flw_state !== '3') faults.push(`record ${id}: state ${row.flw_state}, ${row.steps}`);
    }
    if (found.size !== records.length) faults.push(`${found.size} processes for ${records.length} applications`);
    return faults;
  } finally {
    await store.close();
  }
}
