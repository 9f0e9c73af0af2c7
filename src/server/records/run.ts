import type { ServerContext } from '../context.ts';
import { conditionHolds } from '../flow/condition.ts';
import { applicantTask, lockProcess, moveProcess, startProcess } from '../flow/process.ts';
import type { LoadedFlow } from '../flow/flows.ts';
import type { FlowEvent } from '../flow/interpreter.ts';
import type { Instance, StepInput } from '../flow/step.ts';
import { closeTask, type TaskRow } from '../flow/taskRows.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { remind, type NewReminder } from '../notices/reminders.ts';
import type { Trx } from '../store/transaction.ts';
import { missingOpinion, type Transition } from './transition.ts';
import { openForWrite, wrongState, type OpenRecord } from './open.ts';
import type { RecordRow } from './rows.ts';
import { acceptedValues } from './save.ts';
import { withSerials } from './serials.ts';
import type { RecordValues } from './tables.ts';
import { writeRecord } from './write.ts';

const WORDS = { submit: '提交', approve: '同意', return: '退回', reject: '不同意' } as const;

/** What the process is told of the record as it will be stored. */
function stepInput(context: ServerContext, { loaded, situation }: OpenRecord, row: RecordRow, values: RecordValues, flow: LoadedFlow): StepInput {
  return {
    flow: flow.definition,
    source: { initiatorId: row.create_by, deptId: row.dept_id, unitId: row.unit_id, fields: values.fieldsMap },
    evaluate: (edge) => conditionHolds(edge.condition ?? '', { form: loaded.form, vocabulary: context.vocabulary, values, situation }),
  };
}

/** Refuses an action that the state or the node does not offer. */
function refuseWrongAction({ row, flow, task, situation }: OpenRecord, action: Transition['action']): void {
  const isApplicants = task === null || situation.nodeRules?.isStart === true;
  if (isApplicants !== (action === 'submit')) throw wrongState(row?.flw_state ?? '0');
  if (task && !situation.nodeRules?.actions.includes(action)) throw new Refusal('403');
  if (!flow && row && row.flw_state !== '0') throw wrongState(row.flw_state);
}

const eventOf = (action: Transition['action'], task: TaskRow, applicant: string): FlowEvent => {
  if (action === 'return') return { type: 'move', node: applicant };
  return action === 'reject' ? { type: 'stop' } : { type: 'complete', token: task.token };
};

/** The state of a record after an action that left the process standing so. */
const stateAfter = (action: Transition['action'], isFinished: boolean): string => {
  if (action === 'return') return '2';
  if (action === 'reject') return '4';
  return isFinished ? '3' : '1';
};

/** What the applicant is told, by the state reached. */
const RESULTS: Readonly<Record<string, string>> = { '2': '已被退回', '3': '已办结', '4': '未通过' };

const resultFor = (row: RecordRow, formName: string, by: string, opinion: string): NewReminder => ({
  userId: row.create_by, kind: `flow-${row.flw_state}`, title: `您的${formName}${RESULTS[row.flw_state]}`, content: [row.title, opinion.trim() && `${by}：${opinion.trim()}`].filter(Boolean).join('｜'),
  formKey: row.form_key, recordId: row.id,
});

/** The process and the applicant's task of a record submitted for the first time. */
async function begin(trx: Trx, open: OpenRecord, row: RecordRow, input: StepInput): Promise<{ instance: Instance; task: TaskRow }> {
  const { flow, loaded } = open;
  if (!flow) throw new Error('a process needs a flow');
  await startProcess(trx, flow, {
    recordId: row.id, formKey: loaded.formKey, formName: loaded.form.definition.formName, formVersion: loaded.version, title: row.title,
    initiator: { id: row.create_by, name: row.create_by_name },
  }, input);
  const instance = await lockProcess(trx, row.id);
  const task = instance && await applicantTask(trx, instance);
  if (!instance || !task) throw new Error('a process started without its first task');
  return { instance, task };
}

/**
 * Acts on a record: stores the changes this person made with it, completes the task and moves the process, all or nothing.
 * Refuses as `openForWrite` and `acceptedValues` do, with FLOW_NO_CANDIDATE and with DOC_FLOW.
 */
export async function runTransition(context: ServerContext, trx: Trx, user: RequestUser, formKey: string, { record, action, taskId, opinion = '' }: Transition): Promise<OpenRecord & { row: RecordRow }> {
  const open = await openForWrite(context, trx, user, { formKey, id: record.id, taskId });
  refuseWrongAction(open, action);
  if (action === 'return' && opinion.trim() === '') throw missingOpinion();
  const isGoingOn = action === 'submit' || action === 'approve';
  const accepted = await acceptedValues(context, trx, open, record, isGoingOn ? 'complete' : 'draft');
  const values = isGoingOn ? await withSerials(trx, open, accepted, true) : accepted;
  const node = open.situation.taskNode;
  const { flow, loaded } = open;
  if (!flow) return { ...open, row: await writeRecord(trx, open, { values, flwState: '3', taskNode: '', action, node }) };

  const row = await writeRecord(trx, open, { values, flwState: stateAfter(action, false), taskNode: '', action, node });
  const input = stepInput(context, open, row, values, flow);
  const { instance, task } = open.instance && open.task ? { instance: open.instance, task: open.task } : await begin(trx, open, row, input);
  await closeTask(trx, task, { userId: user.id, userName: user.name, action, opinion: opinion.trim() || (action === 'return' ? '' : WORDS[action]) });
  const { isFinished, taskNodes } = await moveProcess(trx, instance, input, eventOf(action, task, flow.definition.applicant));
  const flwState = stateAfter(action, isFinished);
  await trx.updateTable('flw_instance').set({ flw_state: flwState, title: row.title }).where('id', '=', instance.id).execute();
  const standing = await trx.updateTable('frm_record').set({ flw_state: flwState, task_node: taskNodes }).where('form_key', '=', formKey).where('id', '=', row.id)
    .returningAll().executeTakeFirstOrThrow();
  if (RESULTS[flwState] && standing.create_by !== user.id) await remind(trx, [resultFor(standing, loaded.form.definition.formName, user.name, opinion)]);
  return { ...open, row: standing };
}
