import { Refusal } from '../http/refusal.ts';
import type { Trx } from '../store/transaction.ts';
import { newId } from '../store/id.ts';
import { nodeOf, type FlowDefinition } from './definition.ts';
import type { LoadedFlow } from './flows.ts';
import { advance, FlowFault, type FlowEvent, type FlowStep } from './interpreter.ts';
import { EMPTY_STATE } from './state.ts';
import type { Instance, StepInput } from './step.ts';
import { openTasks, withdrawTasks, type TaskRow } from './taskRows.ts';

/** Where the process stands after a step. */
export interface Standing {
  isFinished: boolean;
  /** Names of the nodes that have an open task. */
  taskNodes: string;
}

/** The interpreter's step; a fault of the flow is a refusal that tells what the administrator must mend. */
function stepOf(input: StepInput, state: FlowStep['state'], event: FlowEvent): FlowStep {
  try {
    return advance(input.flow, state, event, { evaluate: (edge) => input.evaluate(edge) });
  } catch (error) {
    if (error instanceof FlowFault) throw new Refusal('DOC_FLOW', { detail: error.message, element: error.element });
    throw error;
  }
}

const nodeNames = (flow: FlowDefinition, step: FlowStep): string =>
  [...new Set(step.state.tokens.map((token) => nodeOf(flow, token.node)).filter((node) => node.kind === 'userTask').map((node) => node.name))].join('、');

export interface NewProcess {
  recordId: string; formKey: string; formName: string; formVersion: number; title: string; initiator: { id: string; name: string };
}

/** Starts the process of a record: its only open task is the applicant's, to be completed by submitting. */
export async function startProcess(trx: Trx, loaded: LoadedFlow, process: NewProcess, input: StepInput): Promise<Instance> {
  const step = stepOf(input, EMPTY_STATE, { type: 'start' });
  const instance = await trx.insertInto('flw_instance').values({
    id: newId(), record_id: process.recordId, form_key: process.formKey, form_name: process.formName, form_version: process.formVersion,
    flow_key: loaded.key, flow_version: loaded.version, initiator_id: process.initiator.id, initiator_name: process.initiator.name,
    flw_state: '0', title: process.title, task_nodes: nodeNames(input.flow, step), tokens: JSON.stringify(step.state), ended_at: null,
  }).returningAll().executeTakeFirstOrThrow();
  await openTasks(trx, instance, input, step.opened);
  return instance;
}

/** Moves the process on and stores where it stands. Refuses with DOC_FLOW or FLOW_NO_CANDIDATE; the caller's transaction undoes all. */
export async function moveProcess(trx: Trx, instance: Instance, input: StepInput, event: FlowEvent): Promise<Standing> {
  const step = stepOf(input, instance.tokens, event);
  await withdrawTasks(trx, instance, step.withdrawn);
  await openTasks(trx, instance, input, step.opened);
  const taskNodes = nodeNames(input.flow, step);
  await trx.updateTable('flw_instance').set({ tokens: JSON.stringify(step.state), task_nodes: taskNodes, ended_at: step.isFinished ? new Date() : null })
    .where('id', '=', instance.id).execute();
  return { isFinished: step.isFinished, taskNodes };
}

/** The record's process, held until the transaction ends so that two who act at once come one after the other. */
export async function lockProcess(trx: Trx, recordId: string): Promise<Instance | undefined> {
  return trx.selectFrom('flw_instance').selectAll().where('record_id', '=', recordId).forUpdate().executeTakeFirst();
}

/** The applicant's open task of a process that has just started or was returned. */
export async function applicantTask(trx: Trx, instance: Instance): Promise<TaskRow | undefined> {
  return trx.selectFrom('flw_task').selectAll().where('instance_id', '=', instance.id).where('state', '=', 'open').orderBy('arrived_at').executeTakeFirst();
}
