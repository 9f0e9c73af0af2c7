import { sql } from 'kysely';
import { relationsIn } from '../../relations/index.ts';
import type { Option } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import { loadForm } from '../documents/index.ts';
import { importRecords, recordsOf as storedRecords } from '../records/index.ts';
import { LOADED_ONCE, needsLoading, markLoaded } from './shipped.ts';

/**
 * Stores the records of the demo company if its users exist: once for each form, and only if the form has no records.
 */
export async function seedRecords(context: ServerContext): Promise<void> {
  const { db, settings } = context;
  if (!settings.isDemo) return;
  const demoUser = await db.selectFrom('sys_user').select('id').where('id', '=', 'u-staff').executeTakeFirst();
  if (!demoUser) return;
  if (!(await needsLoading(db, 'demo', 'records', LOADED_ONCE))) return;
  // the generator is large, and needed only once for each database
  const [{ demoFormKeys, demoRecords, plainFormKeys, plainRecords }, { storeDemoFiles }] = await Promise.all([
    import('./demoRecords.ts'),
    import('./demo/storeFiles.ts'),
  ]);
  const options = await loadDictionaries(db);
  const now = new Date();
  let isComplete = true;
  for (const formKey of await sortTargetsFirst(context, [...demoFormKeys, ...plainFormKeys])) {
    if (!(await needsLoading(db, 'demoRecords', formKey, LOADED_ONCE))) continue;
    const document = await db
      .selectFrom('doc_document')
      .select('published_version')
      .where('kind', '=', 'form')
      .where('doc_key', '=', formKey)
      .executeTakeFirst();
    if (!document?.published_version) {
      isComplete = false; // the definition has errors; the next start tries again
      continue;
    }
    const { form } = await loadForm(context, db, formKey);
    const createRecords = plainFormKeys.includes(formKey) ? plainRecords : demoRecords;
    const records = createRecords({ form, optionsOf: (typeCode) => options.get(typeCode) ?? [], now });
    await db.transaction().execute(async (trx) => {
      const existingRecord = await trx
        .selectFrom(await storedRecords(trx, formKey))
        .select('id')
        .where('form_key', '=', formKey)
        .limit(1)
        .executeTakeFirst();
      if (!existingRecord) {
        await storeDemoFiles(
          context,
          trx,
          records.flatMap(({ files }) => files),
        );
        await importRecords(context, trx, formKey, records);
      }
      await markLoaded(trx, 'demoRecords', formKey, LOADED_ONCE);
    });
  }
  await registerCreatedRecords(context);
  if (isComplete) await markLoaded(db, 'demo', 'records', LOADED_ONCE);
  await sql`analyze`.execute(db);
}

/**
 * Registers the samples and tasks of the demo company as if the effects `samples` and `tasks` of their entrust orders
 * had created them. If an order is returned and passes its nodes again, the effects then update these records instead
 * of creating new ones.
 */
async function registerCreatedRecords({ db }: Pick<ServerContext, 'db'>): Promise<void> {
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

/**
 * Sorts forms so that a form comes after the forms to which its relations refer: the titles of their records are copied
 * when its own records are stored.
 */
async function sortTargetsFirst(context: ServerContext, formKeys: readonly string[]): Promise<string[]> {
  const orderedKeys = new Set<string>();
  const visitedKeys = new Set<string>();
  const visit = async (formKey: string): Promise<void> => {
    if (orderedKeys.has(formKey) || visitedKeys.has(formKey)) return;
    visitedKeys.add(formKey);
    const loadedForm = await loadForm(context, context.db, formKey).catch(() => null);
    for (const { relation } of loadedForm ? relationsIn(loadedForm.form.definition) : [])
      if (formKeys.includes(relation.to)) await visit(relation.to);
    orderedKeys.add(formKey);
  };
  for (const formKey of formKeys) await visit(formKey);
  return [...orderedKeys];
}

/** Returns the options of all dictionaries, by type code. */
async function loadDictionaries(db: ServerContext['db']): Promise<ReadonlyMap<string, readonly Option[]>> {
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
