import type { ServerContext } from '../context.ts';
import { loadForm } from '../documents/index.ts';
import { flowOfForm } from '../flowDocuments/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { eraseRecord, leaveUnused, writeRecord, type RecordRow, type RecordValues } from '../records/index.ts';
import type { Db } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';
import { heldRecord } from './targets.ts';

const changesOf = (db: Db, taskId: string) =>
  db.selectFrom('frm_effect_change').selectAll().where('task_id', '=', taskId).orderBy('sn', 'desc').execute();

const kept = (titles: readonly string[]): Refusal =>
  new Refusal('EFFECT_KEPT', { what: [...new Set(titles)].slice(0, 3).join('、') });

/**
 * Takes back what the effects of a step changed in other records: each is as it was before. Refuses with EFFECT_KEPT where
 * an effect is not marked `undo`, or somebody has changed the record since.
 */
export async function undoEffects(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  source: RecordRow,
  taskId: string,
): Promise<void> {
  const changes = await changesOf(trx, taskId);
  const lasting = changes.filter(({ can_undo: canUndo }) => !canUndo);
  if (lasting.length > 0) throw kept(lasting.map(({ target_title: title }) => title));
  const moved = new Map<string, number>();
  for (const change of changes) {
    const row = await heldRecord({ context, trx }, change.target_form, change.target_id);
    // the last of several changes of one record left it as it must be found
    const expected = moved.get(change.target_id) ?? change.revision;
    if (!row || row.revision !== expected) throw kept([change.target_title]);
    moved.set(change.target_id, await undoOne(context, trx, user, source, row, change));
  }
  await trx.deleteFrom('frm_effect_change').where('task_id', '=', taskId).execute();
}

/** Answers the revision at which the change before this one must find the record. */
async function undoOne(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  source: RecordRow,
  row: RecordRow,
  { kind, before }: { kind: string; before: unknown },
): Promise<number> {
  const note = `撤回“${source.title}”的办理`;
  if (kind === 'create') {
    await leaveUnused(context, trx, user, row, '删除');
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
