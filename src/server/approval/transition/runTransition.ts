import { isBlank } from '../../../domain/blank.ts';
import { DEFAULT_TASK_SETTINGS, nodeOf } from '../../flow/index.ts';
import { refuseMissingChoices, needsChoice } from '../process/candidateChoices.ts';
import { refuseOthersFiles } from '../view/opinionFiles.ts';
import { decide } from '../process/decide.ts';
import { sendCopyOf } from '../process/sendCopyOf.ts';
import { findEnabledUsers } from '../people/resolveCandidates.ts';
import { requirePeople } from '../people/requirePeople.ts';
import { findApplicantTask, lockProcess, startProcess } from '../process/process.ts';
import { nodeWithDisplayName, type Actor, type Instance, type StepInput, type TaskRow } from '../process/stepTypes.ts';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Trx } from '../../store/transaction.ts';
import {
  actionsOf,
  mergeConcurrentDecisions,
  openForWrite,
  wrongStateRefusal,
  type OpenRecord,
  type RecordRow,
  acceptValues,
  withSerials,
  writeRecord,
} from '../../records/index.ts';
import { opinionRequired, type Transition } from './transition.ts';
import { storeRecordState } from './storeRecordState.ts';
import { announceEvents } from './announceEvents.ts';
import { stateAfter } from './stateAfter.ts';
import { stepInput } from './stepInput.ts';
import { storeUrgency } from '../process/urgency.ts';

const DEFAULT_OPINIONS = { submit: '提交', approve: '同意', return: '', reject: '不同意' } as const;

/** Refuses an action that the record's state does not allow or the node does not offer. */
function refuseWrongAction({ row, flow, task, situation }: OpenRecord, { action, target, cc = [] }: Transition): void {
  const isApplicantTask = task === null || situation.nodeRules?.isStart === true;
  if (isApplicantTask !== (action === 'submit')) throw wrongStateRefusal(row?.flw_state ?? '0');
  const requiredAction =
    action === 'return' && target !== undefined && target !== flow?.definition.applicantNodeId ? 'returnTo' : action;
  const offeredActions = task ? actionsOf(situation.nodeRules, task.kind) : [];
  if ((task && !offeredActions.includes(requiredAction)) || (cc.length > 0 && !offeredActions.includes('cc')))
    throw new Refusal('403');
  if (!flow && row && row.flw_state !== '0') throw wrongStateRefusal(row.flw_state);
}

/**
 * Starts the process of a record that is submitted for the first time. Returns the process and the applicant's task.
 */
async function beginProcess(
  trx: Trx,
  openRecord: OpenRecord,
  row: RecordRow,
  input: StepInput,
): Promise<{ instance: Instance; task: TaskRow }> {
  const { flow, loaded } = openRecord;
  if (!flow) throw new Error('a process needs a flow');
  await startProcess(
    trx,
    flow,
    {
      recordId: row.id,
      formKey: loaded.formKey,
      formName: loaded.form.definition.formName,
      formVersion: loaded.version,
      title: row.title,
      initiator: { id: row.create_by, name: row.create_by_name },
    },
    input,
  );
  const instance = await lockProcess(trx, row.id);
  const task = instance && (await findApplicantTask(trx, instance));
  if (!instance || !task) throw new Error('a process started without its first task');
  return { instance, task };
}

/**
 * Returns the chosen people who can still sign in, by node id. If a node has none left, people must be chosen again.
 */
async function findEnabledChoices(trx: Trx, instance: Instance | null): Promise<Record<string, string[]>> {
  const choices = Object.entries(instance?.choices ?? {});
  const enabledIds = new Set(
    await findEnabledUsers(
      trx,
      choices.flatMap(([, ids]) => ids),
    ),
  );
  return Object.fromEntries(choices.map(([node, ids]) => [node, ids.filter((id) => enabledIds.has(id))]));
}

/**
 * Stores the assignees whom the person chooses with this act. If the process has not started, `startProcess` stores
 * them later. Returns all chosen assignees by node id, without people with a disabled account. Refuses with 403 if an
 * approver chooses for a node that already has chosen people. Refuses with FLOW_PEOPLE if the applicant, an unknown or
 * a disabled person is chosen.
 */
async function storeChoices(
  trx: Trx,
  { user, row, instance, flow }: OpenRecord,
  { action, choices = {} }: Transition,
): Promise<Record<string, string[]>> {
  const choicesByNode = await findEnabledChoices(trx, instance);
  const initiator = instance?.initiator_id ?? row?.create_by ?? user.id;
  const newChoices = Object.entries(choices).filter(
    ([id]) => flow && Object.hasOwn(flow.definition.nodes, id) && needsChoice(nodeOf(flow.definition, id)),
  );
  for (const [node, ids] of newChoices) {
    if (action !== 'submit' && (choicesByNode[node] ?? []).length > 0) throw new Refusal('403');
    if (ids.includes(initiator))
      throw new Refusal('FLOW_PEOPLE', { detail: initiator === user.id ? '不能选择自己' : '不能选择申请人' });
    choicesByNode[node] = (await requirePeople(trx, ids)).map(({ id }) => id);
  }
  if (instance && newChoices.length > 0)
    await trx
      .updateTable('flw_instance')
      .set({ choices: JSON.stringify(choicesByNode) })
      .where('id', '=', instance.id)
      .execute();
  return choicesByNode;
}

