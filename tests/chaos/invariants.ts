import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Store } from '../../src/server/store/connect.ts';
import { keptWrong, wrongColumns } from '../support/keptHands.ts';

/**
 * What may never be found in a database, by the sentence that is told when it is. Each query answers the offenders'
 * ids.
 */
const NEVER: Readonly<Record<string, string>> = {
  'a record without the audit entry of its revision': `select id from frm_record r where not exists (select 1 from frm_record_audit a where a.record_id = r.id and a.revision = r.revision)`,
  'a record whose audit entry says something else': `select r.id from frm_record r join frm_record_audit a on a.record_id = r.id and a.revision = r.revision where a.after is not null and a.after -> 'fieldsMap' <> r.fields`,
  'a revision written twice': `select record_id as id from frm_record_audit group by record_id, revision having count(*) > 1`,
  'a revision left out': `select record_id as id from frm_record_audit group by record_id having count(*) <> max(revision) - min(revision) + 1`,
  'a process without its record': `select id from flw_instance i where not exists (select 1 from frm_record r where r.form_key = i.form_key and r.id = i.record_id)`,
  'a record under approval without a running process': `select r.id from frm_record r where r.flw_state in ('1', '2') and not exists (select 1 from flw_instance i where i.record_id = r.id and i.ended_at is null)`,
  'a running process that nobody and nothing moves on': `select id from flw_instance i where ended_at is null and not exists (select 1 from flw_task t where t.instance_id = i.id and t.state in ('open', 'waiting')) and not exists (select 1 from flw_timer w where w.instance_id = i.id)`,
  'an open task of an ended process': `select t.id from flw_task t join flw_instance i on i.id = t.instance_id where t.state = 'open' and i.ended_at is not null`,
  'an open task that nobody may do': `select t.id from flw_task t where t.state = 'open' and not exists (select 1 from flw_task_candidate c where c.task_id = t.id and c.is_open)`,
  'a to-do that stands at another time than its task came': `select c.task_id as id from flw_task_candidate c join flw_task t on t.id = c.task_id where c.is_open and c.arrived_at <> t.arrived_at`,
  'a task done without an entry in the history': `select t.id from flw_task t where t.state = 'done' and t.action is not null and not exists (select 1 from flw_history h where h.instance_id = t.instance_id and h.node_id = t.node_id)`,
  'a process and its record that stand at different places': `select i.id from flw_instance i join frm_record r on r.form_key = i.form_key and r.id = i.record_id where i.ended_at is null and (i.flw_state <> r.flw_state or i.task_nodes <> r.task_node)`,
  'a timer of a process that has ended': `select w.id from flw_timer w join flw_instance i on i.id = w.instance_id where i.ended_at is not null`,
  'a document whose version is not there': `select doc_key as id from doc_document d where published_version is not null and not exists (select 1 from doc_version v where v.kind = d.kind and v.doc_key = d.doc_key and v.version = d.published_version)`,
  'two published versions of one document': `select doc_key as id from doc_version where state = 'published' group by kind, doc_key having count(*) > 1`,
  'a draft that does not have the parts it counts': `select d.id from frm_draft d where parts <> (select count(*) from frm_draft_part p where p.draft_id = d.id)`,
  'a file of a record that was never uploaded': `select file_id as id from frm_record_file f where not exists (select 1 from att_file a where a.id = f.file_id)`,
  'a unique value of a record that is gone': `select value as id from frm_unique u where not exists (select 1 from frm_record r where r.form_key = u.form_key and r.id = u.record_id)`,
  'a mail that was sent without a receiver’s copy': `select id from mail_message m where status = '1' and not exists (select 1 from mail_receipt r where r.message_id = m.id)`,
  ...keptWrong('frm_record'),
};

/**
 * Every sentence that is not true of this database, with some of the offenders, and columns that are not as their
 * documents.
 */
export async function brokenInvariants({ db }: Pick<Store, 'db'>): Promise<string[]> {
  const found: string[] = [];
  await db.transaction().execute(async (trx) => {
    // under the name of the view, which puts the tables of all forms together for each query anew
    await sql`create temporary table frm_record on commit drop as select * from frm_record`.execute(trx);
    await sql`create index on pg_temp.frm_record (id)`.execute(trx);
    await sql`analyze pg_temp.frm_record`.execute(trx);
    for (const [sentence, query] of Object.entries(NEVER)) {
      const { rows } = await sql.raw<{ id: string }>(query).execute(trx);
      if (rows.length > 0)
        found.push(
          `${rows.length} × ${sentence}: ${rows
            .slice(0, 3)
            .map(({ id }) => id)
            .join(', ')}`,
        );
    }
  });
  return [...found, ...(await wrongColumns({ db }))];
}

/** Rows without their content or with another one, and how many contents have no row. */
export async function filesAndRows({ db }: Store, dataDir: string): Promise<{ broken: string[]; strays: string[] }> {
  const rows = await db.selectFrom('att_file').select(['id', 'size', 'sha256']).execute();
  const folder = join(dataDir, 'files');
  const broken = rows.flatMap(({ id, size, sha256 }) => {
    const path = join(folder, id.slice(-2), id);
    if (!existsSync(path)) return [`${id} has no content`];
    const bytes = readFileSync(path);
    return bytes.length === size && createHash('sha256').update(bytes).digest('hex') === sha256
      ? []
      : [`${id} has ${bytes.length} bytes for ${size}`];
  });
  const known = new Set(rows.map(({ id }) => id));
  const onDisk = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^[0-9a-f]{2}$/.test(name))
        .flatMap((name) => readdirSync(join(folder, name)))
    : [];
  return { broken, strays: onDisk.filter((name) => !known.has(name)) };
}
