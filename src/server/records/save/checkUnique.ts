import { formRights } from '../../rights/index.ts';
import type { Situation } from '../../../rules/situation.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm, type LoadedForm } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import { flowOfForm, loadFlow } from '../../flowDocuments/index.ts';
import { approvals } from '../approvals.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import { mayEditOrDelete } from '../access/readScope.ts';
import { loadReadableRow } from '../read/answerRecord.ts';
import type { RecordRow } from '../read/recordRows.ts';
import { applicantRules, rulesOfNode, situationOf } from '../read/situationOf.ts';
import { isUniqueValueFree } from '../indexes/uniques.ts';

/**
 * Returns the form in the version of the record, and the situations in which this person could write the record: one
 * for each of their tasks if the record is in an approval, otherwise one; none if they may not write the record. `row`:
 * null for a new record. Works like `openForWrite`, but without a lock.
 */
async function findWriteSituations(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  row: RecordRow | null,
): Promise<{ loaded: LoadedForm; situations: Situation[] }> {
  const instance =
    row &&
    (await db
      .selectFrom('flw_instance')
      .select(['form_version', 'flow_key', 'flow_version'])
      .where('record_id', '=', row.id)
      .executeTakeFirst());
  const loaded = await loadForm(context, db, formKey, instance?.form_version);
  const { access, flowKey } = loaded.form.definition;
  if (!instance) {
    const isAllowed = row
      ? await mayEditOrDelete(db, user, row, access)
      : (await formRights(db, user, formKey, access)).has('create');
    return {
      loaded,
      situations: isAllowed
        ? [
            situationOf({
              user,
              formKey,
              row,
              rules: applicantRules(await flowOfForm(context, db, flowKey)),
              isEdit: true,
              isTask: false,
            }),
          ]
        : [],
    };
  }
  const flow = await loadFlow(context, db, instance.flow_key, instance.flow_version);
  const tasks =
    row.flw_state === '1' || row.flw_state === '2'
      ? await approvals.registeredFor(context).heldTasks(db, row.id, user.id)
      : [];
  return {
    loaded,
    situations: tasks
      .map(({ node_id }) => rulesOfNode(flow, node_id))
      .map((rules) => situationOf({ user, formKey, row, rules, isEdit: true, isTask: rules?.isStart !== true })),
  };
}

/**
 * Checks whether a value of a `unique` field is free. The page calls this while a person types, to warn early; saving
 * checks the value again. The answer reveals values of other people's records. So a field that does not exist or that
 * this person may not fill in is refused with 403. Without `id` the value is for a new record.
 */
export async function checkUnique(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  { field, value, id }: { field: string; value?: unknown; id?: string },
): Promise<boolean> {
  const row = id ? await loadReadableRow(context, db, user, { formKey, id }) : null;
  const {
    loaded: { form },
    situations,
  } = await findWriteSituations(context, db, user, formKey, row);
  const compiledField = form.fields.get(field);
  // `hasWritePermission` ignores linkage, because unsaved values of other fields may make the field editable
  if (
    !compiledField ||
    !situations.some((situation) => compiledField.hasWritePermission({ values: row?.fields ?? {}, situation }))
  )
    throw new Refusal('403');
  return isUniqueValueFree(
    db,
    form,
    { form_key: formKey, unit_id: row ? row.unit_id : user.unitId },
    { field, value, ...(id ? { id } : {}) },
  );
}