/**
 * Acts on a record: stores the person's changes, completes the task and advances the process, in the caller's
 * transaction. A record without a process is finished by its submission. Refuses with 403 or RECORD_STATE an action
 * that is not possible, and with FLOW_SIGNATURE a missing signature. For further refusals see `openForWrite`,
 * `acceptValues` and `decide`.
 */
export async function runTransition(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  formKey: string,
  transition: Transition,
): Promise<OpenRecord & { row: RecordRow }> {
  const { record, taskId } = transition;
  const openRecord = await openForWrite(context, trx, user, {
    formKey,
    id: record.id,
    taskId,
    revision: record.revision,
  });
  return actOnRecord(context, trx, openRecord, transition);
}

/** Does the work of `runTransition` on a record that is already open for writing. */
export async function actOnRecord(
  context: ServerContext,
  trx: Trx,
  openRecord: OpenRecord,
  transition: Transition,
): Promise<OpenRecord & { row: RecordRow }> {
  const { user } = openRecord;
  const { record, action, opinion = '', files = [], signature, depth: effectDepth = 0 } = transition;
  refuseWrongAction(openRecord, transition);
  if (action === 'return' && isBlank(opinion)) throw opinionRequired();
  const isForward = action === 'submit' || action === 'approve';
  const settings =
    openRecord.task && openRecord.flow
      ? (nodeOf(openRecord.flow.definition, openRecord.task.node_id).settings ?? DEFAULT_TASK_SETTINGS)
      : DEFAULT_TASK_SETTINGS;
  if (action === 'approve' && settings.signature && !signature) throw new Refusal('FLOW_SIGNATURE');
  await refuseOthersFiles(trx, user.id, [...files, ...(signature ? [signature] : [])]);
  const acceptedValues = await acceptValues(
    context,
    trx,
    openRecord,
    await mergeConcurrentDecisions(trx, openRecord, record),
    isForward ? 'complete' : 'draft',
  );
  const values = isForward ? await withSerials(trx, openRecord, acceptedValues, true) : acceptedValues;
  const node = openRecord.situation.taskNode;
  const { flow, loaded } = openRecord;
  if (!flow)
    return {
      ...openRecord,
      row: await announceEvents(context, trx, {
        row: await writeRecord(trx, openRecord, { values, flwState: '3', taskNode: '', action, actionNode: node }),
        loaded,
        flow,
        user,
        result: null,
        isSubmitted: true,
        depth: effectDepth,
      }),
    };

  const row = await writeRecord(trx, openRecord, {
    values,
    flwState: openRecord.row?.flw_state ?? '0',
    taskNode: '',
    action,
    actionNode: node,
  });
  const actsFor = openRecord.task?.actsFor ?? null;
  const actor: Actor = { id: user.id, name: user.name, ...(actsFor ? { actsFor } : {}) };
  const input = stepInput(context, {
    form: loaded.form,
    flow: flow.definition,
    row,
    values,
    situation: openRecord.situation,
    choices: await storeChoices(trx, openRecord, transition),
    // a delegate has not decided in their own name, so their own next task is not skipped
    decider: isForward && !actsFor ? actor : null,
  });
  if (action === 'submit') await refuseMissingChoices(input);
  const { instance, task } =
    openRecord.instance && openRecord.task
      ? { instance: openRecord.instance, task: openRecord.task }
      : await beginProcess(trx, openRecord, row, input);
  const result = await decide(trx, instance, task, input, {
    action,
    actor,
    opinion: opinion.trim() || DEFAULT_OPINIONS[action],
    files,
    ...(signature ? { signature } : {}),
    ...(transition.target ? { target: transition.target } : {}),
    ...(transition.isStraight ? { isStraight: true } : {}),
  });
  if (transition.cc && transition.cc.length > 0)
    await sendCopyOf(trx, instance, {
      people: await requirePeople(trx, transition.cc),
      node: nodeWithDisplayName(task),
      actor,
      message: opinion.trim(),
    });
  await storeUrgency(trx, row.id, loaded.form, context.vocabulary, values);
  const storedRow = await storeRecordState(trx, row, loaded.form.definition.formName, {
    flwState: stateAfter(result),
    staysWithApplicant: result.staysWithApplicant,
    taskNodes: result.taskNodes,
    actor,
    opinion,
  });
  const finalRow = await announceEvents(context, trx, {
    row: storedRow,
    loaded,
    flow,
    user,
    result,
    isSubmitted: action === 'submit',
    returningNode: action === 'return' ? node : null,
    taskId: task.id,
    depth: effectDepth,
  });
  return { ...openRecord, row: finalRow };
}
