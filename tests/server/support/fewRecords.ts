import { sql } from 'kysely';
import type { Settings } from '../../../src/server/settings.ts';
import { connectWithoutTimeout } from '../../../src/server/store/connect.ts';

/** More than one statement of a restore inserts (`INSERT_ROWS` of `loadRecords.ts`), for one form. */
const RECORDS_OF_LARGEST_FORM = 210;
const RECORDS_OF_OTHER_FORMS = 3;

/** Tables whose rows belong to a record by `record_id`. */
const OF_RECORDS = [
  'flw_file',
  'flw_history',
  'flw_instance',
  'flw_reader',
  'flw_task',
  'frm_comment',
  'frm_comment_read',
  'frm_effect',
  'frm_effect_change',
  'frm_hand',
  'frm_record_audit',
  'frm_record_file',
  'frm_search',
  'frm_time_effect',
  'frm_time_notice',
  'frm_unique',
  'sys_remind',
];

/**
 * Removes most records of the demo company, with everything that belongs to them: a backup of the rest is restored in a
 * fraction of the time. Every form keeps some, and one form keeps more than a restore inserts with one statement.
 * No server may work on the store. `kept`: ids of records to keep in any case.
 */
export async function keepFewRecords(settings: Settings, kept: readonly string[] = []): Promise<void> {
  const ignore = (): void => undefined;
  const { db, close } = await connectWithoutTimeout(settings, {
    onRestart: ignore,
    onFatal: ignore,
    onConnectionLost: ignore,
  });
  try {
    await db.transaction().execute(async (trx) => {
      const run = (text: string) => sql.raw(text).execute(trx);
      // without triggers, which would refuse the deletions or write them into the audit log
      await run('set local session_replication_role = replica');
      await sql`create temporary table kept_records on commit drop as
        with sized as (select form_key, id, row_number() over (partition by form_key order by id) as at, count(*) over (partition by form_key) as size from frm_record),
        largest as (select form_key from sized order by size desc, form_key limit 1)
        select id from sized where at <= case when form_key = (select form_key from largest) then ${sql.lit(RECORDS_OF_LARGEST_FORM)} else ${sql.lit(RECORDS_OF_OTHER_FORMS)} end or id = any(${kept}::text[])`.execute(
        trx,
      );
      const { rows: tables } = await sql<{ name: string; key: string }>`
        select c.relname::text as name, a.attname::text as key from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname ~ '^frm_[rdt]_' and a.attname = case when c.relname ~ '^frm_t_' then 'record_id' else 'id' end`.execute(
        trx,
      );
      const all = [...tables, ...OF_RECORDS.map((name) => ({ name, key: 'record_id' }))];
      for (const { name, key } of [...all, { name: 'frm_relation', key: 'from_id' }])
        await run(`delete from ${name} t where not exists (select 1 from kept_records k where k.id = t.${key})`);
      await run('delete from flw_task_candidate c where not exists (select 1 from flw_task t where t.id = c.task_id)');
      await run('delete from flw_timer w where not exists (select 1 from flw_instance i where i.id = w.instance_id)');
      await run(
        'delete from frm_comment_file f where not exists (select 1 from frm_comment c where c.id = f.comment_id)',
      );
      await run('delete from frm_tally');
      await run(`insert into frm_tally (form_key, user_id, records) select form_key, person, count(*)
        from (select form_key, create_by as person from frm_record union all select form_key, user_id from frm_hand) one group by 1, 2`);
    });
  } finally {
    await close();
  }
}
