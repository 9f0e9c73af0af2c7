import { redactRecord } from '../../../records/index.ts';
import { formRights } from '../../rights/index.ts';
import { findRowsOfOtherTasks } from '../../../rules/rowsOfOtherTasks.ts';
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
import { mayEditOrDelete, mayReadByPublishedForm } from '../access/readScope.ts';
import { loadReadingSituations } from './answerRecord.ts';
import { recordOf, type RecordRow } from './recordRows.ts';
import { staleRefusalSince } from '../save/staleSave.ts';
import { applicantRules, rulesOfNode, situationOf } from './situationOf.ts';

/** A record opened for writing. A stored record was read and locked in the transaction that will write it. */
export interface OpenRecord {
  user: RequestUser;
  loaded: LoadedForm;
  flow: LoadedFlow | null;
  /** The row of the record; null for a new record. */
  row: RecordRow | null;
  /** The process of the record; null if it has none. */
  instance: ProcessRow | null;
  /**
   * The task that this person acts on. Null for a draft, for a form without an approval, and for a record opened with
   * the super role.
   */
  task: HeldTask | null;
  situation: Situation;
}

/** A request to open a record for writing. */
export interface OpenRequest {
  formKey: string;
  id?: string;
  taskId?: string;
  /** The revision that this person last read. */
  revision?: number;
  /**
   * True if a person with a super role may open a record that they may otherwise only read (ED-005), to change only
   * its selector fields (person, department, unit). Set for saving, never for an action.
   */
  isSuperRoleAllowed?: boolean;
  /**
   * True if the person whom the record is about (`access.ownerField`) may write it. The caller has checked the values
   * to write.
   */
  isOwnerAllowed?: boolean;
  /** True if a record that was stored before the form got its process may be opened. The caller may only void it. */
  isFinishedAllowed?: boolean;
}

const STATE_TEXTS: Readonly<Record<string, string>> = {
  '0': '草稿',
  '1': '审批中',
  '2': '已退回',
  '3': '已办结',
  '4': '已作废',
};

/** State of a record with an ended approval, or stored before its form got the process. */
export const FINISHED = '3';

/** Returns the refusal RECORD_STATE for an action that the record's state does not allow. */
export const wrongStateRefusal = (flwState: string): Refusal =>
  new Refusal('RECORD_STATE', { state: STATE_TEXTS[flwState] ?? flwState });

/** Returns the opened record with the situation that the node rules give. */
function addSituation(recordWithoutSituation: Omit<OpenRecord, 'situation'>, rules: NodeRules | null): OpenRecord {
  const { user, loaded, flow, row, task } = recordWithoutSituation;
  const table = flow && task ? rowTableOf(flow.definition, task.node_id, loaded.form.tables) : null;
  const rowsOfOtherTasks =
    table === null ? null : findRowsOfOtherTasks({ table, key: task?.item_key ?? '' }, row?.child_tables);
  return {
    ...recordWithoutSituation,
    situation: situationOf({
      user,
      formKey: loaded.formKey,
      row,
      rules,
      isEdit: true,
      isTask: task !== null && rules?.isStart !== true,
      rowsOfOtherTasks,
    }),
  };
}

/**
 * Opens a record that has no running or ended approval, in the newest version of its form; if `row` is null, a new
 * record. A new record needs the right to create records of the form. A stored record may be opened by everybody who
 * may edit it (`mayEditOrDelete`), and with `isOwnerAllowed` also by the person whom it is about. Refuses everybody
 * else with 403. A record that was stored before the form got its process counts as finished: it is refused with
 * RECORD_STATE unless `isFinishedAllowed` is set.
 */
async function openWithoutProcess(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  formKey: string,
  row: RecordRow | null,
  { isOwnerAllowed, isFinishedAllowed }: Pick<OpenRequest, 'isOwnerAllowed' | 'isFinishedAllowed'> = {},
): Promise<OpenRecord> {
  const loaded = await loadForm(context, trx, formKey);
  const flow = await flowOfForm(context, trx, loaded.form.definition.flowKey);
  if (!isFinishedAllowed && row?.flw_state === FINISHED && loaded.form.definition.flowKey)
    throw wrongStateRefusal(FINISHED);
  const { access } = loaded.form.definition;
  const isOwner =
    isOwnerAllowed === true &&
    row !== null &&
    access?.ownerField !== undefined &&
    row.fields[access.ownerField] === user.id;
  if (
    row
      ? !isOwner && !(await mayEditOrDelete(trx, user, row, access))
      : !(await formRights(trx, user, formKey, access)).has('create')
  )
    throw new Refusal('403');
  return addSituation({ user, loaded, flow, row, instance: null, task: null }, applicantRules(flow));
}

/** Opens a record in approval for a person with a task, in the versions that the approval started with. */
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
  const task = await approvals.registeredFor(context).taskToActOn(trx, row.id, user.id, taskId);
  return addSituation({ user, loaded, flow, row, instance, task }, rulesOfNode(flow, task.node_id));
}

