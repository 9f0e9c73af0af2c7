import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { CompiledForm } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm, type FormPublishingHook } from '../../documents/index.ts';
import { unlessRefused } from '../../http/refusal.ts';
import { newId } from '../../store/newId.ts';
import type { Db } from '../../store/database.ts';
import type { Trx } from '../../store/transaction.ts';
import { recordTable, valuesTable } from '../columns/recordSource.ts';
import { withRollups } from '../rollups/withRollups.ts';

/*
 * When a form gets a process, its stored records count as finished (EFF-017). Publishing converts them in three parts,
 * so that a large form does not block saves:
 * 1. Before the version is stored, in batches, if there are many records: state '0' becomes '3'. Both states are in
 *    force in a form without a process (`inForceSql`). If the publication is then refused, this change is undone at
 *    once; if the server stopped in between, the third part undoes it.
 * 2. In the transaction of the publication: the records that still have the state '0'.
 * 3. Afterwards, in the background, with the progress in `frm_state`: the entry in each record's history, and the
 *    records that were stored by a save which began under the former version.
 * When a form loses its process, the third part changes the records without an approval back to '0'.
 */

const BATCH_SIZE = 500;
/** Maximum number of records that the publication itself converts. */
const MAX_IN_PUBLICATION = 2_000;
/** After this time every save that began before the change of version has ended. */
const LONGEST_SAVE = sql`interval '2 minutes'`;
/** A publication that has not stored its version this long after its first part has been refused or has failed. */
const LONGEST_PUBLICATION = sql`interval '10 minutes'`;

const FINISHED_NOTE = '启用审批前已存，按已办结处理';
const SYSTEM = { id: 'system', name: '系统' };

/** The condition that the record `r` never was in an approval. */
const hasNoApproval = sql<SqlBool>`not exists (select 1 from flw_instance i where i.record_id = r.id)`;
const hasState = (state: '0' | '3'): RawBuilder<SqlBool> => sql<SqlBool>`r.flw_state = ${sql.lit(state)}`;

const hasProcess = (form: CompiledForm): boolean => form.definition.flowKey !== undefined;

/** Returns a version of a form, by default the published version; null if there is none. */
async function findFormVersion(context: ServerContext, db: Db, formKey: string, version?: number) {
  return unlessRefused(loadForm(context, db, formKey, version), ['404'], null);
}

/** Locks the next records without an approval that match `condition`, in the order of their ids. */
async function lockBatch(trx: Trx, formKey: string, condition: RawBuilder<SqlBool>): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select r.id from ${recordTable(formKey)} r where ${condition} and ${hasNoApproval} order by r.id limit ${BATCH_SIZE} for update of r`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/**
 * Changes the state of locked records, from '0' to '3' or the reverse, and updates the roll-ups that read the state.
 */
async function storeStates(trx: Trx, formKey: string, ids: readonly string[], from: '0' | '3'): Promise<void> {
  if (ids.length === 0) return;
  const state = from === '0' ? '3' : '0';
  await withRollups(trx, formKey, ids, 'state', () =>
    sql`update ${recordTable(formKey)} r set flw_state = ${sql.lit(state)} where r.id = any(${[...ids]}::text[]) and ${hasState(from)}`.execute(
      trx,
    ),
  );
}

/**
 * Converts the next records without an approval from the state `from` to the other one ('0' or '3'). Returns true if
 * more may remain.
 */
async function convertBatch(trx: Trx, formKey: string, from: '0' | '3'): Promise<boolean> {
  const ids = await lockBatch(trx, formKey, hasState(from));
  await storeStates(trx, formKey, ids, from);
  return ids.length === BATCH_SIZE;
}

/** Returns whether a process begins or ends for the form with the version that is being published; null: neither. */
async function findProcessChange(
  context: ServerContext,
  db: Db,
  { formKey, version, form }: { formKey: string; version: number; form: CompiledForm },
): Promise<'begins' | 'ends' | null> {
  const previousForm = version > 1 ? await findFormVersion(context, db, formKey, version - 1) : null;
  if (!previousForm || hasProcess(previousForm.form) === hasProcess(form)) return null;
  return hasProcess(form) ? 'begins' : 'ends';
}

/**
 * Stores in `frm_state` that this version adds or removes the process, with the progress at its beginning. Returns the
 * time (`since`) as text, which identifies the attempt to publish.
 */
async function storeStateChange(trx: Trx, formKey: string, version: number): Promise<string> {
  const progress = {
    version,
    after_id: '',
    is_late: false,
    since: sql<Date>`clock_timestamp()`,
  };
  const { since } = await trx
    .insertInto('frm_state')
    .values({ form_key: formKey, ...progress })
    .onConflict((conflict) => conflict.column('form_key').doUpdateSet(progress))
    .returning(sql<string>`since::text`.as('since'))
    .executeTakeFirstOrThrow();
  return since;
}

/** Returns whether the form has more records than a publication converts. */
async function hasManyRecords(db: Db, formKey: string): Promise<boolean> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from (select 1 from ${recordTable(formKey)} limit ${MAX_IN_PUBLICATION + 1}) few`.execute(
    db,
  );
  return (rows[0]?.count ?? 0) > MAX_IN_PUBLICATION;
}

