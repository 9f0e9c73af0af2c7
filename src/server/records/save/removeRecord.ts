import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import { flowOfForm } from '../../flowDocuments/index.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Trx } from '../../store/transaction.ts';
import { keepInBin } from '../bin/keepInBin.ts';
import { accessNow, mayKeep } from '../access/readScope.ts';
import { announceEvent } from '../events.ts';
import { forgetFiles } from '../read/recordFiles.ts';
import { mayKnow, wrongState } from '../read/openForWrite.ts';
import type { RecordRow } from '../read/recordRows.ts';
import { recordsOf } from '../columns/recordSource.ts';
import { deleteRecord } from '../columns/storeRecords.ts';
import { leaveUnused } from '../relations/inUse.ts';
import { forgetRelations } from '../relations/relationIndex.ts';
import { releaseUniques } from '../indexes/uniques.ts';
import { audit } from './writeRecord.ts';

/**
 * Moves a draft (flwState '0') of the own to the recycle bin; the form's keepers those of their units, administrators
 * anybody's. Refuses with 404, 403 or RECORD_STATE.
 */
export async function removeRecord(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  formKey: string,
  id: string,
): Promise<void> {
  const row = await trx
    .selectFrom(await recordsOf(trx, formKey))
    .selectAll()
    .where('form_key', '=', formKey)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row || !(await mayKnow(context, trx, user, row))) throw new Refusal('404');
  if (!(await mayKeep(trx, user, row, await accessNow(context, trx, formKey), 'delete'))) throw new Refusal('403');
  if (row.flw_state !== '0') throw wrongState(row.flw_state);
  const cleared = await leaveUnused(context, trx, user, row, '删除');
  const loaded = await loadForm(context, trx, formKey);
  await keepInBin(trx, user, row, loaded.form, { note: '', cleared });
  await eraseRecord(trx, user, row);
  const flow = await flowOfForm(context, trx, loaded.form.definition.flowKey);
  await announceEvent(context, trx, { event: 'removed', row, loaded, flow, user });
}

/** Removes a record with everything that follows from it. The caller holds it and has asked whether it may go. */
export async function eraseRecord(trx: Trx, user: RequestUser, row: RecordRow, note = ''): Promise<void> {
  const { id, form_key: formKey } = row;
  await deleteRecord(trx, formKey, id);
  await forgetFiles(trx, id);
  await releaseUniques(trx, id);
  await forgetRelations(trx, id);
  await trx.deleteFrom('frm_draft').where('record_id', '=', id).execute();
  await audit(trx, { ...row, revision: row.revision + 1 }, user, 'remove', null, '', note);
}
