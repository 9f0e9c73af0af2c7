import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { CompiledForm } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import { flowOfForm, loadFlow } from '../../flowDocuments/index.ts';
import type { Trx } from '../../store/transaction.ts';
import { valuesTable, recordTable } from '../columns/recordSource.ts';
import { withRollups } from '../rollups/withRollups.ts';
import { indexForSearch } from '../search/searchIndex.ts';
import type { RecordRow } from '../read/recordRows.ts';
import { findFieldsHiddenFromRoles, findRestrictedFields, isVisibleToAll, titleColumns } from './titles.ts';

/*
 * Titles are recomputed in two passes, whose progress is a row of `frm_retitle`. The first pass processes all records.
 * A save that began before the change of version or roles may still write an old title to a record that the first pass
 * has processed. So a second pass (`is_late`) begins when all such saves have ended (`LONGEST_SAVE`); it processes the
 * records that were saved meanwhile.
 */

const BATCH_SIZE = 500;
/**
 * Maximum number of records whose titles are recomputed in the transaction of the publication or the change of roles
 * itself. These records cannot be saved until the transaction ends. The remaining titles are recomputed soon
 * afterwards.
 */
const MAX_IN_TRANSACTION = 2_000;

type TitledRow = Pick<RecordRow, 'id' | 'version' | 'title' | 'fields' | 'create_by_name'> & {
  flow_key: string | null;
  flow_version: number | null;
};

/**
 * Returns the check whether a field may be part of a record's title (`isVisible`): everybody must see the field. For a
 * record with an approval, a field must be visible in the record's version of the form, in the approval's version of
 * the process and for every role. For any other record, the field must be visible in the record's version of the form
 * and in the newest version (`form`), and must not be in `restricted` (`findRestrictedFields`). `formOfRecord`: the
 * form in the record's version.
 */
async function loadTitleVisibility(
  context: ServerContext,
  trx: Trx,
  { formKey, form, restricted }: { formKey: string; form: CompiledForm; restricted: ReadonlySet<string> },
  { version, flow_key, flow_version }: TitledRow,
): Promise<{ formOfRecord: CompiledForm; isVisible(key: string): boolean }> {
  const { form: formOfRecord } = await loadForm(context, trx, formKey, version);
  if (flow_key === null || flow_version === null) {
    const [isVisibleInRecordVersion, isVisibleInNewestVersion] = [
      isVisibleToAll(formOfRecord, restricted),
      isVisibleToAll(form, restricted),
    ];
    return { formOfRecord, isVisible: (key) => isVisibleInRecordVersion(key) && isVisibleInNewestVersion(key) };
  }
  const flow = await loadFlow(context, trx, flow_key, flow_version);
  return { formOfRecord, isVisible: isVisibleToAll(formOfRecord, await findRestrictedFields(trx, formKey, flow)) };
}

/**
 * Rebuilds titles and searchable texts of the next batch of records that match `condition`, in the order of their ids.
 * Records with an approval are included only if `withApprovals` is set. `form`: the newest version. Returns the number
 * of records and the last id ('' if there are none).
 */