/**
 * Sets the stored records of a large form that gets a process to finished, before its version is stored (first part).
 * Returns a function that undoes this; does nothing and returns undefined for any other form.
 */
export const finishRecordsBeforePublication: FormPublishingHook = async (context, publication) => {
  const db = context.db as Db;
  if (
    (await findProcessChange(context, db, publication)) !== 'begins' ||
    !(await hasManyRecords(db, publication.formKey))
  )
    return;
  const since = await context.db
    .transaction()
    .execute((trx) => storeStateChange(trx, publication.formKey, publication.version));
  const undo = async (): Promise<void> => {
    // marks the publication as over, so that `continueForm` resets the states; does nothing if a later attempt to
    // publish the form has replaced the entry
    await sql`update frm_state set since = since - ${LONGEST_PUBLICATION}
      where form_key = ${publication.formKey} and since = ${since}::timestamptz`.execute(db);
    await continueFormToEnd(context, publication.formKey);
  };
  try {
    while (await context.db.transaction().execute((trx) => convertBatch(trx, publication.formKey, '0'))) {
      /* the condition converts the next batch */
    }
  } catch (error) {
    await undo().catch(() => undefined);
    throw error;
  }
  return undo;
};

/**
 * Stores that a process begins or ends for the form, in the transaction of the publication; if it begins, finishes the
 * remaining records (second part).
 */
export async function alignStatesAtPublication(
  context: ServerContext,
  trx: Trx,
  publication: { formKey: string; version: number; form: CompiledForm },
): Promise<void> {
  const change = await findProcessChange(context, trx, publication);
  if (change === null) return;
  await storeStateChange(trx, publication.formKey, publication.version);
  if (change === 'ends') return;
  while (await convertBatch(trx, publication.formKey, '0')) {
    /* the condition converts the next batch */
  }
}

/**
 * Returns true if the record's audit contains the entry `finish`, which is written only for records that are older than
 * their form's process (EFF-017).
 */
export async function hasFinishedEntry(db: Db, recordId: string): Promise<boolean> {
  const entry = await db
    .selectFrom('frm_record_audit')
    .select('id')
    .where('record_id', '=', recordId)
    .where('action', '=', 'finish')
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}

/** Adds an entry to the history of each of these locked records, which says that the record counts as finished. */
export async function insertFinishedEntries(trx: Trx, formKey: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`insert into frm_record_audit (id, record_id, form_key, revision, action, user_id, user_name, note, after)
    select n.audit_id, r.id, ${formKey}, r.revision, 'finish', ${SYSTEM.id}, ${SYSTEM.name}, ${FINISHED_NOTE},
      jsonb_build_object('fieldsMap', d.fields, 'childTables', d.child_tables)
    from unnest(${[...ids]}::text[], ${ids.map(() => newId())}::text[]) as n(id, audit_id)
    join ${recordTable(formKey)} r on r.id = n.id join ${valuesTable(formKey)} d on d.id = r.id`.execute(trx);
}

