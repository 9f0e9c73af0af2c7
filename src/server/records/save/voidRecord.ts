import { isBlank } from '../../../domain/blank.ts';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Trx } from '../../store/transaction.ts';
import { announceEvent } from '../events.ts';
import { openForWrite, wrongStateRefusal } from '../read/openForWrite.ts';
import type { RecordRow } from '../read/recordRows.ts';
import { clearReferences } from '../relations/clearReferences.ts';
import { valuesOf, writeRecord } from './writeRecord.ts';

interface VoidOrRestoreInput {
  id: string;
  reason: string;
}

/**
 * Voids a record of a form without a process: the record stays stored, is no longer in force (`inForceSql`) and
 * releases its unique values. Allowed to everybody who may write the record. Refuses with 403, 404, RECORD_STATE,
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
  const open = await openForWrite(context, trx, user, { formKey, id });
  const { row } = open;
  if (!row) throw new Refusal('404');
  // a record of a form with a process is voided by an action of the process
  if (open.flow || open.instance || row.flw_state === '4') throw wrongStateRefusal(row.flw_state);
  await clearReferences(context, trx, user, row, '作废');
  const voided = await writeRecord(trx, open, {
    values: valuesOf(row),
    flwState: '4',
    taskNode: '',
    action: 'void',
    node: '',
    note: reason.trim(),
  });
  return announceEvent(context, trx, { event: 'voided', row: voided, loaded: open.loaded, flow: open.flow, user });
}

/**
 * Restores a voided record. Refuses with 403, 404, RECORD_STATE, or RECORD_INVALID if a unique value is taken by now.
 */
export async function restoreRecord(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  formKey: string,
  { id, reason }: VoidOrRestoreInput,
): Promise<RecordRow> {
  const open = await openForWrite(context, trx, user, { formKey, id });
  const { row } = open;
  if (!row) throw new Refusal('404');
  if (open.flow || open.instance || row.flw_state !== '4') throw wrongStateRefusal(row.flw_state);
  const restored = await writeRecord(trx, open, {
    values: valuesOf(row),
    flwState: '0',
    taskNode: '',
    action: 'restore',
    node: '',
    note: reason.trim(),
  });
  return announceEvent(context, trx, { event: 'restored', row: restored, loaded: open.loaded, flow: open.flow, user });
}
