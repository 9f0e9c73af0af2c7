import { mayAddRecord } from '../../rules/keepers.ts';
import type { ServerContext } from '../context.ts';
import { loadForm } from '../documents/forms.ts';
import type { Db } from '../documents/store.ts';
import { currentFlow } from '../flow/formFlow.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { readableRow, readingForm, readingSituations } from './read.ts';
import { applicantRules, situationOf } from './situation.ts';
import { isUniqueFree } from './uniques.ts';

/**
 * Asked while somebody types: is this value of a `unique` field free? Only for fields that this person sees in the
 * record (or would in a new one that they may add), for the answer tells of others' values. Saving decides; this only warns early.
 */
export async function checkUnique(context: ServerContext, db: Db, user: RequestUser, formKey: string, { field, value, id }: { field: string; value?: unknown; id?: string }): Promise<boolean> {
  const row = id ? await readableRow(context, db, user, { formKey, id }) : null;
  const form = row ? await readingForm(context, db, row) : (await loadForm(context, db, formKey)).form;
  if (!row && !mayAddRecord(form.definition.access, user)) throw new Refusal('403');
  const situation = row ? (await readingSituations(context, db, user, [row])).get(row.id)
    : situationOf({ user, row: null, rules: applicantRules(await currentFlow(context, db, formKey)), isEdit: true, isTask: false });
  const compiled = form.fields.get(field);
  if (!compiled || !situation || !compiled.mayRead(situation)) throw new Refusal('403');
  return isUniqueFree(db, form, { form_key: formKey, unit_id: row ? row.unit_id : user.unitId }, { field, value, ...(id ? { id } : {}) });
}
