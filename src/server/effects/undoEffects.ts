import { sql } from 'kysely';
import type { ServerContext } from '../context.ts';
import { loadForm } from '../documents/index.ts';
import { flowOfForm } from '../flowDocuments/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import {
  eraseRecord,
  clearReferences,
  releaseReplacedUniques,
  releaseUniques,
  writeRecord,
  type RecordRow,
  type RecordValues,
} from '../records/index.ts';
import type { Db } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';
import { storeCreatedRecordEntry } from './effectLog.ts';
import { lockRecord } from './lockTargets.ts';

/**
 * The earlier state of a record that an effect created for a row and later voided, because the row was removed or no
 * longer met the condition of the effect. `made`: the keys of the effect and the row, with which the entry in
 * `frm_effect` is stored again.
 */
export interface VoidedState extends RecordValues {
  flwState: string;
  made: { effectKey: string; rowKey: string };
}

const changesOf = (db: Db, taskId: string) =>
  db.selectFrom('frm_effect_change').selectAll().where('task_id', '=', taskId).orderBy('sn', 'desc').execute();

const cannotUndoRefusal = (titles: readonly string[]): Refusal =>
  new Refusal('EFFECT_KEPT', { what: [...new Set(titles)].slice(0, 3).join('、') });

/**
 * Undoes the changes that the effects of a step made in other records, the last change first. Refuses with EFFECT_KEPT
 * if an effect is not marked `undo`, or if a record was changed after the step.
 */
export async function undoEffects(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  source: RecordRow,
  taskId: string,
): Promise<void> {
  const changes = await changesOf(trx, taskId);
  const permanentChanges = changes.filter(({ can_undo: canUndo }) => !canUndo);
  if (permanentChanges.length > 0) throw cannotUndoRefusal(permanentChanges.map(({ target_title: title }) => title));
  await releaseGivenUniques(context, trx, changes);
  const expectedRevisions = new Map<string, number>();
  for (const change of changes) {
    const row = await lockRecord({ context, trx }, change.target_form, change.target_id);
    // undoing a later change of the same record has stored a new revision, which is then expected
    const expectedRevision = expectedRevisions.get(change.target_id) ?? change.revision;
    if (!row || row.revision !== expectedRevision) throw cannotUndoRefusal([change.target_title]);
    expectedRevisions.set(change.target_id, await undoChange(context, trx, user, source, row, change));
  }
  await trx.deleteFrom('frm_effect_change').where('task_id', '=', taskId).execute();
}

/**
 * Releases the unique values that the step gave to records. Without this, undoing would fail if records exchanged a
 * unique value, or if a created record took over a unique value of another record.
 */
async function releaseGivenUniques(
  context: ServerContext,
  trx: Trx,
  allChanges: Awaited<ReturnType<typeof changesOf>>,
): Promise<void> {
  if (allChanges.length < 2) return;
  for (const { kind, target_form: formKey, target_id: id, before } of allChanges) {
    // the record is erased later
    if (kind === 'create') await releaseUniques(trx, id);
    if (kind !== 'change') continue;
    const row = await lockRecord({ context, trx }, formKey, id);
    const { form } = await loadForm(context, trx, formKey);
    if (row) await releaseReplacedUniques(trx, form, row, (before as RecordValues).fieldsMap);
  }
}

/** Deletes the comments and attachments of an erased record; erased records are not in the recycle bin. */
async function deleteCommentsAndFiles(trx: Trx, { id, form_key: formKey }: RecordRow): Promise<void> {
  await trx.deleteFrom('frm_comment').where('record_id', '=', id).execute();
  await trx.deleteFrom('frm_comment_read').where('record_id', '=', id).execute();
  await sql`delete from att_busi where bus_id = ${id} and split_part(bus_type, ':', 1) = ${formKey}`.execute(trx);
}

/** Undoes one change of a record. Returns the record's revision afterwards. */
async function undoChange(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  source: RecordRow,
  row: RecordRow,
  { kind, before, record_id: sourceRecordId }: { kind: string; before: unknown; record_id: string },
): Promise<number> {
  const note = `撤回“${source.title}”的办理`;
  if (kind === 'create') {
    await clearReferences(context, trx, user, row, '删除');
    await eraseRecord(trx, user, row, note);
    await deleteCommentsAndFiles(trx, row);
    await trx.deleteFrom('frm_effect').where('target_id', '=', row.id).execute();
    return row.revision;
  }
  const loaded = await loadForm(context, trx, row.form_key);
  const flow = await flowOfForm(context, trx, loaded.form.definition.flowKey);
  const { flwState = row.flw_state, made, ...values } = before as RecordValues & Partial<VoidedState>;
  try {
    const storedRow = await writeRecord(
      trx,
      { loaded, flow, row, user },
      { values, flwState, taskNode: row.task_node, action: 'effect', actionNode: '', note },
    );
    if (made) await storeCreatedRecordEntry({ trx, row: { id: sourceRecordId } }, made.effectKey, made.rowKey, row);
    return storedRow.revision;
  } catch (error) {
    // another record now has one of its unique values
    if (error instanceof Refusal && error.code === 'RECORD_INVALID') throw cannotUndoRefusal([row.title]);
    throw error;
  }
}
