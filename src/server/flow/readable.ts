import type { ServerContext } from '../context.ts';
import { loadForm } from '../documents/forms.ts';
import type { Db } from '../documents/store.ts';
import type { RequestUser } from '../http/user.ts';
import { mayRead, scopeOf } from '../records/access.ts';
import type { RecordRow } from '../records/rows.ts';

/** Whether this person may read what belongs to the approval of a record: who may read the record, by its form as it is published. */
export async function mayReadApproval(context: ServerContext, db: Db, user: RequestUser, row: Pick<RecordRow, 'id' | 'form_key' | 'create_by'>): Promise<boolean> {
  const { form } = await loadForm(context, db, row.form_key);
  return mayRead(db, user, row, scopeOf(form.definition));
}
