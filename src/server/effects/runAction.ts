import {
  buttonLocationsOf,
  recordPrefixFields,
  dialogFields,
  readsRecordState,
  rowPrefixFields,
  type FormAction,
} from '../../effects/index.ts';
import type { ServerContext } from '../context.ts';
import { loadForm, type LoadedForm } from '../documents/index.ts';
import { flowOfForm } from '../flowDocuments/index.ts';
import { Refusal } from '../http/refusal.ts';
import { isAdmin, type RequestUser } from '../http/user.ts';
import {
  acceptValues,
  approvals,
  dialogForm,
  mayReadByPublishedForm,
  situationOf,
  wrongStateRefusal,
  type RecordRow,
  type RecordValues,
} from '../records/index.ts';
import type { Trx } from '../store/transaction.ts';
import { causeOf, loadEffectNames } from './eventEffects.ts';
import { runEffects } from './runEffects.ts';
import { recordValuesByName, type Subject } from './subject.ts';
import { lockRecord } from './lockTargets.ts';
import { fillAddress, fillText, isConditionMet } from './values.ts';

/** A pressed button with the records on which it runs. */
export interface ActionCall {
  action: string;
  ids: readonly string[];
  /** The values that were entered in the button's dialog. */
  dialog?: RecordValues | null;
}

export interface ActionAnswer {
  /** The number of records on which the button ran. */
  count: number;
  /** The message for the user. */
  done: string;
  /** The page to go to; '' for none. */
  open: string;
}

const VOIDED = '4';
/**
 * Validates the values of a button's dialog like a record: complete, of the right types, and only values that this
 * person may choose. Returns the values.
 */
async function acceptDialogValues(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  loaded: LoadedForm,
  action: FormAction,
  enteredValues: RecordValues | null | undefined,
): Promise<Record<string, unknown>> {
  if (!action.dialog) return {};
  const situation = situationOf({ user, formKey: null, row: null, rules: null, isEdit: true, isTask: false });
  const dialogRecord = {
    user,
    loaded: { ...loaded, form: dialogForm(context, loaded.form, action) },
    flow: null,
    row: null,
    instance: null,
    task: null,
    situation,
  };
  const values = await acceptValues(
    context,
    trx,
    dialogRecord,
    enteredValues ?? { fieldsMap: {}, childTables: {} },
    'complete',
  );
  return values.fieldsMap;
}

/** Creates the subject of a button's expressions: `row` is the record, `dialog` the values of the dialog. */
export async function createActionSubject(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  {
    loaded,
    action,
    row,
    dialog,
  }: { loaded: LoadedForm; action: FormAction; row: RecordRow; dialog: Record<string, unknown> },
): Promise<Subject> {
  const names = await loadEffectNames(context, trx, loaded);
  const subject: Subject = {
    context,
    trx,
    user,
    loaded,
    flow: await flowOfForm(context, trx, loaded.form.definition.flowKey),
    row,
    names: {
      ...names,
      prefixes: {
        row: recordPrefixFields(loaded.form.definition),
        ...(action.dialog ? { dialog: rowPrefixFields(dialogFields(action)) } : {}),
      },
    },
    prefixValues: {
      get row() {
        return recordValuesByName(subject.row);
      },
      dialog,
    },
    cause: causeOf(loaded, row, action.label),
    event: 'action',
    taskId: '',
    depth: 0,
    keyPrefix: `action ${action.key}`,
  };
  return subject;
}

const hasRoleFor = ({ roles }: FormAction, user: RequestUser): boolean =>
  roles === undefined || isAdmin(user) || roles.some((role) => user.roles.includes(role));

/** Returns whether the person has a task of the record at one of the nodes at which the button is offered. */
async function holdsTask(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  row: RecordRow,
  { nodes }: FormAction,
): Promise<boolean> {
  const tasks = await approvals.registeredFor(context).heldTasks(trx, row.id, user.id);
  return tasks.some(({ node_name: node }) => nodes === undefined || nodes.includes(node));
}

/**
 * Returns whether this person may use the button on this record: the person has one of its roles and, if the button is
 * offered only at tasks, has such a task. The button's condition is not checked.
 */
export async function isAvailable(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  action: FormAction,
  row: RecordRow,
): Promise<boolean> {
  if (!hasRoleFor(action, user)) return false;
  return (
    buttonLocationsOf(action).some((location) => location !== 'task') || holdsTask(context, trx, user, row, action)
  );
}

/**
 * Returns whether the record's state allows a button. A voided record allows only buttons whose condition reads
 * the state of the record.
 */
export const isAllowedInState = ({ when = '' }: FormAction, { flw_state: state }: RecordRow): boolean =>
  state !== VOIDED || readsRecordState(when);

/**
 * Runs a button on records, one after the other, in the caller's transaction. Refuses with 404 if the button is unknown
 * or the person may not read a record, and with 403 if the button is not offered to the person. Refuses with
 * RECORD_STATE if the record is voided (`isAllowedInState`), with ACTION_WHEN if the button's condition does not hold,
 * if the values of the dialog are not accepted, and if an effect refuses.
 */
export async function runAction(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  formKey: string,
  { action: key, ids, dialog }: ActionCall,
): Promise<ActionAnswer> {
  const loaded = await loadForm(context, trx, formKey);
  const action = (loaded.form.definition.actions ?? []).find((candidate) => candidate.key === key);
  if (!action) throw new Refusal('404');
  const answer: ActionAnswer = { count: 0, done: '', open: '' };
  let dialogInput: Record<string, unknown> | null = null;
  // every call locks the records in the same order, so that two calls on the same records do not deadlock
  for (const id of [...new Set(ids)].toSorted()) {
    const row = await lockRecord({ context, trx }, formKey, id);
    if (!row || !(await mayReadByPublishedForm(context, trx, user, row))) throw new Refusal('404');
    if (!(await isAvailable(context, trx, user, action, row))) throw new Refusal('403');
    if (!isAllowedInState(action, row)) throw wrongStateRefusal(row.flw_state);
    dialogInput ??= await acceptDialogValues(context, trx, user, loaded, action, dialog);
    const subject = await createActionSubject(context, trx, user, { loaded, action, row, dialog: dialogInput });
    if (!(await isConditionMet(subject, action.when))) throw new Refusal('ACTION_WHEN', { label: action.label });
    await runEffects(subject, action.effects ?? []);
    answer.count += 1;
    answer.done = await fillText(subject, action.done ?? `${action.label}成功`);
    answer.open = action.open === undefined ? '' : await fillAddress(subject, action.open);
  }
  if (answer.count > 1) answer.done = `${action.label}成功，共 ${answer.count} 条`;
  return answer;
}
