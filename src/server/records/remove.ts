import { Refusal } from '../http/refusal.ts';
import { isAdmin, type RequestUser } from '../http/user.ts';
import type { Trx } from '../store/transaction.ts';
import { noteFiles } from './files.ts';
import { wrongState } from './open.ts';
import { releaseUniques } from './uniques.ts';
import { audit } from './write.ts';

/** Removes a draft (flwState '0') of the own; administrators remove anybody's. Refuses with 404, 403 or RECORD_STATE. */
export async function removeRecord(trx: Trx, user: RequestUser, formKey: string, id: string): Promise<void> {
  const row = await trx.selectFrom('frm_record').selectAll().where('form_key', '=', formKey).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('404');
  if (row.create_by !== user.id && !isAdmin(user)) throw new Refusal('403');
  if (row.flw_state !== '0') throw wrongState(row.flw_state);
  await trx.deleteFrom('frm_record').where('form_key', '=', formKey).where('id', '=', id).execute();
  await noteFiles(trx, formKey, id, []);
  await releaseUniques(trx, id);
  await trx.deleteFrom('frm_draft').where('record_id', '=', id).execute();
  await audit(trx, { ...row, revision: row.revision + 1 }, user, 'remove', null);
}
