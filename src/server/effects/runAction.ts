import { placesOf, recordGroup, dialogFields, rowGroup, type FormAction } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import { loadForm, type LoadedForm } from '../documents/index.ts';
import { flowOfForm } from '../flowDocuments/index.ts';
import { Refusal } from '../http/refusal.ts';
import { isAdmin, type RequestUser } from '../http/user.ts';
import {
  acceptedValues,
  approvals,
  dialogForm,
  mayReadNow,
  situationOf,
  wrongState,
  type RecordRow,
  type RecordValues,
} from '../records/index.ts';
import type { Trx } from '../store/transaction.ts';
import { causeOf, namesFor } from './eventEffects.ts';
import { runEffects } from './runEffects.ts';
import { recordNames, type Subject } from './subject.ts';
import { heldRecord } from './targets.ts';
import { filledText, holds } from './values.ts';

export interface ActionCall {
  action: string;
  ids: readonly string[];
  /** What was filled in beforehand. */
  dialog?: RecordValues | null;
}

export interface ActionAnswer {
  /** How many records it was done for. */
  count: number;
  done: string;
  /** The page to go to; '' for none. */
  open: string;
}

const VOIDED = '4';
/** What was filled in, judged as a record is: complete, of the right types, within what this person may choose. */
async function dialogValues(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  loaded: LoadedForm,
  action: FormAction,
  sent: RecordValues | null | undefined,
): Promise<Record<string, unknown>> {
  if (!action.dialog) return {};
  const situation = situationOf({ user, formKey: null, row: null, rules: null, isEdit: true, isTask: false });
  const open = {
    user,
    loaded: { ...loaded, form: dialogForm(context, loaded.form, action) },
    flow: null,
    row: null,
    instance: null,
    task: null,
    situation,
  };
  const values = await acceptedValues(context, trx, open, sent ?? { fieldsMap: {}, childTables: {} }, 'complete');
  return values.fieldsMap;
}

/** The subject of a button: `row` is the record, `dialog` what was filled in. */
export async function actionSubject(
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
  const names = await namesFor(context, trx, loaded);
  const subject: Subject = {
    context,
    trx,
    user,
    loaded,
    flow: await flowOfForm(context, trx, loaded.form.definition.flowKey),
    row,
    names: {
      ...names,
      groups: {
        row: recordGroup(loaded.form.definition),
        ...(action.dialog ? { dialog: rowGroup(dialogFields(action)) } : {}),
      },
    },
    groups: {
      get row() {
        return recordNames(subject.row);
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

const mayUse = ({ roles }: FormAction, user: RequestUser): boolean =>
  roles === undefined || isAdmin(user) || roles.some((role) => user.roles.includes(role));

/** Whether the person has a task of the record at one of the nodes where the button stands. */
async function holdsTask(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  row: RecordRow,
  { nodes }: FormAction,
): Promise<boolean> {
  const held = await approvals.of(context).heldTasks(trx, row.id, user.id);
  return held.some(({ node_name: node }) => nodes === undefined || nodes.includes(node));
}

/** Whether a button is there for this person on this record, before its condition is asked. */
export async function isThere(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  action: FormAction,
  row: RecordRow,
): Promise<boolean> {
  if (!mayUse(action, user)) return false;
  return placesOf(action).some((place) => place !== 'task') || holdsTask(context, trx, user, row, action);
}

/** A voided record has no buttons but those whose condition names the state. */
export const isOpen = ({ when = '' }: FormAction, { flw_state: state }: RecordRow): boolean =>
  state !== VOIDED || when.includes('flwState');

/**
 * Presses a button on records, one after the other, all or none. Refuses with 404 for what this person may not read, 403
 * where the button is not theirs, ACTION_WHEN where its condition does not hold now, and as its effects do.
 */
export async function runAction(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  formKey: string,
  { action: key, ids, dialog }: ActionCall,
): Promise<ActionAnswer> {
  const loaded = await loadForm(context, trx, formKey);
  const action = (loaded.form.definition.actions ?? []).find((one) => one.key === key);
  if (!action) throw new Refusal('404');
  const answer: ActionAnswer = { count: 0, done: '', open: '' };
  let filled: Record<string, unknown> | null = null;
  // in one order for everybody: two who press on the same records do not wait for each other
  for (const id of [...new Set(ids)].toSorted()) {
    const row = await heldRecord({ context, trx }, formKey, id);
    if (!row || !(await mayReadNow(context, trx, user, row))) throw new Refusal('404');
    if (!(await isThere(context, trx, user, action, row))) throw new Refusal('403');
    if (!isOpen(action, row)) throw wrongState(row.flw_state);
    filled ??= await dialogValues(context, trx, user, loaded, action, dialog);
    const subject = await actionSubject(context, trx, user, { loaded, action, row, dialog: filled });
    if (!(await holds(subject, action.when))) throw new Refusal('ACTION_WHEN', { label: action.label });
    await runEffects(subject, action.effects ?? []);
    answer.count += 1;
    answer.done = await filledText(subject, action.done ?? `${action.label}成功`);
    answer.open = action.open === undefined ? '' : await filledText(subject, action.open);
  }
  if (answer.count > 1) answer.done = `${action.label}成功，共 ${answer.count} 条`;
  return answer;
}