async function recomputeTitlesOfBatch(
  context: ServerContext,
  trx: Trx,
  { formKey, form, withApprovals }: { formKey: string; form: CompiledForm; withApprovals: boolean },
  condition: RawBuilder<SqlBool>,
): Promise<{ count: number; lastId: string }> {
  const restricted = await findRestrictedFields(trx, formKey, await flowOfForm(context, trx, form.definition.flowKey));
  const { rows } =
    await sql<TitledRow>`select r.id, r.version, r.title, d.fields, r.create_by_name, i.flow_key, i.flow_version
    from ${recordTable(formKey)} r join ${valuesTable(formKey)} d on d.id = r.id left join flw_instance i on i.record_id = r.id
    where ${condition} and (${withApprovals} or i.record_id is null) order by r.id limit ${BATCH_SIZE} for update of r`.execute(
      trx,
    );
  const newTitles: { id: string; title: string; search_text: string }[] = [];
  for (const row of rows) {
    const { formOfRecord, isVisible } = await loadTitleVisibility(context, trx, { formKey, form, restricted }, row);
    newTitles.push({
      id: row.id,
      ...titleColumns(formOfRecord, isVisible, { fieldsMap: row.fields }, row.create_by_name),
    });
  }
  if (newTitles.length > 0) {
    const ids = newTitles.map(({ id }) => id);
    // roll-ups may read titles
    await withRollups(trx, formKey, ids, 'values', () =>
      sql`update ${recordTable(formKey)} r set title = s.title, search_text = s.search_text
      from jsonb_to_recordset(${JSON.stringify(newTitles)}::jsonb) as s(id text, title text, search_text text) where r.id = s.id`.execute(
        trx,
      ),
    );
  }
  await indexForSearch(trx, formKey, newTitles);
  if (newTitles.length > 0 && withApprovals)
    await sql`update flw_instance i set title = s.title
    from jsonb_to_recordset(${JSON.stringify(newTitles)}::jsonb) as s(id text, title text) where i.record_id = s.id and i.title <> s.title`.execute(
      trx,
    );
  return { count: rows.length, lastId: rows.at(-1)?.id ?? '' };
}

/**
 * Begins the first pass: recomputes the titles of the first records of a form. `after`: the id after which
 * `continueTitleRecomputation` continues. `isFirstPassDone`: all records were processed and only the second pass
 * remains; `after` is then '', because the second pass begins with the first record.
 */
async function recomputeFirstTitles(
  context: ServerContext,
  trx: Trx,
  scope: { formKey: string; form: CompiledForm; withApprovals: boolean },
): Promise<{ after: string; isFirstPassDone: boolean }> {
  let after = '';
  for (let processed = 0; processed < MAX_IN_TRANSACTION; processed += BATCH_SIZE) {
    const { count, lastId } = await recomputeTitlesOfBatch(context, trx, scope, hasIdAfter(after));
    if (count < BATCH_SIZE) return { after: '', isFirstPassDone: true };
    after = lastId;
  }
  return { after, isFirstPassDone: false };
}

/**
 * Rebuilds titles and searchable texts of all records of a form, including records with an approval, so that they
 * contain no hidden field. Must be called after a change of roles that hides visible fields of the form or shows
 * hidden fields. Recomputes the titles of the first records at once; `continueTitleRecomputation` recomputes the rest.
 */
export async function recomputeTitlesForRoles(context: ServerContext, trx: Trx, formKey: string): Promise<void> {
  const { form, version } = await loadForm(context, trx, formKey);
  const { after, isFirstPassDone } = await recomputeFirstTitles(context, trx, { formKey, form, withApprovals: true });
  // The second pass processes only records whose version is below the stored one (`continueForm`). After a change of
  // roles, a save with the newest version may also write an old title, so the next version number is stored.
  const progress = { version: version + 1, after_id: after, is_late: isFirstPassDone, with_approvals: true };
  await trx
    .insertInto('frm_retitle')
    .values({ form_key: formKey, ...progress, since: sql<Date>`clock_timestamp()` })
    .onConflict((conflict) =>
      conflict.column('form_key').doUpdateSet({ ...progress, since: sql<Date>`clock_timestamp()` }),
    )
    .execute();
}

const hasIdAfter = (id: string): RawBuilder<SqlBool> => sql<SqlBool>`r.id > ${id}`;

/**
 * Removes values from titles and searchable texts: the values of fields that a new version removes or hides. This
 * concerns only records without an approval, because the newest version decides which of their fields are visible. Each
 * record keeps the title template of its own version. Recomputes the titles of the first records at once;
 * `continueTitleRecomputation` recomputes the rest. `form`: the version that is being published. `previousVersion`: the
 * number of the previous version, 0 for the first publication.
 */
