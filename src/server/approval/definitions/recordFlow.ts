import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import type { RequestUser } from '../../http/user.ts';
import { mayReadByPublishedForm, recordsOf } from '../../records/index.ts';
import type { Db } from '../../store/database.ts';
import { flowOfForm, loadFlow, type LoadedFlow } from '../../flowDocuments/index.ts';

/**
 * Returns the flow that a new record of this form would start; null for a form without approval. Refuses with 404 an
 * unknown form.
 */
export async function loadCurrentFlow(context: ServerContext, db: Db, formKey: string): Promise<LoadedFlow | null> {
  const { form } = await loadForm(context, db, formKey);
  return flowOfForm(context, db, form.definition.flowKey);
}

/**
 * Returns the flow of a record (`flowOfRecord`) if this person may read the record; otherwise the form's current flow,
 * or null for a form without approval.
 */
export async function loadFlowForReader(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  recordId: string | undefined,
): Promise<LoadedFlow | null> {
  const row =
    recordId === undefined
      ? undefined
      : await db
          .selectFrom(await recordsOf(db, formKey))
          .select(['id', 'form_key', 'create_by'])
          .where('form_key', '=', formKey)
          .where('id', '=', recordId)
          .executeTakeFirst();
  return flowOfRecord(
    context,
    db,
    formKey,
    row && (await mayReadByPublishedForm(context, db, user, row)) ? row.id : undefined,
  );
}

/**
 * Returns the flow of a record, in the version that its process uses. Without `recordId`, and for a record that was
 * never submitted, returns the form's current flow, or null for a form without approval.
 */
export async function flowOfRecord(
  context: ServerContext,
  db: Db,
  formKey: string,
  recordId: string | undefined,
): Promise<LoadedFlow | null> {
  const instance =
    recordId === undefined
      ? undefined
      : await db
          .selectFrom('flw_instance')
          .select(['flow_key', 'flow_version'])
          .where('record_id', '=', recordId)
          .where('form_key', '=', formKey)
          .executeTakeFirst();
  return instance
    ? loadFlow(context, db, instance.flow_key, instance.flow_version)
    : loadCurrentFlow(context, db, formKey);
}
