import { Refusal } from '../../http/refusal.ts';
import type { ServerContext } from '../../context.ts';
import { timeText } from '../../http/time.ts';
import type { RequestUser } from '../../http/user.ts';
import { actionsOf, mayReadNow, recordsOf } from '../../records/index.ts';
import { returnTargets, type Target } from '../process/decide.ts';
import { nodeOf } from '../../flow/index.ts';
import { loadFlow } from '../../flowDocuments/index.ts';
import { holdFlow } from '../transition/openFlow.ts';
import type { Trx } from '../../store/transaction.ts';
import { waitingMessages } from '../process/waitingMessages.ts';
import type { Instance } from '../process/step.ts';
import { awaitedBy, type Awaited } from './messageAct.ts';
import { stepToTakeBack } from '../process/takeBack.ts';
import { heldTasks } from '../tasks/taskRows.ts';
import { mayVoid } from './aside.ts';
import { signersOf, type Signer } from './handOn.ts';

/** What a person can do with an approval now, beside the form. The server asks again on every act. */
export interface FlowOptions {
  /** An administrator has let it rest: who, since when and why. Nothing but a comment is taken then. */
  suspended?: { by: string; time: string; reason: string };
  canTakeBack: boolean;
  canUrge: boolean;
  canVoid: boolean;
  canComment: boolean;
  /** Messages the process waits for and this person may say have come. */
  messages: readonly Awaited[];
  /** The task they hold; null without one. */
  task: {
    taskId: string;
    nodeId: string;
    kind: string;
    /** What its run of a repeated sub-process is for. */ item?: string;
    /** Whom this person acts for. */ actsFor?: string;
    actions: readonly string[];
    names: Readonly<Record<string, string>>;
    needsSignature: boolean;
    /** The applicant, where the task may not be handed to them. */ applicantId?: string;
    dueTime: string | null;
    targets: readonly Target[];
    signers: readonly Signer[];
  } | null;
}

const NOTHING: FlowOptions = {
  canTakeBack: false,
  canUrge: false,
  canVoid: false,
  canComment: false,
  messages: [],
  task: null,
};

/** Looked for where something is waited for at all: most processes never do. */
async function messagesFor(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  { id, record_id: recordId }: Instance,
): Promise<readonly Awaited[]> {
  if ((await waitingMessages(trx, id)).length === 0) return [];
  const open = await holdFlow(context, trx, user, recordId);
  return open ? awaitedBy(trx, open) : [];
}

/** Refuses with 404; a record without an approval under way offers nothing. */
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
    if (!(await mayReadNow(context, trx, user, row))) throw new Refusal('404');
    const instance = await trx
      .selectFrom('flw_instance')
      .selectAll()
      .where('record_id', '=', recordId)
      .executeTakeFirst();
    if (!instance || instance.ended_at !== null) return NOTHING;
    if (instance.suspended_at !== null)
      return {
        ...NOTHING,
        canComment: true,
        suspended: {
          by: instance.suspended_by ?? '',
          time: timeText(instance.suspended_at),
          reason: instance.suspended_for ?? '',
        },
      };
    const flow = await loadFlow(context, trx, instance.flow_key, instance.flow_version);
    const held = await heldTasks(trx, recordId, user.id);
    const task = held.find(({ id }) => id === taskId) ?? held[0];
    const isRunning = instance.flw_state === '1';
    const node = task ? nodeOf(flow.definition, task.node_id) : null;
    return {
      canTakeBack: (await stepToTakeBack(trx, instance, user.id)) !== null,
      canUrge: isRunning && held.length === 0,
      canVoid: mayVoid({ instance, user }),
      canComment: true,
      messages: await messagesFor(context, trx, user, instance),
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
              targets: await returnTargets(trx, instance, flow.definition, task),
              signers: await signersOf(trx, { instance, flow, user }, task),
            }
          : null,
    };
  });
}
