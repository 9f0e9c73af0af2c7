import { newId } from '../store/id.ts';
import type { RecordRow } from '../records/index.ts';
import type { Subject } from './subject.ts';
import type { EffectTables } from './tables.ts';

type Kind = EffectTables['frm_effect_change']['kind'];

/** Notes what a step changed in another record, so that taking the step back knows of it. Without a task there is nothing to take back. */
export async function noteChange(
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

/** The record that an effect made before, by the effect and the row it was made for. */
export async function madeBefore(
  { trx, row }: Subject,
  effectKey: string,
): Promise<Map<string, { formKey: string; id: string }>> {
  const rows = await trx
    .selectFrom('frm_effect')
    .select(['row_key', 'target_form', 'target_id'])
    .where('record_id', '=', row.id)
    .where('effect_key', '=', effectKey)
    .execute();
  return new Map(rows.map((one) => [one.row_key, { formKey: one.target_form, id: one.target_id }]));
}

export async function noteMade(
  { trx, row }: Subject,
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

export async function forgetMade({ trx, row }: Subject, effectKey: string, rowKey: string): Promise<void> {
  await trx
    .deleteFrom('frm_effect')
    .where('record_id', '=', row.id)
    .where('effect_key', '=', effectKey)
    .where('row_key', '=', rowKey)
    .execute();
}
