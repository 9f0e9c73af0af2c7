import { newId } from '../store/newId.ts';
import type { RecordRow } from '../records/index.ts';
import type { Subject } from './subject.ts';
import type { EffectTables } from './tables.ts';

type Kind = EffectTables['frm_effect_change']['kind'];

/**
 * Stores a change of another record, so that withdrawing the step can undo the change. Does nothing without a task,
 * because only steps of tasks can be withdrawn. `before`: the target's values before the change (for a void that can be
 * undone: `VoidedState`); undefined: there are none.
 */
export async function logChange(
  { trx, row, taskId }: Subject,
  kind: Kind,
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
 * Raises the revision in the logged changes of a record to the record's current revision. Called after the effects of
 * the record's own event, which belong to the same step: withdrawing the step compares both revisions.
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

/** Loads the records that an effect created in earlier runs, by the key of the sub-table row ('': the whole record). */
export async function loadCreatedRecords(
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

/** Stores that an effect created `target` for a row, and replaces the entry of an earlier record. */
export async function storeCreatedRecord(
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

/** Deletes the entry of the record that an effect created for a row. */
export async function deleteCreatedRecord({ trx, row }: Subject, effectKey: string, rowKey: string): Promise<void> {
  await trx
    .deleteFrom('frm_effect')
    .where('record_id', '=', row.id)
    .where('effect_key', '=', effectKey)
    .where('row_key', '=', rowKey)
    .execute();
}
