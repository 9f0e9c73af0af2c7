import { redactRecord } from '../../../records/index.ts';
import { formRights } from '../../rights/index.ts';
import { otherRowsOf } from '../../../rules/otherRows.ts';
import { hasSuperRole, type NodeRules, type Situation } from '../../../rules/situation.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm, type LoadedForm } from '../../documents/index.ts';
import { flowOfForm, loadFlow, type LoadedFlow } from '../../flowDocuments/index.ts';
import { rowTableOf } from '../../flow/index.ts';
import { approvals, type HeldTask, type ProcessRow } from '../approvals.ts';
import { recordsOf } from '../columns/recordSource.ts';
import { Refusal } from '../../http/refusal.ts';
import { isAdmin, type RequestUser } from '../../http/user.ts';
import type { Trx } from '../../store/transaction.ts';
import { accessNow, mayKeep, mayReadNow } from '../access/readScope.ts';
import { readingSituations } from './answerRecord.ts';
import { recordOf, type RecordRow } from './recordRows.ts';
import { staleAgainst } from '../save/staleSave.ts';
import { applicantRules, rulesOfNode, situationOf } from './situationOf.ts';

/** A record opened for writing: everything is read and held in the transaction that will write it. */
export interface OpenRecord {
  user: RequestUser;
  loaded: LoadedForm;
  flow: LoadedFlow | null;
  /** null: a new record. */
  row: RecordRow | null;
  instance: ProcessRow | null;
  /** The task this person acts on; null for a draft and for a form without an approval. */
  task: HeldTask | null;
  situation: Situation;
}

export interface OpenRequest {
  formKey: string;
  id?: string;
  taskId?: string;
  /** Of the record as this person saw it last. */
  revision?: number;
  /** ED-005: a super role may open what is read-only to it; only the selectors are theirs to change. For saving, never for an action. */
  maySuper?: boolean;
  /** The person whom the record is about may write it; whoever asks for this has looked at what is written. */
  mayOwner?: boolean;
}

const STATES: Readonly<Record<string, string>> = {
  '0': '草稿',
  '1': '审批中',
  '2': '已退回',
  '3': '已办结',
  '4': '已作废',
};

/** Refusal of an action that the record's state does not allow. */
export const wrongState = (flwState: string): Refusal =>
  new Refusal('RECORD_STATE', { state: STATES[flwState] ?? flwState });

function opened(base: Omit<OpenRecord, 'situation'>, rules: NodeRules | null): OpenRecord {
  const { user, loaded, flow, row, task } = base;
  const table = flow && task ? rowTableOf(flow.definition, task.node_id, loaded.form.tables) : null;
  const otherRows = table === null ? null : otherRowsOf({ table, key: task?.item_key ?? '' }, row?.child_tables);
  return {
    ...base,
    situation: situationOf({
      user,
      formKey: loaded.formKey,
      row,
      rules,
      isEdit: true,
      isTask: task !== null && rules?.isStart !== true,
      otherRows,
    }),
  };
}

/** A new record, a draft, or a record of a form without an approval: its creator's (and the administrators'), in the newest version. */
async function openOwn(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  formKey: string,
  row: RecordRow | null,
  mayOwner = false,
): Promise<OpenRecord> {
  const loaded = await loadForm(context, trx, formKey);
  const flow = await flowOfForm(context, trx, loaded.form.definition.flowKey);
  const { access } = loaded.form.definition;
  const isOwner =
    mayOwner && row !== null && access?.ownerField !== undefined && row.fields[access.ownerField] === user.id;
  if (
    row
      ? !isOwner && !(await mayKeep(trx, user, row, access))
      : !(await formRights(trx, user, formKey, access)).has('create')
  )
    throw new Refusal('403');
  return opened({ user, loaded, flow, row, instance: null, task: null }, applicantRules(flow));
}

/** A record in approval: its task's holder's, in the versions it started with. */
async function openTask(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  row: RecordRow,
  instance: ProcessRow,
  taskId: string | undefined,
): Promise<OpenRecord> {
  const loaded = await loadForm(context, trx, row.form_key, instance.form_version);
  const flow = await loadFlow(context, trx, instance.flow_key, instance.flow_version);
  const task = await approvals.of(context).taskToActOn(trx, row.id, user.id, taskId);
  return opened({ user, loaded, flow, row, instance, task }, rulesOfNode(flow, task.node_id));
}

