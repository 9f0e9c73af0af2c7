import type { ServerContext } from '../../context.ts';
import { loadForm, type LoadedForm } from '../../documents/index.ts';
import { loadFlow, type LoadedFlow } from '../../flowDocuments/index.ts';
import { lockProcess, refuseSuspended } from '../process/process.ts';
import type { Instance, StepInput } from '../process/stepTypes.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Trx } from '../../store/transaction.ts';
import {
  mayReadByPublishedForm,
  recordsOf,
  situationOf,
  type RecordRow,
  valuesOf,
  wrongStateRefusal,
} from '../../records/index.ts';
import { stepInput } from './stepInput.ts';

/**
 * A locked process and its record, with the versions of form and flow that the process uses. `user`: the acting person.
 */
export interface LockedFlow {
  user: RequestUser;
  instance: Instance;
  row: RecordRow;
  loaded: LoadedForm;
  flow: LoadedFlow;
  input: StepInput;
}

/**
 * Locks a process and its record until the transaction ends; returns null if the record has no process or does not
 * exist. Always locks the process before the record, to avoid deadlocks.
 */
export async function lockFlow(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  recordId: string,
): Promise<LockedFlow | null> {
  const instance = await lockProcess(trx, recordId);
  if (!instance) return null;
  const row = await trx
    .selectFrom(await recordsOf(trx, instance.form_key))
    .selectAll()
    .where('form_key', '=', instance.form_key)
    .where('id', '=', recordId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const loaded = await loadForm(context, trx, instance.form_key, instance.form_version);
  const flow = await loadFlow(context, trx, instance.flow_key, instance.flow_version);
  const input = stepInput(context, {
    form: loaded.form,
    flow: flow.definition,
    row,
    values: valuesOf(row),
    choices: instance.choices,
    situation: situationOf({ user, formKey: null, row, rules: null, isEdit: false, isTask: false }),
  });
  return { user, instance, row, loaded, flow, input };
}

/**
 * Locks and returns the process of a record (`lockFlow`) on which this person wants to act. Refuses with 404 a record
 * that belongs to another form, has no process, or may not be read by this person, and with RECORD_STATE a process that
 * has ended. If `refusesSuspended`, also refuses with FLOW_SUSPENDED a suspended process.
 */
export async function lockFlowForAct(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  { formKey, recordId }: { formKey: string; recordId: string },
  refusesSuspended = true,
): Promise<LockedFlow> {
  const lockedFlow = await lockFlow(context, trx, user, recordId);
  if (!lockedFlow || lockedFlow.instance.form_key !== formKey) throw new Refusal('404');
  if (!(await mayReadByPublishedForm(context, trx, user, lockedFlow.row))) throw new Refusal('404');
  if (lockedFlow.instance.ended_at !== null) throw wrongStateRefusal(lockedFlow.row.flw_state);
  if (refusesSuspended) refuseSuspended(lockedFlow.instance);
  return lockedFlow;
}
