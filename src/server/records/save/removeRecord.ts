import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import { flowOfForm } from '../../flowDocuments/index.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Trx } from '../../store/transaction.ts';
import { copyToBin } from '../bin/copyToBin.ts';
import { publishedAccess, mayEditOrDelete } from '../access/readScope.ts';
import { announceEvent } from '../events.ts';
import { deleteFileLinks } from '../read/recordFiles.ts';
import { mayLearnOf, wrongStateRefusal } from '../read/openForWrite.ts';
import type { RecordRow } from '../read/recordRows.ts';
import { recordsOf } from '../columns/recordSource.ts';
import { deleteRecord } from '../columns/storeRecords.ts';
import { clearReferences } from '../relations/clearReferences.ts';
import { unindexRelations } from '../relations/relationIndex.ts';
import { releaseUniques } from '../indexes/uniques.ts';
import { writeAudit } from './writeRecord.ts';

/**
 * Moves a record with flwState '0' to the recycle bin: a draft, or a record of a form without a process.
 * Administrators may do this, and everybody whose rights on the form let them delete the record (`mayEditOrDelete`).
 * Refuses with 404, 403, RECORD_STATE or RECORD_IN_USE.
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
  if (!row || !(await mayLearnOf(context, trx, user, row))) throw new Refusal('404');
  if (!(await mayEditOrDelete(trx, user, row, await publishedAccess(context, trx, formKey), 'delete')))
    throw new Refusal('403');
  if (row.flw_state !== '0') throw wrongStateRefusal(row.flw_state);
  const clearedReferences = await clearReferences(context, trx, user, row, '删除');
  const loaded = await loadForm(context, trx, formKey);
  await copyToBin(trx, user, row, loaded.form, { note: '', cleared: clearedReferences });
  await eraseRecord(trx, user, row);
  const flow = await flowOfForm(context, trx, loaded.form.definition.flowKey);
  await announceEvent(context, trx, { event: 'removed', row, loaded, flow, user });
}

/**
 * Deletes a record with its file links, unique values, relations and drafts, and adds the removal to the audit. The
 * caller must have locked the record and checked the permission.
 */
export async function eraseRecord(trx: Trx, user: RequestUser, row: RecordRow, note = ''): Promise<void> {
  const { id, form_key: formKey } = row;
  await deleteRecord(trx, formKey, id);
  await deleteFileLinks(trx, id);
  await releaseUniques(trx, id);
  await unindexRelations(trx, id);
  await trx.deleteFrom('frm_draft').where('record_id', '=', id).execute();
  await writeAudit(trx, { ...row, revision: row.revision + 1 }, user, 'remove', null, '', note);
}