/**
 * ED-005: a record that this person may only read, for the selectors alone: it keeps its state, node and version. Null
 * without the super role, for what they may not read, and for a voided record.
 */
async function openSuper(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  row: RecordRow,
  instance: ProcessRow | null,
): Promise<OpenRecord | null> {
  if (!hasSuperRole(user) || row.flw_state === '4') return null;
  if (!(await mayReadNow(context, trx, user, row))) return null;
  const loaded = await loadForm(context, trx, row.form_key, instance?.form_version);
  const situation = (await readingSituations(context, trx, user, [row])).get(row.id);
  if (!situation) return null;
  const flow = instance ? await loadFlow(context, trx, instance.flow_key, instance.flow_version) : null;
  return { user, loaded, flow, row, instance, task: null, situation: { ...situation, isEdit: '0', superRole: true } };
}

/** Is the record in this person's hands, so that they fill it in like anybody? */
async function isTheirs(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  row: RecordRow,
  instance: ProcessRow | null,
): Promise<boolean> {
  if (!instance)
    return (
      row.create_by === user.id || isAdmin(user) || mayKeep(trx, user, row, await accessNow(context, trx, row.form_key))
    );
  return (
    (row.flw_state === '1' || row.flw_state === '2') &&
    (await approvals.of(context).heldTasks(trx, row.id, user.id)).length > 0
  );
}

/** May this person know that the record is there: may they read it, or did they have a task of it that somebody else took? */
export async function mayKnow(context: ServerContext, trx: Trx, user: RequestUser, row: RecordRow): Promise<boolean> {
  if (await mayReadNow(context, trx, user, row)) return true;
  const asked = await trx
    .selectFrom('flw_task as t')
    .innerJoin('flw_task_candidate as c', 'c.task_id', 't.id')
    .select('t.id')
    .where('t.record_id', '=', row.id)
    .where('c.user_id', '=', user.id)
    .limit(1)
    .executeTakeFirst();
  return asked !== undefined;
}

/** An applicant's window from before the submission still shows a draft: it is not that they have no task. Refuses with RECORD_STALE. */
async function refuseSubmittedSince(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  row: RecordRow,
  revision = row.revision,
): Promise<void> {
  if (row.create_by !== user.id || revision >= row.revision) return;
  const submitted = await trx
    .selectFrom('frm_record_audit')
    .select('id')
    .where('record_id', '=', row.id)
    .where('action', '=', 'submit')
    .where('revision', '>', revision)
    .limit(1)
    .executeTakeFirst();
  const situation = submitted && (await readingSituations(context, trx, user, [row])).get(row.id);
  if (!situation) return;
  const { form } = await loadForm(context, trx, row.form_key, row.version);
  throw await staleAgainst(trx, row, revision, (values) =>
    redactRecord(form, { ...recordOf(row), ...values }, situation),
  );
}

/**
 * Opens a record for this person to write. Refuses with 404, 403, TASK_TAKEN, TASK_NOT_YOURS, RECORD_STATE or RECORD_STALE.
 * Process before record, always: two who write take their locks in the same order.
 */
export async function openForWrite(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  { formKey, id, taskId, revision, maySuper, mayOwner }: OpenRequest,
): Promise<OpenRecord> {
  if (!id) return openOwn(context, trx, user, formKey, null);
  const instance = await approvals.of(context).lockProcess(trx, id);
  const row = await trx
    .selectFrom(await recordsOf(trx, formKey))
    .selectAll()
    .where('form_key', '=', formKey)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row || !(await mayKnow(context, trx, user, row))) throw new Refusal('404');
  const special =
    maySuper && !taskId && !(await isTheirs(context, trx, user, row, instance ?? null))
      ? await openSuper(context, trx, user, row, instance ?? null)
      : null;
  if (special) return special;
  if (!instance) return openOwn(context, trx, user, formKey, row, mayOwner);
  if (!taskId) await refuseSubmittedSince(context, trx, user, row, revision);
  if (row.flw_state === '1' || row.flw_state === '2') approvals.of(context).refuseSuspended(instance);
  if (row.flw_state === '1' || row.flw_state === '2') return openTask(context, trx, user, row, instance, taskId);
  // somebody else ended it while this person had the task open: say who
  if (taskId) await approvals.of(context).taskToActOn(trx, id, user.id, taskId);
  throw wrongState(row.flw_state);
}
