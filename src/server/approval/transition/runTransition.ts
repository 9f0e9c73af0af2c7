import { isBlank } from '../../../domain/blank.ts';
import { PLAIN_SETTINGS, nodeOf } from '../../flow/index.ts';
import { refuseMissingChoices, takesChoice } from '../process/candidateChoices.ts';
import { refuseOthersFiles } from '../view/opinionFiles.ts';
import { decide } from '../process/decide.ts';
import { copyTo } from '../process/openNode.ts';
import { people } from '../people/people.ts';
import { applicantTask, lockProcess, startProcess } from '../process/process.ts';
import { placeOfTask, type Actor, type Instance, type StepInput, type TaskRow } from '../process/step.ts';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Trx } from '../../store/transaction.ts';
import {
  actionsOf,
  onTopOfOthers,
  openForWrite,
  wrongState,
  type OpenRecord,
  type RecordRow,
  acceptedValues,
  withSerials,
  writeRecord,
} from '../../records/index.ts';
import { missingOpinion, type Transition } from './transition.ts';
import { storeRecordState } from './recordState.ts';
import { tellEvents } from './tellEvents.ts';
import { stateAfter } from './stateAfter.ts';
import { stepInput } from './stepInput.ts';
import { storeUrgency } from '../process/urgency.ts';

const WORDS = { submit: '提交', approve: '同意', return: '', reject: '不同意' } as const;

/** Refuses an action that the state or the node does not offer. */
function refuseWrongAction({ row, flow, task, situation }: OpenRecord, { action, target, cc = [] }: Transition): void {
  const isApplicants = task === null || situation.nodeRules?.isStart === true;
  if (isApplicants !== (action === 'submit')) throw wrongState(row?.flw_state ?? '0');
  const asked =
    action === 'return' && target !== undefined && target !== flow?.definition.applicant ? 'returnTo' : action;
  const offered = task ? actionsOf(situation.nodeRules, task.kind) : [];
  if ((task && !offered.includes(asked)) || (cc.length > 0 && !offered.includes('cc'))) throw new Refusal('403');
  if (!flow && row && row.flw_state !== '0') throw wrongState(row.flw_state);
}

/** The process and the applicant's task of a record submitted for the first time. */
async function begin(
  trx: Trx,
  open: OpenRecord,
  row: RecordRow,
  input: StepInput,
): Promise<{ instance: Instance; task: TaskRow }> {
  const { flow, loaded } = open;
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
  const task = instance && (await applicantTask(trx, instance));
  if (!instance || !task) throw new Error('a process started without its first task');
  return { instance, task };
}

/**
 * Whom the initiator chose, what was chosen before and what comes now. Whoever decides on the way chooses where nobody
 * has been chosen; they do not put others in the place of those whom the initiator named. Nobody decides on what they
 * applied for because they were chosen to. Refuses with 403 and FLOW_PEOPLE.
 */
async function choicesOf(
  trx: Trx,
  { user, row, instance, flow }: OpenRecord,
  { action, choices = {} }: Transition,
): Promise<Record<string, string[]>> {
  const chosen: Record<string, string[]> = { ...instance?.choices };
  const initiator = instance?.initiator_id ?? row?.create_by ?? user.id;
  const wanted = Object.entries(choices).filter(
    ([id]) => flow && Object.hasOwn(flow.definition.nodes, id) && takesChoice(nodeOf(flow.definition, id)),
  );
  for (const [node, ids] of wanted) {
    if (action !== 'submit' && (chosen[node] ?? []).length > 0) throw new Refusal('403');
    if (ids.includes(initiator))
      throw new Refusal('FLOW_PEOPLE', { detail: initiator === user.id ? '不能选择自己' : '不能选择申请人' });
    chosen[node] = (await people(trx, ids)).map(({ id }) => id);
  }
  if (instance && wanted.length > 0)
    await trx
      .updateTable('flw_instance')
      .set({ choices: JSON.stringify(chosen) })
      .where('id', '=', instance.id)
      .execute();
  return chosen;
}

