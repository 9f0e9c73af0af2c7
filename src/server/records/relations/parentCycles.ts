import { sql } from 'kysely';
import type { CompiledForm } from '../../../kernel/index.ts';
import type { Trx } from '../../store/transaction.ts';
import { columnsOf } from '../columns/columnRefs.ts';
import { recordTable } from '../columns/recordSource.ts';
import { neededColumns } from '../list/listFields.ts';

/** Checks whether a published list shows the records of the form as a tree by this relation. */
async function isTreeParent(trx: Trx, formKey: string, key: string): Promise<boolean> {
  const { rows } = await sql`select 1 from doc_reference where to_kind = 'field' and to_owner = ${formKey}
    and to_name = ${key} and state = 'published' and path ->> -1 = 'parent' and path ->> -2 = 'tree' limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}

/**
 * Checks whether the record `id` would be below itself in a tree if `parent` became its parent. A tree cannot show the
 * records of such a cycle. Returns false for a relation by which no published list shows a tree. Waits until other
 * transactions that change parents in this form have ended, so that two transactions cannot close a cycle of three or
 * more records together. Two records that are put below each other at the same time already block each other by their
 * row locks, and one save is answered with REQUEST_BUSY.
 */
export async function closesCycle(
  trx: Trx,
  form: CompiledForm,
  { key, id, parent }: { key: string; id: string; parent: string },
): Promise<boolean> {
  const { formKey } = form.definition;
  if (!(await isTreeParent(trx, formKey, key))) return false;
  await sql`select pg_advisory_xact_lock(hashtext('frm_parent'), hashtext(${formKey}))`.execute(trx);
  const parentColumn = (await columnsOf(trx, formKey, neededColumns(form, key))).text(key);
  // `union` leaves out records that were already found, so the search also ends if the stored records contain a cycle
  const { rows } = await sql`with recursive above (id) as (select ${parent}::text collate "C"
    union select ${parentColumn} collate "C" from ${recordTable(formKey)} as frm_record join above on frm_record.id = above.id where ${parentColumn} <> '')
    select 1 from above where id = ${id} limit 1`.execute(trx);
  return rows.length > 0;
}