/**
 * Opens a record that this person with the super role may otherwise only read, to change its selector fields (ED-005).
 * The record keeps its state, node and version. Returns null if the person may not read the record, and for a voided
 * record.
 */
async function openAsSuperRole(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  row: RecordRow,
  instance: ProcessRow | null,
): Promise<OpenRecord | null> {
  if (row.flw_state === '4') return null;
  if (!(await mayReadByPublishedForm(context, trx, user, row))) return null;
  const loaded = await loadForm(context, trx, row.form_key, instance?.form_version);
  const situation = (await loadReadingSituations(context, trx, user, [row])).get(row.id);
  if (!situation) return null;
  const flow = instance ? await loadFlow(context, trx, instance.flow_key, instance.flow_version) : null;
  return { user, loaded, flow, row, instance, task: null, situation: { ...situation, isEdit: '0', superRole: true } };
}

/**
 * Checks whether this person may write the record without the super role. A record without a process requires the
 * right to edit it (`mayEditOrDelete`), a record with a process requires a task on it.
 */
async function mayWriteWithoutSuperRole(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  row: RecordRow,
  instance: ProcessRow | null,
): Promise<boolean> {
  if (!instance) {
    const { flowKey, access } = (await loadForm(context, trx, row.form_key)).form.definition;
    if (row.flw_state === FINISHED && flowKey) return false;
    return isAdmin(user) || mayEditOrDelete(trx, user, row, access);
  }
  return (
    (row.flw_state === '1' || row.flw_state === '2') &&
    (await approvals.registeredFor(context).heldTasks(trx, row.id, user.id)).length > 0
  );
}

/**
 * Checks whether this person may learn that the record exists: they may read it, or are or were a candidate of a task
 * on it.
 */
export async function mayLearnOf(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  row: RecordRow,
): Promise<boolean> {
  if (await mayReadByPublishedForm(context, trx, user, row)) return true;
  const candidateTask = await trx
    .selectFrom('flw_task as t')
    .innerJoin('flw_task_candidate as c', 'c.task_id', 't.id')
    .select('t.id')
    .where('t.record_id', '=', row.id)
    .where('c.user_id', '=', user.id)
    .limit(1)
    .executeTakeFirst();
  return candidateTask !== undefined;
}

/**
 * Refuses with RECORD_STALE if the applicant saves a draft that was submitted (in another window) after they read it.
 * Otherwise the save would be refused because the applicant has no task, which would be misleading.
 */
async function refuseSubmittedSince(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  row: RecordRow,
  revision = row.revision,
): Promise<void> {
  if (row.create_by !== user.id || revision >= row.revision) return;
  const submission = await trx
    .selectFrom('frm_record_audit')
    .select('id')
    .where('record_id', '=', row.id)
    .where('action', '=', 'submit')
    .where('revision', '>', revision)
    .limit(1)
    .executeTakeFirst();
  const situation = submission && (await loadReadingSituations(context, trx, user, [row])).get(row.id);
  if (!situation) return;
  const { form } = await loadForm(context, trx, row.form_key, row.version);
  throw await staleRefusalSince(trx, row, revision, (values) =>
    redactRecord(form, { ...recordOf(row), ...values }, situation),
  );
}

/**
 * Opens a record for this person to write; without `id` a new record. Always locks the process before the record, to
 * prevent deadlocks. Refuses with 404, 403, TASK_TAKEN, TASK_NOT_YOURS, FLOW_SUSPENDED, RECORD_STATE or RECORD_STALE.
 */
export async function openForWrite(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  { formKey, id, taskId, revision, isSuperRoleAllowed, ...optionsWithoutProcess }: OpenRequest,
): Promise<OpenRecord> {
  if (!id) return openWithoutProcess(context, trx, user, formKey, null);
  const instance = await approvals.registeredFor(context).lockProcess(trx, id);
  const row = await trx
    .selectFrom(await recordsOf(trx, formKey))
    .selectAll()
    .where('form_key', '=', formKey)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row || !(await mayLearnOf(context, trx, user, row))) throw new Refusal('404');
  const openedAsSuperRole =
    isSuperRoleAllowed &&
    !taskId &&
    hasSuperRole(user) &&
    !(await mayWriteWithoutSuperRole(context, trx, user, row, instance ?? null))
      ? await openAsSuperRole(context, trx, user, row, instance ?? null)
      : null;
  if (openedAsSuperRole) return openedAsSuperRole;
  if (!instance) return openWithoutProcess(context, trx, user, formKey, row, optionsWithoutProcess);
  if (!taskId) await refuseSubmittedSince(context, trx, user, row, revision);
  if (row.flw_state === '1' || row.flw_state === '2') approvals.registeredFor(context).refuseSuspended(instance);
  if (row.flw_state === '1' || row.flw_state === '2') return openTask(context, trx, user, row, instance, taskId);
  // if somebody else has completed the requested task, refuse with their name (TASK_TAKEN)
  if (taskId) await approvals.registeredFor(context).taskToActOn(trx, id, user.id, taskId);
  throw wrongStateRefusal(row.flw_state);
}
