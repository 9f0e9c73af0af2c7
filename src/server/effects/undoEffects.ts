import type { ServerContext } from '../context.ts';
import { loadForm } from '../documents/index.ts';
import { flowOfForm } from '../flowDocuments/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { eraseRecord, clearReferences, writeRecord, type RecordRow, type RecordValues } from '../records/index.ts';
import type { Db } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';
import { lockRecord } from './lockTargets.ts';

const changesOf = (db: Db, taskId: string) =>
  db.selectFrom('frm_effect_change').selectAll().where('task_id', '=', taskId).orderBy('sn', 'desc').execute();

const cannotUndo = (titles: readonly string[]): Refusal =>
  new Refusal('EFFECT_KEPT', { what: [...new Set(titles)].slice(0, 3).join('、') });

/**
 * Undoes the changes that the effects of a step made in other records, the last change first. Refuses with EFFECT_KEPT
 * where an effect is not marked `undo`, or somebody has changed a record since.
 */
export async function undoEffects(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  source: RecordRow,
  taskId: string,
): Promise<void> {
  const changes = await changesOf(trx, taskId);
  const permanent = changes.filter(({ can_undo: canUndo }) => !canUndo);
  if (permanent.length > 0) throw cannotUndo(permanent.map(({ target_title: title }) => title));
  const expectedRevisions = new Map<string, number>();
  for (const change of changes) {
    const row = await lockRecord({ context, trx }, change.target_form, change.target_id);
    // after undoing a later change of the same record, the revision is the one that this undoing stored
    const expected = expectedRevisions.get(change.target_id) ?? change.revision;
    if (!row || row.revision !== expected) throw cannotUndo([change.target_title]);
    expectedRevisions.set(change.target_id, await undoChange(context, trx, user, source, row, change));
  }
  await trx.deleteFrom('frm_effect_change').where('task_id', '=', taskId).execute();
}

/** Undoes one change of a record. Returns the record's revision afterwards. */
async function undoChange(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  source: RecordRow,
  row: RecordRow,
  { kind, before }: { kind: string; before: unknown },
): Promise<number> {
  const note = `撤回“${source.title}”的办理`;
  if (kind === 'create') {
    await clearReferences(context, trx, user, row, '删除');
    await eraseRecord(trx, user, row, note);
    await trx.deleteFrom('frm_effect').where('target_id', '=', row.id).execute();
    return row.revision;
  }
  const loaded = await loadForm(context, trx, row.form_key);
  const flow = await flowOfForm(context, trx, loaded.form.definition.flowKey);
  const stored = await writeRecord(
    trx,
    { loaded, flow, row, user },
    {
      values: before as RecordValues,
      flwState: row.flw_state,
      taskNode: row.task_node,
      action: 'effect',
      node: '',
      note,
    },
  );
  return stored.revision;
}
