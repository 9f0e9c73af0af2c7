import { newId } from '../store/newId.ts';
import type { RecordRow } from '../records/index.ts';
import type { Subject } from './subject.ts';
import type { EffectTables } from './tables.ts';

type ChangeKind = EffectTables['frm_effect_change']['kind'];

/**
 * Stores a change of another record, so that withdrawing the step can undo the change. Does nothing if the target is
 * the record of the event itself. Does nothing without a task, because only steps of tasks can be withdrawn. `before`:
 * the target's values before the change (for a void that can be undone: `VoidedState`); undefined: there are none.
 */
export async function logChange(
  { trx, row, taskId }: Subject,
  kind: ChangeKind,
  target: RecordRow,
  { canUndo, before }: { canUndo: boolean; before: unknown },
): Promise<void> {
  if (taskId === '' || target.id === row.id) return;
  await trx
    .insertInto('frm_effect_change')
    .values({
      id: newId(),
      record_id: row.id,
      task_id: taskId,
      target_form: target.form_key,
      target_id: target.id,
      target_title: target.title,
      revision: target.revision,
      kind,
      can_undo: canUndo,
      before: before === undefined ? null : JSON.stringify(before),
    })
    .execute();
}

/**
 * In the changes of `target` that this task has logged, raises the revision to the current revision of `target`. Called
 * after the event that the change of `target` itself causes, because the effects of that event may change `target`
 * again: these changes belong to the same step, and a step can be withdrawn only if `target` still has the logged
 * revision.
 */
export async function raiseLoggedRevision({ trx, taskId }: Subject, target: RecordRow): Promise<void> {
  if (taskId === '') return;
  await trx
    .updateTable('frm_effect_change')
    .set({ revision: target.revision })
    .where('task_id', '=', taskId)
    .where('target_id', '=', target.id)
    .where('revision', '<', target.revision)
    .execute();
}

/**
 * Loads the entries of the records that an effect created in earlier runs, by the key of the sub-table row for which
 * the record was created ('': for the whole record).
 */
export async function loadCreatedRecordEntries(
  { trx, row }: Subject,
  effectKey: string,
): Promise<Map<string, { formKey: string; id: string }>> {
  const rows = await trx
    .selectFrom('frm_effect')
    .select(['row_key', 'target_form', 'target_id'])
    .where('record_id', '=', row.id)
    .where('effect_key', '=', effectKey)
    .execute();
  return new Map(
    rows.map((createdRow) => [createdRow.row_key, { formKey: createdRow.target_form, id: createdRow.target_id }]),
  );
}

/** Stores an entry that an effect created `target` for a row. Replaces an earlier entry for the same row. */
export async function storeCreatedRecordEntry(
  { trx, row }: Pick<Subject, 'trx'> & { row: Pick<RecordRow, 'id'> },
  effectKey: string,
  rowKey: string,
  target: Pick<RecordRow, 'form_key' | 'id'>,
): Promise<void> {
  await trx
    .insertInto('frm_effect')
    .values({
      record_id: row.id,
      effect_key: effectKey,
      row_key: rowKey,
      target_form: target.form_key,
      target_id: target.id,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['record_id', 'effect_key', 'row_key'])
        .doUpdateSet({ target_form: target.form_key, target_id: target.id }),
    )
    .execute();
}

/** Deletes the entry that an effect created a record for a row; the record itself stays. */
export async function deleteCreatedRecordEntry(
  { trx, row }: Subject,
  effectKey: string,
  rowKey: string,
): Promise<void> {
  await trx
    .deleteFrom('frm_effect')
    .where('record_id', '=', row.id)
    .where('effect_key', '=', effectKey)
    .where('row_key', '=', rowKey)
    .execute();
}
