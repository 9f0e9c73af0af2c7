import { isBlank } from '../../../domain/blank.ts';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Trx } from '../../store/transaction.ts';
import { announceEvent } from '../events.ts';
import { mayEditAsNonCreator } from '../access/readScope.ts';
import { FINISHED, openForWrite, wrongStateRefusal, type OpenRecord } from '../read/openForWrite.ts';
import { hasFinishedEntry, insertFinishedEntries } from '../indexes/alignStates.ts';
import type { RecordRow } from '../read/recordRows.ts';
import { clearReferences } from '../relations/clearReferences.ts';
import { valuesOf, writeRecord } from './writeRecord.ts';

/** A request to void or to restore a record. */
interface VoidOrRestoreInput {
  id: string;
  reason: string;
}

/**
 * Returns true if this person may void or restore the opened record. False for a record with an approval, because only
 * an action of its process voids it. If the form has a process, the record must have been stored before the form got
 * the process, and the person must be an administrator or have the right to edit the records of others.
 */
async function mayVoidOrRestore(trx: Trx, { user, loaded, flow, instance, row }: OpenRecord): Promise<boolean> {
  if (instance || !row) return false;
  if (!flow) return true;
  return (
    (row.flw_state === FINISHED || (await hasFinishedEntry(trx, row.id))) &&
    (await mayEditAsNonCreator(trx, user, row, loaded.form.definition.access))
  );
}

/**
 * Voids a record of a form without a process, or a record that was stored before the form got its process. The record
 * stays stored, is not in force (`inForceSql`) and releases its unique values. If the form has no process, everybody
 * who may write the record may void it; otherwise `mayVoidOrRestore` decides. Refuses with 403, 404, RECORD_STATE,
 * REQUEST_INVALID (no reason) or RECORD_IN_USE.
 */
export async function voidRecord(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  formKey: string,
  { id, reason }: VoidOrRestoreInput,
): Promise<RecordRow> {
  if (isBlank(reason)) throw new Refusal('REQUEST_INVALID', { detail: '请填写作废原因' });
  const openRecord = await openForWrite(context, trx, user, { formKey, id, isFinishedAllowed: true });
  const { row } = openRecord;
  if (!row) throw new Refusal('404');
  if (row.flw_state === '4' || !(await mayVoidOrRestore(trx, openRecord))) throw wrongStateRefusal(row.flw_state);
  // a background job adds the `finish` entry and may not have reached this record yet; restoring requires the entry
  if (openRecord.flow && row.flw_state === FINISHED && !(await hasFinishedEntry(trx, row.id)))
    await insertFinishedEntries(trx, formKey, [row.id]);
  await clearReferences(context, trx, user, row, '作废');
  const voidedRow = await writeRecord(trx, openRecord, {
    values: valuesOf(row),
    flwState: '4',
    taskNode: '',
    action: 'void',
    actionNode: '',
    note: reason.trim(),
  });
  return announceEvent(context, trx, {
    event: 'voided',
    row: voidedRow,
    loaded: openRecord.loaded,
    flow: openRecord.flow,
    user,
  });
}

/**
 * Restores a voided record. Refuses with 403, 404, RECORD_STATE, or RECORD_INVALID if another record has taken a
 * unique value.
 */
export async function restoreRecord(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  formKey: string,
  { id, reason }: VoidOrRestoreInput,
): Promise<RecordRow> {
  const openRecord = await openForWrite(context, trx, user, { formKey, id });
  const { row } = openRecord;
  if (!row) throw new Refusal('404');
  if (row.flw_state !== '4' || !(await mayVoidOrRestore(trx, openRecord))) throw wrongStateRefusal(row.flw_state);
  const restoredRow = await writeRecord(trx, openRecord, {
    values: valuesOf(row),
    flwState: openRecord.flow ? FINISHED : '0',
    taskNode: '',
    action: 'restore',
    actionNode: '',
    note: reason.trim(),
  });
  return announceEvent(context, trx, {
    event: 'restored',
    row: restoredRow,
    loaded: openRecord.loaded,
    flow: openRecord.flow,
    user,
  });
}
