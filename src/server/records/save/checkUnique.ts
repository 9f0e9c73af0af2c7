import { formRights } from '../../rights/index.ts';
import type { Situation } from '../../../rules/situation.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm, type LoadedForm } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import { flowOfForm, loadFlow } from '../../flowDocuments/index.ts';
import { approvals } from '../approvals.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import { mayKeep } from '../access/readScope.ts';
import { readableRow } from '../read/answerRecord.ts';
import type { RecordRow } from '../read/recordRows.ts';
import { applicantRules, rulesOfNode, situationOf } from '../read/situationOf.ts';
import { isUniqueFree } from '../indexes/uniques.ts';

/** How this person would write the record (null: a new one), as `openForWrite` opens it, without holding it; nothing for who may not. */
async function writing(
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
    const mayThey = row
      ? await mayKeep(db, user, row, access)
      : (await formRights(db, user, formKey, access)).has('create');
    return {
      loaded,
      situations: mayThey
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
    row.flw_state === '1' || row.flw_state === '2' ? await approvals.of(context).heldTasks(db, row.id, user.id) : [];
  return {
    loaded,
    situations: tasks
      .map(({ node_id }) => rulesOfNode(flow, node_id))
      .map((rules) => situationOf({ user, formKey, row, rules, isEdit: true, isTask: rules?.isStart !== true })),
  };
}

/**
 * Asked while somebody types: is this value of a `unique` field free? Only of fields that this person may fill in (in the
 * record, or in a new one that they may add), for the answer tells of others' values. Saving decides; this only warns early.
 */
export async function checkUnique(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  { field, value, id }: { field: string; value?: unknown; id?: string },
): Promise<boolean> {
  const row = id ? await readableRow(context, db, user, { formKey, id }) : null;
  const {
    loaded: { form },
    situations,
  } = await writing(context, db, user, formKey, row);
  const compiled = form.fields.get(field);
  // what linkage opens, other fields that are not saved yet may open
  if (!compiled || !situations.some((situation) => compiled.permits({ values: row?.fields ?? {}, situation })))
    throw new Refusal('403');
  return isUniqueFree(
    db,
    form,
    { form_key: formKey, unit_id: row ? row.unit_id : user.unitId },
    { field, value, ...(id ? { id } : {}) },
  );
}
