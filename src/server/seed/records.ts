import { sql } from 'kysely';
import { relationsIn, type Option } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import { loadForm } from '../documents/index.ts';
import { importRecords, recordsOf as storedRecords } from '../records/index.ts';
import { isFresh, markLoaded } from './shipped.ts';

/** The demo company's records, once for each form that has none yet. */
export async function seedRecords(context: ServerContext): Promise<void> {
  const { db, settings } = context;
  if (!settings.isDemo) return;
  const company = await db.selectFrom('sys_user').select('id').where('id', '=', 'u-staff').executeTakeFirst();
  if (!company) return;
  if (!(await isFresh(db, 'demo', 'records', DONE))) return;
  // the generator is large and needed once in the life of a database
  const [{ demoFormKeys, demoRecords, plainFormKeys, plainRecords }, { storeDemoFiles }] = await Promise.all([
    import('./demoRecords.ts'),
    import('./demo/storeFiles.ts'),
  ]);
  const options = await dictionaries(db);
  const now = new Date();
  let isComplete = true;
  for (const formKey of await targetsFirst(context, [...demoFormKeys, ...plainFormKeys])) {
    if (!(await isFresh(db, 'demoRecords', formKey, DONE))) continue;
    const published = await db
      .selectFrom('doc_document')
      .select('published_version')
      .where('kind', '=', 'form')
      .where('doc_key', '=', formKey)
      .executeTakeFirst();
    if (!published?.published_version) {
      isComplete = false; // its definition is broken: perhaps at the next start
      continue;
    }
    const { form } = await loadForm(context, db, formKey);
    const recordsOf = plainFormKeys.includes(formKey) ? plainRecords : demoRecords;
    const records = recordsOf({ form, optionsOf: (typeCode) => options.get(typeCode) ?? [], now });
    await db.transaction().execute(async (trx) => {
      const existing = await trx
        .selectFrom(await storedRecords(trx, formKey))
        .select('id')
        .where('form_key', '=', formKey)
        .limit(1)
        .executeTakeFirst();
      if (!existing) {
        await storeDemoFiles(
          context,
          trx,
          records.flatMap(({ files }) => files),
        );
        await importRecords(context, trx, formKey, records);
      }
      await markLoaded(trx, 'demoRecords', formKey, DONE);
    });
  }
  await noteReceived(context);
  if (isComplete) await markLoaded(db, 'demo', 'records', DONE);
  await sql`analyze`.execute(db);
}

/**
 * The samples and tasks of the demo company as what receiving and allocating their entrust orders made (`effects` of that
 * form, keys `samples` and `tasks`): an order that is sent back and passed again brings them up to date instead of making
 * others.
 */
async function noteReceived({ db }: Pick<ServerContext, 'db'>): Promise<void> {
  await sql`insert into frm_effect (record_id, effect_key, row_key, target_form, target_id)
    select o.id, ${'passed/样品管理员收样:samples'}, r ->> 'id', s.form_key, s.id
    from frm_record o cross join lateral jsonb_array_elements(o.child_tables -> 'samples') r
    join frm_record s on s.form_key = 'sampleInfo' and s.fields ->> 'entrust' = o.id and s.fields ->> 'sampleNo' = r -> 'fieldsMap' ->> 'sampleNo'
    where o.form_key = 'testEntrustRegistration' on conflict do nothing`.execute(db);
  await sql`insert into frm_effect (record_id, effect_key, row_key, target_form, target_id)
    select distinct on (e.record_id, e.row_key) e.record_id, ${'passed/检测任务分配:tasks'}, e.row_key, t.form_key, t.id
    from frm_effect e join frm_record t on t.form_key = 'testTask' and t.fields ->> 'sample' = e.target_id
    where e.effect_key = ${'passed/样品管理员收样:samples'} order by e.record_id, e.row_key, t.id on conflict do nothing`.execute(
    db,
  );
}

/** Records that others point at are stored before those: what points at them takes their titles. */
async function targetsFirst(context: ServerContext, formKeys: readonly string[]): Promise<string[]> {
  const ordered = new Set<string>();
  const open = new Set<string>();
  const visit = async (formKey: string): Promise<void> => {
    if (ordered.has(formKey) || open.has(formKey)) return;
    open.add(formKey);
    const loaded = await loadForm(context, context.db, formKey).catch(() => null);
    for (const { relation } of loaded ? relationsIn(loaded.form.definition) : [])
      if (formKeys.includes(relation.to)) await visit(relation.to);
    ordered.add(formKey);
  };
  for (const formKey of formKeys) await visit(formKey);
  return [...ordered];
}

const DONE = '1';

async function dictionaries(db: ServerContext['db']): Promise<ReadonlyMap<string, readonly Option[]>> {
  const rows = await db
    .selectFrom('sys_dict_item')
    .select(['type_code', 'dict_label', 'dict_value'])
    .orderBy('sn')
    .execute();
  const byType = new Map<string, Option[]>();
  for (const { type_code, dict_label, dict_value } of rows)
    byType.set(type_code, [...(byType.get(type_code) ?? []), { label: dict_label, value: dict_value }]);
  return byType;
}
