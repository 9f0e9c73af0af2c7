import { Refusal } from '../../http/refusal.ts';
import type { ServerContext } from '../../context.ts';
import { timeText } from '../../http/time.ts';
import type { RequestUser } from '../../http/user.ts';
import { actionsOf, mayReadByPublishedForm, recordsOf } from '../../records/index.ts';
import { findReturnTargets, type ReturnTarget } from '../process/decide.ts';
import { nodeOf } from '../../flow/index.ts';
import { loadFlow } from '../../flowDocuments/index.ts';
import { lockFlow } from '../transition/lockFlow.ts';
import type { Trx } from '../../store/transaction.ts';
import { listWaitingMessages } from '../process/waitingMessages.ts';
import type { Instance } from '../process/stepTypes.ts';
import { findReportableMessages, type AwaitedMessage } from './reportMessage.ts';
import { findUndoableStep } from '../process/takeBack.ts';
import { heldTasks } from '../tasks/taskRows.ts';
import { mayVoid, findPeopleToUrge } from './processActs.ts';
import { signersOf, type Signer } from './assigneeActs.ts';

/** The acts that a person can perform on an approval now. The server checks the permission again on every act. */
export interface FlowOptions {
  /** Set while an administrator has suspended the process. Then only comments are accepted. */
  suspended?: { by: string; time: string; reason: string };
  canTakeBack: boolean;
  canUrge: boolean;
  canVoid: boolean;
  canComment: boolean;
  /** The messages that the process waits for and that this person may report. */
  messages: readonly AwaitedMessage[];
  /**
   * The requested task if the person may act on it, otherwise their first open task. Null if they have none or the
   * process is suspended.
   */
  task: {
    taskId: string;
    nodeId: string;
    /** The kind of the task, as in `VoteSlot.kind`. */
    kind: string;
    /** Present in a repeated sub-process: label of the row, person or number to which this repetition belongs. */
    item?: string;
    /** The name of the absent person for whom this person may act (`flw_delegation`); absent for their own task. */
    actsFor?: string;
    actions: readonly string[];
    /** The names of buttons, by action. An action without an entry has its usual name. */
    names: Readonly<Record<string, string>>;
    needsSignature: boolean;
    /** The id of the applicant, set only if the applicant may not be chosen to work on the task. */
    applicantId?: string;
    dueTime: string | null;
    /** Nodes to which the task may be returned. */
    targets: readonly ReturnTarget[];
    /** The other undecided approvers at the node. */
    signers: readonly Signer[];
  } | null;
}

const NO_OPTIONS: FlowOptions = {
  canTakeBack: false,
  canUrge: false,
  canVoid: false,
  canComment: false,
  messages: [],
  task: null,
};

/**
 * Returns the messages that this person may report. Most processes wait for no message, so the process is locked and
 * loaded only if it waits for one.
 */
async function findMessagesFor(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  { id, record_id: recordId }: Instance,
): Promise<readonly AwaitedMessage[]> {
  if ((await listWaitingMessages(trx, id)).length === 0) return [];
  const lockedFlow = await lockFlow(context, trx, user, recordId);
  return lockedFlow ? findReportableMessages(trx, lockedFlow) : [];
}

/**
 * Returns the options of a person for a record: `NO_OPTIONS` without a running approval, only comments while the
 * approval is suspended. Refuses with 404 an unknown record, and a record that the person may not read.
 */
export async function flowOptions(
  context: ServerContext,
  user: RequestUser,
  { formKey, recordId, taskId }: { formKey: string; recordId: string; taskId?: string },
): Promise<FlowOptions> {
  return context.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom(await recordsOf(trx, formKey))
      .select(['id', 'form_key', 'create_by'])
      .where('form_key', '=', formKey)
      .where('id', '=', recordId)
      .executeTakeFirst();
    if (!row) throw new Refusal('404');
    if (!(await mayReadByPublishedForm(context, trx, user, row))) throw new Refusal('404');
    const instance = await trx
      .selectFrom('flw_instance')
      .selectAll()
      .where('record_id', '=', recordId)
      .executeTakeFirst();
    if (!instance || instance.ended_at !== null) return NO_OPTIONS;
    if (instance.suspended_at !== null)
      return {
        ...NO_OPTIONS,
        canComment: true,
        suspended: {
          by: instance.suspended_by ?? '',
          time: timeText(instance.suspended_at),
          reason: instance.suspended_for ?? '',
        },
      };
    const flow = await loadFlow(context, trx, instance.flow_key, instance.flow_version);
    const ownTasks = await heldTasks(trx, recordId, user.id);
    const task = ownTasks.find(({ id }) => id === taskId) ?? ownTasks[0];
    const isRunning = instance.flw_state === '1';
    const node = task ? nodeOf(flow.definition, task.node_id) : null;
    return {
      canTakeBack: (await findUndoableStep(trx, instance, user.id)) !== null,
      canUrge: isRunning && ownTasks.length === 0 && (await findPeopleToUrge(trx, instance, user)).length > 0,
      canVoid: mayVoid({ instance, user }),
      canComment: true,
      messages: await findMessagesFor(context, trx, user, instance),
      task:
        task && node
          ? {
              taskId: task.id,
              nodeId: node.id,
              kind: task.kind,
              ...(task.item_label ? { item: task.item_label } : {}),
              ...(task.actsFor ? { actsFor: task.actsFor.name } : {}),
              actions: actionsOf(node.rules, task.kind),
              names: node.rules?.actionNames ?? {},
              needsSignature: node.settings?.signature === true,
              ...(node.settings?.toApplicant ? {} : { applicantId: instance.initiator_id }),
              dueTime: task.due_at ? task.due_at.toISOString() : null,
              targets: await findReturnTargets(trx, instance, flow.definition, task),
              signers: await signersOf(trx, { instance, flow, user }, task),
            }
          : null,
    };
  });
}