/**
 * Processes the next batch after the record `after_id`: finishes the records that a save stored late under an older
 * version, and adds the missing entries to the history of finished records. `isEnd`: no record is left after this
 * batch. `lastId`: the id of the last processed record; '' if there was none.
 */
async function addFinishedEntries(
  trx: Trx,
  formKey: string,
  { version, after_id: after }: { version: number; after_id: string },
): Promise<{ isEnd: boolean; lastId: string }> {
  const ids = await lockBatch(
    trx,
    formKey,
    sql<SqlBool>`r.id > ${after} and r.version < ${version} and (${hasState('0')} or (${hasState('3')}
      and not exists (select 1 from frm_record_audit a where a.record_id = r.id and a.action = 'finish')))`,
  );
  await storeStates(trx, formKey, ids, '0');
  await insertFinishedEntries(trx, formKey, ids);
  return { isEnd: ids.length < BATCH_SIZE, lastId: ids.at(-1) ?? '' };
}

/**
 * Processes the next batch of a form's records (third part). After the first pass over the records, a second pass
 * (`is_late`) finds those that were stored late under the former version; it waits until all such saves have ended. If
 * the published form has no process, resets finished records to '0' instead. Deletes the entry in `frm_state` at the
 * end. Does nothing while the publication is running or another server processes the form. Returns true if another
 * batch can be processed at once.
 */
async function continueForm(context: ServerContext, trx: Trx, formKey: string): Promise<boolean> {
  const progress = await trx
    .selectFrom('frm_state')
    .selectAll()
    .select([
      sql<boolean>`since < now() - ${LONGEST_SAVE}`.as('isSecondPassDue'),
      sql<boolean>`since < now() - ${LONGEST_PUBLICATION}`.as('isPublicationOver'),
    ])
    .where('form_key', '=', formKey)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!progress || (progress.is_late && !progress.isSecondPassDue)) return false;
  const publishedForm = await findFormVersion(context, trx, formKey);
  const isPublicationRunning = (publishedForm?.version ?? 0) < progress.version;
  if (isPublicationRunning && !progress.isPublicationOver) return false;
  const progressDeletion = trx.deleteFrom('frm_state').where('form_key', '=', formKey);
  if (!publishedForm || !hasProcess(publishedForm.form)) {
    const isMoreLeft = publishedForm !== null && (await convertBatch(trx, formKey, '3'));
    if (!isMoreLeft) await progressDeletion.execute();
    return isMoreLeft;
  }
  const { isEnd, lastId } = await addFinishedEntries(trx, formKey, progress);
  if (isEnd && progress.is_late) await progressDeletion.execute();
  else
    await trx
      .updateTable('frm_state')
      .set(isEnd ? { after_id: '', is_late: true } : { after_id: lastId })
      .where('form_key', '=', formKey)
      .execute();
  return !isEnd;
}

/** Processes batches of a form (`continueForm`) until no further batch can be processed at once. */
async function continueFormToEnd(context: ServerContext, formKey: string): Promise<void> {
  while (
    !context.readiness.isStopping() &&
    (await context.db.transaction().execute((trx) => continueForm(context, trx, formKey)))
  ) {
    /* the condition processes the next batch */
  }
}

/**
 * Updates the states of records without an approval after a version of their form added or removed a process. Every
 * server may run this; a server that shuts down stops between two batches.
 */
export async function continueStateAlignment(context: ServerContext): Promise<void> {
  for (const { form_key: formKey } of await context.db.selectFrom('frm_state').select('form_key').execute())
    await continueFormToEnd(context, formKey);
}