export async function recomputeTitles(
  context: ServerContext,
  trx: Trx,
  formKey: string,
  form: CompiledForm,
  previousVersion: number,
): Promise<void> {
  if (previousVersion === 0) return;
  const restricted = await findRestrictedFields(trx, formKey, await flowOfForm(context, trx, form.definition.flowKey));
  const isVisibleNow = isVisibleToAll(form, restricted);
  const { form: formBefore } = await loadForm(context, trx, formKey, previousVersion);
  // If the process of the form was replaced, only the fields hidden from roles were restricted before: the nodes of the
  // new process hid nothing, and the former process may have been removed. At worst, titles are recomputed without
  // need.
  const restrictedBefore =
    formBefore.definition.flowKey === form.definition.flowKey
      ? restricted
      : await findFieldsHiddenFromRoles(trx, formKey);
  const wasVisible = isVisibleToAll(formBefore, restrictedBefore);
  if (![...formBefore.fields.keys()].some((key) => wasVisible(key) && !isVisibleNow(key))) return;
  const { after, isFirstPassDone } = await recomputeFirstTitles(context, trx, { formKey, form, withApprovals: false });
  const progress = {
    version: previousVersion + 1,
    after_id: after,
    is_late: isFirstPassDone,
    since: sql<Date>`clock_timestamp()`,
  };
  await trx
    .insertInto('frm_retitle')
    .values({ form_key: formKey, ...progress })
    // an unfinished `recomputeTitlesForRoles` also covers records with an approval, so start again with the first
    // record
    .onConflict((conflict) =>
      conflict.column('form_key').doUpdateSet({
        ...progress,
        after_id: sql<string>`case when frm_retitle.with_approvals then '' else ${after} end`,
        is_late: sql<boolean>`not frm_retitle.with_approvals and ${isFirstPassDone}`,
      }),
    )
    .execute();
}

/** After this time every save that began before the change of version or roles has ended. */
const LONGEST_SAVE = sql`interval '2 minutes'`;

/**
 * Recomputes the titles of the next batch of a form's records and stores the progress in the same transaction. Returns
 * true if another batch can be processed at once. Returns false if another server is processing the form.
 */
async function continueForm(context: ServerContext, trx: Trx, formKey: string): Promise<boolean> {
  const progress = await trx
    .selectFrom('frm_retitle')
    .selectAll()
    .select(sql<boolean>`since < now() - ${LONGEST_SAVE}`.as('isSecondPassDue'))
    .where('form_key', '=', formKey)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!progress || (progress.is_late && !progress.isSecondPassDue)) return false;
  const { form } = await loadForm(context, trx, formKey);
  const wasSavedMeanwhile = sql<SqlBool>`r.version < ${progress.version} and r.update_time > (select since - ${LONGEST_SAVE} from frm_retitle where form_key = ${formKey})`;
  const { count, lastId } = await recomputeTitlesOfBatch(
    context,
    trx,
    { formKey, form, withApprovals: progress.with_approvals },
    progress.is_late
      ? sql<SqlBool>`${hasIdAfter(progress.after_id)} and ${wasSavedMeanwhile}`
      : hasIdAfter(progress.after_id),
  );
  const isEnd = count < BATCH_SIZE;
  if (isEnd && progress.is_late) await trx.deleteFrom('frm_retitle').where('form_key', '=', formKey).execute();
  else
    await trx
      .updateTable('frm_retitle')
      .set(isEnd ? { after_id: '', is_late: true } : { after_id: lastId })
      .where('form_key', '=', formKey)
      .execute();
  return !isEnd;
}

/**
 * Recomputes, in batches, the remaining titles after `recomputeTitles` and `recomputeTitlesForRoles`. Every server may
 * run this; a server that shuts down stops between two batches.
 */
export async function continueTitleRecomputation(context: ServerContext): Promise<void> {
  for (const { form_key: formKey } of await context.db.selectFrom('frm_retitle').select('form_key').execute()) {
    while (
      !context.readiness.isStopping() &&
      (await context.db.transaction().execute((trx) => continueForm(context, trx, formKey)))
    ) {
      /* the condition recomputes the titles of the next batch */
    }
  }
}