/**
 * Acts on a record: stores the changes this person made with it, completes the task and moves the process, all or nothing.
 * Refuses as `openForWrite`, `acceptedValues` and `decide` do.
 */
export async function runTransition(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  formKey: string,
  wanted: Transition,
): Promise<OpenRecord & { row: RecordRow }> {
  const { record, taskId } = wanted;
  const open = await openForWrite(context, trx, user, { formKey, id: record.id, taskId, revision: record.revision });
  return actOn(context, trx, open, wanted);
}

/** The same on a record that is open for writing. */
export async function actOn(
  context: ServerContext,
  trx: Trx,
  open: OpenRecord,
  wanted: Transition,
): Promise<OpenRecord & { row: RecordRow }> {
  const { user } = open;
  const { record, action, opinion = '', files = [], signature, depth = 0 } = wanted;
  refuseWrongAction(open, wanted);
  if (action === 'return' && isBlank(opinion)) throw missingOpinion();
  const isGoingOn = action === 'submit' || action === 'approve';
  const settings =
    open.task && open.flow
      ? (nodeOf(open.flow.definition, open.task.node_id).settings ?? PLAIN_SETTINGS)
      : PLAIN_SETTINGS;
  if (action === 'approve' && settings.signature && !signature) throw new Refusal('FLOW_SIGNATURE');
  await refuseOthersFiles(trx, user.id, [...files, ...(signature ? [signature] : [])]);
  const accepted = await acceptedValues(
    context,
    trx,
    open,
    await onTopOfOthers(trx, open, record),
    isGoingOn ? 'complete' : 'draft',
  );
  const values = isGoingOn ? await withSerials(trx, open, accepted, true) : accepted;
  const node = open.situation.taskNode;
  const { flow, loaded } = open;
  if (!flow)
    return {
      ...open,
      row: await tellEvents(context, trx, {
        row: await writeRecord(trx, open, { values, flwState: '3', taskNode: '', action, node }),
        loaded,
        flow,
        user,
        standing: null,
        isSubmitted: true,
        depth,
      }),
    };

  const row = await writeRecord(trx, open, {
    values,
    flwState: open.row?.flw_state ?? '0',
    taskNode: '',
    action,
    node,
  });
  const actsFor = open.task?.actsFor ?? null;
  const by: Actor = { id: user.id, name: user.name, ...(actsFor ? { actsFor } : {}) };
  const input = stepInput(context, {
    form: loaded.form,
    flow: flow.definition,
    row,
    values,
    situation: open.situation,
    choices: await choicesOf(trx, open, wanted),
    // who acted for another has not decided for themselves: the next step asks them
    decider: isGoingOn && !actsFor ? by : null,
  });
  if (action === 'submit') await refuseMissingChoices(input);
  const { instance, task } =
    open.instance && open.task ? { instance: open.instance, task: open.task } : await begin(trx, open, row, input);
  const standing = await decide(trx, instance, task, input, {
    action,
    by,
    opinion: opinion.trim() || WORDS[action],
    files,
    ...(signature ? { signature } : {}),
    ...(wanted.target ? { target: wanted.target } : {}),
    ...(wanted.isStraight ? { isStraight: true } : {}),
  });
  if (wanted.cc && wanted.cc.length > 0)
    await copyTo(trx, instance, {
      users: (await people(trx, wanted.cc)).map(({ id }) => id),
      node: placeOfTask(task),
      byName: user.name,
      message: opinion.trim(),
    });
  await storeUrgency(trx, row.id, loaded.form, context.vocabulary, values);
  const stored = await storeRecordState(trx, row, loaded.form.definition.formName, {
    flwState: stateAfter(standing),
    taskNodes: standing.taskNodes,
    by,
    opinion,
  });
  const told = await tellEvents(context, trx, {
    row: stored,
    loaded,
    flow,
    user,
    standing,
    isSubmitted: action === 'submit',
    returnedBy: action === 'return' ? node : null,
    taskId: task.id,
    depth,
  });
  return { ...open, row: told };
}
